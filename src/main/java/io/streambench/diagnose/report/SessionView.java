package io.streambench.diagnose.report;

import io.streambench.base.table.Amounts;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.StallEpisode;
import io.streambench.flow.replay.StallEpisode.Window;
import io.streambench.flow.replay.Timeline;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Selects the parts of a session to draw.
 *
 * @param shards the known names of the shards, by stream identifier
 */
record SessionView(Diagnosis diagnosis, SessionDiagnosis session, Map<Integer, String> shards) {
  /** The maximum number of streams to draw, each in its own lane; busy streams are preferred. */
  static final int MAX_LANES = 40;

  private static final String OTHERS_COLOUR = "rest";
  private static final String UNACKNOWLEDGED_LABEL = "read, not yet acknowledged";

  /** The maximum number of streams that are drawn in a distinct colour. */
  private static final int MAX_COLOURED_STREAMS = 7;

  /** The ratio of the session window to the largest negligible amount of unread data. */
  private static final int NEGLIGIBLE_DIVISOR = 100;

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final int MIN_DRAWN_SILENCE_SECONDS = 3;

  /** A labelled period of time, in nanoseconds since the first event. */
  record LabelledPeriod(long from, long to, String label) {}

  /**
   * An area of the chart of a session or stream.
   *
   * @param id identifier of the stream; 0 for other parts of the window
   * @param name the name in the legend; empty if other areas have the same colour
   * @param starved whether the hanging reader waits, or may wait, for the stream
   */
  record Layer(int id, String name, String colour, List<Integer> bytes, boolean starved) {
    private Layer(String name, String colour, List<Integer> bytes) {
      this(0, name, colour, bytes.stream().map(value -> Math.max(0, value)).toList(), false);
    }

    private Layer withColourAndName(String newColour, String newName) {
      return new Layer(id, newName, newColour, bytes, starved);
    }

    private int lastBytes() {
      return bytes.get(bytes.size() - 1);
    }

    private int peakBytes() {
      return Collections.max(bytes);
    }
  }

  /** Returns the identifiers of the streams for which the hanging reader waits, or may wait. */
  Set<Integer> starvedStreamIds() {
    return session.isStalled() && state().mayBlockReader()
        ? state().awaitedStreams().stream().map(StreamState::id).collect(Collectors.toSet())
        : Set.of();
  }

  /** Returns a view of each session: the verdict's session, stalled sessions, then the others. */
  static List<SessionView> of(Diagnosis diagnosis, ShardNames shards) {
    return diagnosis.sessions().stream()
        .map(session -> new SessionView(diagnosis, session, shards.namesOf(session.state())))
        .sorted(
            Comparator.comparing((SessionView view) -> !view.isSubjectOfVerdict())
                .thenComparing(view -> !view.session.isStalled())
                .thenComparing(SessionView::isUneventful))
        .toList();
  }

  SessionState state() {
    return session.state();
  }

  Timeline timeline() {
    return session.timeline();
  }

  /**
   * Returns one area for each stream that is starved or held unread data, ordered by identifier.
   */
  private List<Layer> streamLayers() {
    List<Integer> left = new ArrayList<>(timeline().unreadBytes());
    Set<Integer> starved = starvedStreamIds();
    Map<Integer, List<Integer>> unread = new TreeMap<>();
    starved.forEach(id -> unread.put(id, Collections.nCopies(left.size(), 0)));
    for (Timeline.Lane lane : timeline().lanes()) {
      List<Integer> bytes = new ArrayList<>();
      for (int step = 0; step < left.size(); step++) {
        // Events report the same bytes first for a session, then for its stream.
        bytes.add(Math.max(0, Math.min(lane.unreadBytes().get(step), left.get(step))));
        left.set(step, left.get(step) - bytes.get(step));
      }
      if (Collections.max(bytes) > 0) {
        unread.put(lane.streamId(), bytes);
      }
    }
    List<Layer> layers = new ArrayList<>();
    unread.forEach(
        (id, bytes) -> layers.add(new Layer(id, "", OTHERS_COLOUR, bytes, starved.contains(id))));
    return layers;
  }

  /** Returns the starved and the busiest streams, ordered by identifier, with their colours. */
  List<Layer> lanes() {
    Comparator<Layer> busiestFirst =
        Comparator.comparing(Layer::lastBytes).thenComparing(Layer::peakBytes).reversed();
    List<Layer> lanes =
        streamLayers().stream()
            .sorted(
                Comparator.comparing((Layer lane) -> !lane.starved()).thenComparing(busiestFirst))
            .limit(isReceiving() ? MAX_LANES : 0)
            .sorted(Comparator.comparingInt(Layer::id))
            .toList();
    boolean isSingleStarved = starvedStreamIds().size() == 1;
    List<Integer> coloured =
        lanes.stream()
            .sorted(
                Comparator.comparing((Layer lane) -> !(isSingleStarved && lane.starved()))
                    .thenComparing(busiestFirst))
            .limit(MAX_COLOURED_STREAMS)
            .map(Layer::id)
            .sorted()
            .toList();
    return lanes.stream()
        .map(
            lane ->
                coloured.contains(lane.id())
                    ? lane.withColourAndName("s" + coloured.indexOf(lane.id()), legendText(lane))
                    : lane)
        .toList();
  }

  private String legendText(Layer lane) {
    String unread = lane.starved() ? ": read next" : ": unread";
    return shardName(lane.id())
        + (lane.starved() && starvedStreamIds().size() > 1 ? ": may be next" : unread);
  }

  /** Returns the name of the shard that sends a stream; if unknown, a name for the stream. */
  String shardName(int stream) {
    return shards.getOrDefault(stream, "stream " + stream);
  }

  int omittedLaneCount() {
    return isReceiving() ? Math.max(0, streamLayers().size() - MAX_LANES) : 0;
  }

  /** Returns the areas of the receive window from bottom to top; together they fill the window. */
  List<Layer> layers() {
    List<Layer> layers =
        lanes().stream()
            .filter(lane -> !lane.colour().equals(OTHERS_COLOUR))
            .sorted(Comparator.comparing(lane -> !lane.starved()))
            .collect(Collectors.toCollection(ArrayList::new));
    List<Integer> others = new ArrayList<>(timeline().unreadBytes());
    for (int step = 0; step < others.size(); step++) {
      int at = step;
      others.set(at, others.get(at) - layers.stream().mapToInt(lane -> lane.bytes().get(at)).sum());
    }
    boolean named = Collections.max(others) > session.initialSessionWindow() / NEGLIGIBLE_DIVISOR;
    layers.add(new Layer(named ? "other streams" : "", OTHERS_COLOUR, others));
    layers.add(new Layer(UNACKNOWLEDGED_LABEL, "unacknowledged", timeline().unacknowledgedBytes()));
    layers.add(new Layer("window left", "free", timeline().receiveWindow()));
    return layers;
  }

  Layer sendLayer() {
    return new Layer("send window", "send", timeline().sendWindow());
  }

  private boolean isSubjectOfVerdict() {
    return diagnosis
        .verdict()
        .flatMap(Verdict::session)
        .filter(
            judged ->
                judged.id().equals(state().id())
                    && judged.role() == state().role()
                    && judged.localAddress().equals(state().localAddress()))
        .isPresent();
  }

  /** Returns whether the session received enough data to be drawn as a receiver. */
  boolean isReceiving() {
    return session.isStalled() && state().isExhausted()
        || session.peakUnreadBytes() > session.initialSessionWindow() / NEGLIGIBLE_DIVISOR
        || session.streamStalls().count() > 0 && session.peakUnreadBytes() > 0;
  }

  /**
   * Returns whether the session seems to have sent data: its send window was exhausted while little
   * arrived, or fell below half of its earlier maximum.
   */
  boolean isSending() {
    List<Integer> window = timeline().sendWindow();
    int largest = 0;
    for (int bytes : window.subList(firstKnownStep(window), window.size())) {
      if (bytes <= 0 && !isReceiving() || bytes < largest / 2) {
        return true;
      }
      largest = Math.max(largest, bytes);
    }
    return false;
  }

  /** Returns the first step with a known value; earlier steps are filled with zeros. */
  static int firstKnownStep(List<Integer> series) {
    return (int) series.stream().takeWhile(value -> value == 0).count();
  }

  int largestSendWindow() {
    return Collections.max(timeline().sendWindow());
  }

  /** Returns the first step at which the receive window is known. */
  int firstWindowStep() {
    Timeline timeline = timeline();
    return Stream.of(
            timeline.receiveWindow(), timeline.unreadBytes(), timeline.unacknowledgedBytes())
        .mapToInt(SessionView::firstKnownStep)
        .min()
        .orElseThrow();
  }

  boolean isUneventful() {
    return !session.isStalled()
        && session.sessionStalls().count() == 0
        && session.streamStalls().count() == 0
        && !isReceiving();
  }

  /** Returns whether the source has timestamps, and the session has data to draw over time. */
  boolean isDrawable() {
    return diagnosis.startNanos().isPresent()
        && endNanos() > 0
        && timeline().stepCount() > 0
        && (isReceiving() || isSending());
  }

  /** Returns whether the source is a snapshot of one moment that can be drawn. */
  boolean isSnapshotDrawable() {
    return diagnosis.isSnapshot() && timeline().stepCount() > 0 && isReceiving();
  }

  boolean isSnapshot() {
    return diagnosis.isSnapshot();
  }

  /** Returns the start of the session's timeline, in nanoseconds since the first event. */
  long startNanos() {
    return timeline().startNanos() - diagnosis.startNanos().orElse(timeline().startNanos());
  }

  /** Returns the end of the last step with a change, in nanoseconds since the first event. */
  private long lastChangeNanos() {
    return startNanos() + timeline().stepCount() * timeline().stepNanos();
  }

  /**
   * Returns the end of the drawn time, in nanoseconds since the first event. Shortens inactivity at
   * the end to a quarter of the time before it, but to no less than three seconds for a stall.
   */
  long endNanos() {
    OptionalLong first = diagnosis.startNanos();
    OptionalLong last = diagnosis.endNanos();
    if (first.isEmpty() || last.isEmpty()) {
      return 0;
    }
    long quarter = (lastChangeNanos() - startNanos()) / 4;
    long silence =
        session.isStalled() ? Math.max(quarter, MIN_DRAWN_SILENCE_SECONDS * SECOND_NANOS) : quarter;
    return Math.min(last.getAsLong() - first.getAsLong(), lastChangeNanos() + silence);
  }

  /** Returns the end of the time axis, with extra room for a stall that did not end. */
  long axisEndNanos() {
    boolean lasts =
        session.isStalled() && state().stalledSinceNanos().isPresent() && endedStall().isEmpty();
    return endNanos() + (lasts ? (endNanos() - startNanos()) / 40 : 0);
  }

  /** Returns the longest periods in which the session window was exhausted. */
  List<StallEpisode> longestEpisodes() {
    return diagnosis.longestStalls().stream()
        .filter(
            stall ->
                stall.hasTimes()
                    && stall.session().equals(state().id())
                    && stall.role() == state().role()
                    && stall.streamId() == 0
                    && stall.window() == (isReceiving() ? Window.RECEIVE : Window.SEND))
        .toList();
  }

  /** Returns the stall of the session if the source shows its end. */
  Optional<StallEpisode> endedStall() {
    return longestEpisodes().stream()
        .filter(stall -> session.isStalled() && stall.hasWindowReopened())
        .filter(stall -> OptionalLong.of(stall.startNanos()).equals(state().stalledSinceNanos()))
        .findFirst();
  }

  /**
   * Returns the stall as a labelled period or, if the stall did not end, the final inactivity.
   * Returns empty if there is no stall, or its times are unknown.
   */
  Optional<LabelledPeriod> stallPeriod() {
    OptionalLong first = diagnosis.startNanos();
    OptionalLong since = state().stalledSinceNanos();
    if (!session.isStalled() || first.isEmpty() || since.isEmpty()) {
      return Optional.empty();
    }
    long begun = since.getAsLong() - first.getAsLong();
    if (endedStall().isPresent()) {
      long nanos = endedStall().get().durationNanos();
      return Optional.of(
          new LabelledPeriod(begun, begun + nanos, "stalled for " + Amounts.duration(nanos)));
    }
    long from = Math.min(endNanos(), Math.max(begun, lastChangeNanos()));
    String label =
        endNanos() - from < SECOND_NANOS
            ? "stalled since " + Amounts.offset(begun)
            : "nothing moves any more";
    return Optional.of(new LabelledPeriod(from, axisEndNanos(), label));
  }
}
