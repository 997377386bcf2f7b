package io.streambench.flow.replay;

import io.streambench.flow.events.EventReader;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.Session;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallRule;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Replays flow-control events from any source, and applies the {@link StallRule} that the watchdog
 * applies to a live run. Memory does not grow with the number of events: a session takes 8 KB, an
 * open stream a few hundred bytes, and a drawn stream 2 KB more. Not thread-safe.
 *
 * <p>A session is silent while its receive window is exhausted and no data is consumed. A silence
 * that lasts as long as the stall timeout is a stall, unless a reader continues afterwards. A
 * separate minimum length applies to a silence at the end of the source, because the log of a hang
 * often ends with the last event.
 */
public final class FlowControlReplay {
  private static final int DETAILED_STEPS = 512;

  /**
   * The number of sessions with detailed timelines. The timelines of later sessions are coarser, so
   * that 30,000 sessions with six streams each fit into 256 MB.
   */
  private static final int DETAILED_SESSIONS = 2_000;

  private static final int COARSE_STEPS = 16;

  /** The maximum number of streams drawn for all sessions together. */
  static final int MAX_LANES = 8192;

  private static final int MAX_LONGEST_STALLS = 10;
  private static final long REJUDGE_INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final StallRule ruleDuringReplay;
  private final StallRule ruleAtEnd;
  private final double bufferRatio;
  private final long timelineStartNanos;
  final Semaphore freeLanes = new Semaphore(MAX_LANES);
  private final List<SessionTrack> sessions = new ArrayList<>();
  private final PriorityQueue<StallEpisode> longestStalls =
      new PriorityQueue<>(Comparator.comparingLong(StallEpisode::durationNanos));

  /** The silence on which the verdict is based; null if there is none. */
  private Silence hungSilence;

  private SessionTrack verdictTrack;
  private long eventCount;
  private long firstNanos = FlowControlEvent.UNKNOWN;
  private long lastNanos = FlowControlEvent.UNKNOWN;

  /**
   * @param stallTimeout minimum length of a silence that is followed by other events
   * @param silenceAtEnd minimum length of a silence at the end of the source; may be zero
   * @param bufferRatio buffer ratio of Jetty's flow-control strategy; a log does not show it
   */
  public FlowControlReplay(Duration stallTimeout, Duration silenceAtEnd, double bufferRatio) {
    this(stallTimeout, silenceAtEnd, bufferRatio, FlowControlEvent.UNKNOWN);
  }

  private FlowControlReplay(
      Duration stallTimeout, Duration silenceAtEnd, double bufferRatio, long drawFromNanos) {
    this.timelineStartNanos = drawFromNanos;
    this.ruleDuringReplay = new StallRule(stallTimeout);
    this.ruleAtEnd = new StallRule(silenceAtEnd);
    this.bufferRatio = bufferRatio;
  }

  /** Replays all events of a reader and returns the diagnosis. Does not close the reader. */
  public Diagnosis replay(EventReader reader) throws IOException {
    for (FlowControlEvent event; (event = reader.next()) != null; ) {
      accept(event);
    }
    return finish(reader.lastTimeNanos(), reader.counts());
  }

  /** A source of events that can be opened repeatedly. */
  public interface EventSource {
    EventReader open() throws IOException;
  }

  /**
   * Replays a source. If an operation stalled, replays the source a second time, to return finer
   * timelines that start with the stalled operation.
   */
  public Diagnosis replayOperation(EventSource source) throws IOException {
    Diagnosis overall;
    try (EventReader reader = source.open()) {
      overall = replay(reader);
    }
    if (hungSilence == null || hungSilence.operationStartNanos == FlowControlEvent.UNKNOWN) {
      return overall;
    }
    FlowControlReplay operationReplay =
        new FlowControlReplay(
            ruleDuringReplay.stallTimeout(),
            ruleAtEnd.stallTimeout(),
            bufferRatio,
            hungSilence.operationStartNanos);
    try (EventReader reader = source.open()) {
      Diagnosis detailed = operationReplay.replay(reader);
      return detailed.eventCount() == overall.eventCount()
          ? detailed
          : overall; // a pipe cannot be read twice
    }
  }

  /** Processes the next event. Events must be in chronological order. */
  public void accept(FlowControlEvent event) {
    eventCount++;
    if (event.timeNanos() != FlowControlEvent.UNKNOWN) {
      if (firstNanos == FlowControlEvent.UNKNOWN) {
        firstNanos = event.timeNanos();
      }
      lastNanos = Math.max(lastNanos, event.timeNanos());
    }
    SessionTrack track = trackOf(event.session());
    if (track.silence != null) {
      endSilence(track, track.silence.end(event.timeNanos()));
    }
    OptionalLong idle = track.idleNanos(event.timeNanos());
    if (idle.isPresent() && idle.getAsLong() >= ruleDuringReplay.stallTimeout().toNanos()) {
      beginSilence(track, idle.getAsLong(), event.timeNanos());
    }
    track.accept(event);
    if (track.silence != null) {
      track.silence.accept(event);
    }
  }

  private void beginSilence(SessionTrack track, long idleNanos, long nowNanos) {
    Silence previous = track.silence;
    if (previous != null
        && (!previous.isOngoing(nowNanos)
            || nowNanos - previous.verdictNanos < REJUDGE_INTERVAL_NANOS)) {
      return;
    }
    SessionState state = track.state();
    track.silence =
        judge(ruleDuringReplay, track, state, idleNanos)
            .map(judged -> createSilence(judged, track, state, idleNanos, nowNanos))
            .orElse(null);
  }

  /** Creates a silence, and determines the start time of the blocked operation. */
  private Silence createSilence(
      Verdict verdict, SessionTrack track, SessionState state, long idleNanos, long nowNanos) {
    long operation =
        sessions.stream()
            .filter(track::hasSameClient)
            .mapToLong(other -> other.streams.firstNanos(stream -> !stream.cancelled))
            .filter(nanos -> nanos != FlowControlEvent.UNKNOWN)
            .min()
            .orElse(FlowControlEvent.UNKNOWN);
    return new Silence(verdict, state, track.openStreams, operation, idleNanos, nowNanos);
  }

  private void endSilence(SessionTrack track, Silence.End end) {
    if (end == Silence.End.NOT_YET) {
      return;
    }
    if (end == Silence.End.HUNG) {
      reportHang(track, track.silence);
    } else {
      track.hasReaderPaused = track.isExhausted();
    }
    track.silence = null;
  }

  private SessionTrack trackOf(Session session) {
    if (session.trackIndex() < 0) {
      session.trackIndex(sessions.size());
      int steps = sessions.size() < DETAILED_SESSIONS ? DETAILED_STEPS : COARSE_STEPS;
      TimeAxis axis = new TimeAxis(steps, timelineStartNanos);
      sessions.add(new SessionTrack(session, bufferRatio, axis, freeLanes, this::keepLongest));
    }
    return sessions.get(session.trackIndex());
  }

  private Optional<Verdict> judge(
      StallRule rule, SessionTrack track, SessionState state, long idleNanos) {
    List<SessionState> judgedSessions = new ArrayList<>(List.of(state));
    if (state.mayBlockReader()) {
      long since = track.streams.firstNanos(stream -> true);
      sessions.stream()
          .filter(other -> other != track && !other.closed && !other.isExhausted())
          .filter(track::hasSameClient)
          .flatMap(other -> other.stateOfEmptyStreams(since).stream())
          .forEach(judgedSessions::add);
    }
    return rule.judge(idleNanos, () -> judgedSessions)
        .filter(judged -> judged.finding() != Finding.NO_STALL);
  }

  private void judgeAtEnd(SessionTrack track, long idleNanos, long endNanos, boolean isSender) {
    SessionState state = track.state();
    judge(ruleAtEnd, track, state, idleNanos)
        .map(
            judged ->
                judged.finding() == Finding.STALLED
                        && idleNanos < ruleDuringReplay.stallTimeout().toNanos()
                    ? shortSilenceVerdict(judged, track, state, isSender)
                    : judged)
        .ifPresent(
            judged -> {
              Silence silence = createSilence(judged, track, state, idleNanos, endNanos);
              if (track.session.restart().isPresent()) {
                silence.endWithRestart(endNanos);
              }
              reportHang(track, silence);
            });
  }

  /**
   * Returns the verdict on a silence that was cut short by the end of the source or by a restart.
   * The verdict is only POSSIBLE in three cases, because a slow reader can cause the same events:
   * after a restart, which ends sessions in any state; if the source shows only the sender; or if
   * the reader had paused before.
   */
  private static Verdict shortSilenceVerdict(
      Verdict verdict, SessionTrack track, SessionState state, boolean isSender) {
    boolean isRestarted = track.session.restart().isPresent();
    if (!isRestarted && !isSender && !track.hasReaderPaused) {
      return verdict;
    }
    Kind doubt = isRestarted ? Kind.RESTARTED : isSender ? Kind.SOURCE_ENDS : Kind.PAUSED_BEFORE;
    return verdict.asPossible(doubt.of(), state, verdict.sessions());
  }

  /**
   * Reports the silence as the hang, unless an earlier silence takes precedence. A proven hang
   * takes precedence over a possible hang.
   */
  private void reportHang(SessionTrack track, Silence silence) {
    boolean stalled = silence.verdict().finding() == Finding.STALLED;
    if (stalled) {
      track.keepIfLongestStall(silence.state, silence.idleNanos);
    }
    if (hungSilence == null
        || stalled
            && (hungSilence.verdict().finding() != Finding.STALLED
                || verdictTrack == track && hungSilence.startNanos() == silence.startNanos())) {
      hungSilence = silence;
      verdictTrack = track;
    }
  }

  /** Returns the sessions whose receiving peer is not in the same source. */
  private List<SessionTrack> tracksWithoutPeer() {
    Set<String> endpoints = new HashSet<>();
    sessions.stream()
        .filter(SessionTrack::hasReceivingEvents)
        .forEach(
            track ->
                endpoints.add(track.session.localAddress() + " " + track.session.remoteAddress()));
    return sessions.stream()
        .filter(
            track ->
                !endpoints.contains(
                    track.session.remoteAddress() + " " + track.session.localAddress()))
        .toList();
  }

  /** Returns the diagnosis of all events. {@code endNanos} is the time of the last line. */
  public Diagnosis finish(long endNanos, ReadCounts counts) {
    long end = Math.max(endNanos, lastNanos);
    for (SessionTrack track : sessions) {
      if (track.silence != null) {
        endSilence(track, track.silence.endWithoutMoreEvents());
      }
      long trackEnd = track.endNanos(end);
      track.idleNanos(trackEnd).ifPresent(idle -> judgeAtEnd(track, idle, trackEnd, false));
    }
    for (SessionTrack track : tracksWithoutPeer()) {
      long trackEnd = track.endNanos(end);
      track.senderIdleNanos(trackEnd).ifPresent(idle -> judgeAtEnd(track, idle, trackEnd, true));
    }
    sessions.forEach(track -> track.finish(track.endNanos(end)));
    List<SessionDiagnosis> diagnoses =
        sessions.stream()
            .sorted(
                Comparator.comparing((SessionTrack track) -> track != verdictTrack)
                    .thenComparing(track -> track.stalledState.isEmpty()))
            .map(SessionTrack::diagnosis)
            .toList();
    List<StallEpisode> stalls = new ArrayList<>(longestStalls);
    stalls.sort(Comparator.comparingLong(StallEpisode::durationNanos).reversed());
    boolean isTimed = firstNanos != FlowControlEvent.UNKNOWN;
    return new Diagnosis(
        Source.WINDOWS,
        Optional.ofNullable(hungSilence).map(Silence::verdict),
        Optional.empty(),
        eventCount,
        counts,
        isTimed ? OptionalLong.of(firstNanos) : OptionalLong.empty(),
        isTimed ? OptionalLong.of(end) : OptionalLong.empty(),
        diagnoses,
        stalls);
  }

  private void keepLongest(StallEpisode episode) {
    longestStalls.add(episode);
    if (longestStalls.size() > MAX_LONGEST_STALLS) {
      longestStalls.poll();
    }
  }
}
