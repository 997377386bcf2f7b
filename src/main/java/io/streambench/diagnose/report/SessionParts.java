package io.streambench.diagnose.report;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Page;
import io.streambench.base.page.Part;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.ResultTable.Entry;
import io.streambench.diagnose.report.SessionView.Layer;
import io.streambench.flow.events.EpochTime;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.Timeline;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Formats a session for a report: its state, its streams, and its windows over time. */
record SessionParts(SessionView view) {
  /** Returns the section about the session. An HTML page contains all known facts. */
  Section section(boolean isPage, boolean isFolded) {
    SessionState state = view.state();
    String title =
        TextFormat.of(
            "Session %s%s, %s side%s, %s to %s",
            state.id(),
            view.session().isStalled() ? " (stalled)" : "",
            state.role(),
            state.owner().isEmpty() ? "" : " (" + state.owner() + ")",
            state.localAddress(),
            state.remoteAddress());
    List<Part> parts = new ArrayList<>();
    parts.add(new Part.Facts(sessionFacts(isPage)));
    if (isPage) {
      parts.add(new Figure(view));
    }
    if (!isOnlySending()) {
      parts.add(new Part.Table(streamTable()));
    }
    return new Section(title, isFolded, parts);
  }

  /**
   * Returns whether the session stalled as a sender, which makes its receive windows irrelevant.
   */
  private boolean isOnlySending() {
    return view.session().isStalled() && !view.state().mayBlockReader();
  }

  private Map<String, String> sessionFacts(boolean isPage) {
    SessionState state = view.state();
    Map<String, String> facts = new LinkedHashMap<>();
    if (!view.isSnapshot() && state.stalledSinceNanos().isPresent()) {
      facts.put("window used up since", sinceText(state.stalledSinceNanos().getAsLong()));
    }
    if (isOnlySending()) {
      facts.put(
          "send window",
          TextFormat.of("%,d bytes: only the other end knows what is unread", state.sendWindow()));
    } else {
      facts.put(
          "window",
          TextFormat.of(
              "%,d bytes = %,d left + %,d unread + %,d consumed and unacknowledged",
              view.session().initialSessionWindow(),
              state.receiveWindow(),
              state.unreadBytes(),
              state.unacknowledgedBytes()));
      if (state.unseenStreams() > 0) {
        facts.put(
            "more open streams, which the source does not show",
            TextFormat.of("%,d (Jetty's state=[streams=…])", state.unseenStreams())
                + (state.areUnseenStreamsEmpty() ? ", starved" : ""));
      }
      addBytes(facts, "unread on cancelled streams", state.cancelledBytes());
      addBytes(
          facts, "unread on streams that the source does not show", state.unreadOfUnseenStreams());
    }
    if (isPage && !view.isSnapshot()) {
      facts.put("WINDOW_UPDATEs sent", Amounts.count(view.session().windowUpdatesSent()));
      addBytes(facts, "largest send window", view.isSending() ? view.largestSendWindow() : 0);
    }
    return facts;
  }

  private static void addBytes(Map<String, String> facts, String name, long bytes) {
    if (bytes > 0) {
      facts.put(name, Amounts.bytes(bytes));
    }
  }

  private String sinceText(long nanos) {
    OptionalLong first = view.diagnosis().startNanos();
    return EpochTime.format(nanos)
        + (first.isPresent()
            ? " (" + Amounts.offset(nanos - first.getAsLong()) + " after the first event)"
            : "")
        + view.endedStall()
            .map(stall -> ", for " + Amounts.duration(stall.durationNanos()))
            .orElseGet(
                () ->
                    "; the source covers "
                        + Amounts.duration(view.diagnosis().silenceNanos(view.session()).orElse(0))
                        + " after that");
  }

  private ResultTable streamTable() {
    return ResultTable.of("", view.state().streams())
        .number("stream", StreamState::id)
        .number("unread", stream -> Amounts.count(stream.unreadBytes()))
        .number("window left", stream -> Amounts.count(stream.receiveWindow()))
        .number("not acknowledged", stream -> Amounts.count(stream.unacknowledgedBytes()))
        .entries(
            "state",
            false,
            stream ->
                new Entry(
                    describeState(stream),
                    Optional.empty(),
                    view.starvedStreamIds().contains(stream.id())));
  }

  private String describeState(StreamState stream) {
    if (!stream.isOpenWithoutData()) {
      return stream.cancelled() ? "cancelled" : stream.remotelyClosed() ? "received whole" : "open";
    }
    List<StreamState> starved = view.state().awaitedStreams();
    if (!view.session().isStalled()) {
      return "nothing to read: a reader may wait for it";
    }
    if (!starved.contains(stream)) {
      return "nothing to read";
    }
    return stream.waiting() == Waiting.YES
            || starved.size() == 1 && !view.state().areUnseenStreamsEmpty()
        ? "starved: the reader waits for it"
        : "starved: the reader may wait for it";
  }

  /** The charts of a session, for HTML pages only. */
  record Figure(SessionView view) implements Part {
    @Override
    public boolean isEmpty() {
      return !view.isDrawable();
    }

    @Override
    public Optional<String> script() {
      return Optional.of("timeline.js");
    }

    @Override
    public String html() {
      SessionDiagnosis session = view.session();
      int leftOut = view.omittedLaneCount();
      List<Layer> legend = new ArrayList<>(view.isReceiving() ? view.layers() : List.of());
      legend.removeIf(layer -> layer.name().isEmpty());
      Collections.reverse(legend);
      return Page.renderTemplate(
          "timeline",
          Map.ofEntries(
              Map.entry("id", view.state().id()),
              Map.entry("window", Amounts.bytes(session.initialSessionWindow())),
              Map.entry("data", Page.scriptJson(data())),
              Map.entry("receives", view.isReceiving()),
              Map.entry("sends", view.isSending()),
              Map.entry("layers", legend),
              Map.entry("hasLanes", !view.lanes().isEmpty()),
              Map.entry("lanes", view.lanes().size()),
              Map.entry("leftOut", leftOut == 0 ? "" : Amounts.count(leftOut)),
              Map.entry("mostUnread", Amounts.roundedBytes(session.peakUnreadBytes())),
              Map.entry("usedUp", Amounts.count(session.sessionStalls().count()))));
    }

    /** Returns the data for the charts; times are in nanoseconds since the first event. */
    private Map<String, Object> data() {
      Timeline timeline = view.timeline();
      Map<String, Object> data = new LinkedHashMap<>();
      data.put("start", view.startNanos());
      data.put("step", timeline.stepNanos());
      data.put("steps", timeline.stepCount());
      data.put("end", view.endNanos());
      data.put("to", view.axisEndNanos());
      data.put("lanes", view.lanes().stream().map(Figure::layer).toList());
      if (view.isReceiving()) {
        data.put("first", view.firstWindowStep());
        data.put("initial", view.session().initialSessionWindow());
        data.put(
            "layers",
            view.layers().stream().filter(part -> part.id() == 0).map(Figure::layer).toList());
      }
      if (view.isSending()) {
        data.put("firstSend", SessionView.firstKnownStep(timeline.sendWindow()));
        data.put("send", layer(view.sendLayer()));
      }
      long origin = timeline.startNanos() - view.startNanos();
      data.put(
          "stalls",
          view.longestEpisodes().stream()
              .map(stall -> List.of(stall.startNanos() - origin, stall.endNanos() - origin))
              .toList());
      view.stallPeriod().ifPresent(mark -> data.put("mark", mark));
      return data;
    }

    /**
     * Converts a layer to JSON, from the first nonzero step ({@code at}) to the last nonzero step.
     */
    private static Map<String, Object> layer(Layer layer) {
      List<Integer> bytes = layer.bytes();
      int from = SessionView.firstKnownStep(bytes);
      int to = bytes.size();
      while (to > from && bytes.get(to - 1) == 0) {
        to--;
      }
      return Map.of(
          "id", layer.id(),
          "name", layer.name(),
          "colour", layer.colour(),
          "starved", layer.starved(),
          "at", from,
          "v", bytes.subList(from, to));
    }
  }
}
