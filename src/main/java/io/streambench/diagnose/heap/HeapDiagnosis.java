package io.streambench.diagnose.heap;

import io.streambench.base.SettingException;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.SessionDiagnosis.StallTotals;
import io.streambench.flow.replay.Timeline;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.SolrjClient;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The diagnosis of a heap dump; {@link HeapVerdict} defines what counts as a hang.
 *
 * @param timeMillis time of the dump, in milliseconds since the epoch
 * @param closedSessionCount number of sessions in the dump whose connection was closed
 * @param clients the SolrJ clients whose classes are loaded
 * @param activity observations of the JVM before or after the dump
 */
public record HeapDiagnosis(
    long timeMillis,
    List<HeapSession> sessions,
    ClientResources resources,
    int closedSessionCount,
    Set<SolrjClient> clients,
    ThreadActivity activity) {

  /**
   * Reads and diagnoses a heap dump. The index is created in the empty folder {@code scratch}.
   *
   * @throws SettingException if the file is not a dump, is damaged, or has no Jetty with HTTP/2
   * @throws IOException if there is no room for the index
   */
  public static HeapDiagnosis read(String setting, Path file, Path scratch) throws IOException {
    HeapDump dump = HeapDump.open(setting, file, scratch);
    SettingException.throwIf(
        !dump.has(JettyNames.SESSION),
        setting,
        "be of a JVM in which Jetty's HTTP/2 was loaded (it was not)",
        file);
    try {
      HeapSessions sessions = new HeapSessions(dump);
      return new HeapDiagnosis(
          dump.timeMillis,
          sessions.openSessions(),
          HeapResources.of(dump),
          sessions.closedCount,
          dump.has(JettyNames.LISTENER_12)
              ? Set.of(SolrjClient.JETTY_12)
              : dump.has(JettyNames.LISTENER_10) ? Set.of(SolrjClient.JETTY_10) : Set.of(),
          ThreadActivity.UNKNOWN);
    } catch (HeapObject.UnknownFieldException e) {
      throw new SettingException(
          setting, "be of a JVM with Jetty 10, 11 or 12 (" + e.getMessage() + ")", file);
    } catch (RuntimeException | AssertionError | InternalError e) {
      throw HeapDump.damagedFileException(setting, file, e);
    }
  }

  /** Returns the verdict; empty if there is no sign of a hang. */
  private Optional<Verdict> verdict() {
    return new HeapVerdict(sessions, resources, activity).verdict();
  }

  /** Returns the threads whose activity could change the verdict. */
  public List<HeapDumpThread> relevantThreads() {
    return sessions.stream()
        .flatMap(
            session ->
                session.isExhausted()
                    ? Stream.concat(session.waitingThreads().stream(), session.holders().stream())
                    : session.isAwaitingHeaders()
                        ? session.headerWaiters().stream()
                        : Stream.empty())
        .distinct()
        .toList();
  }

  /** Returns whether there is a possible hang that a second dump could confirm or rule out. */
  public boolean needsSecondDump() {
    return verdict()
        .filter(verdict -> verdict.finding() == Finding.POSSIBLE)
        .filter(verdict -> !verdict.cause().equals(Optional.of(StallCause.EARLY_CLOSE)))
        .isPresent();
  }

  public boolean isOfSameJvm(HeapDiagnosis other) {
    Map<String, HeapSession> others = other.sessionsByConnection();
    return sessions.stream().anyMatch(session -> others.containsKey(session.connectionKey()));
  }

  private Map<String, HeapSession> sessionsByConnection() {
    return sessions.stream()
        .filter(HeapSession::isIdentifiable)
        .collect(
            Collectors.toMap(
                HeapSession::connectionKey, session -> session, (first, other) -> other));
  }

  /**
   * Returns a diagnosis that takes an earlier dump of the same JVM into account. A session whose
   * state is unchanged counts as hanging if the dumps are at least {@code silence} apart.
   */
  public HeapDiagnosis comparedWith(HeapDiagnosis earlier, Duration silence) {
    long nanos = TimeUnit.MILLISECONDS.toNanos(timeMillis - earlier.timeMillis);
    if (nanos < silence.toNanos()) {
      return this;
    }
    Map<String, HeapSession> before = earlier.sessionsByConnection();
    Set<String> unchanged =
        sessions.stream()
            .filter(session -> session.isUnchangedFrom(before.get(session.connectionKey())))
            .map(HeapSession::connectionKey)
            .collect(Collectors.toSet());
    return withActivity(new ThreadActivity(nanos, Set.of(), Set.of(), unchanged));
  }

  public HeapDiagnosis withActivity(ThreadActivity newActivity) {
    return new HeapDiagnosis(
        timeMillis, sessions, resources, closedSessionCount, clients, newActivity);
  }

  /** Converts this object to a {@link Diagnosis}, which lists the verdict's session first. */
  public Diagnosis toDiagnosis() {
    OptionalLong nanos = OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(timeMillis));
    Optional<Verdict> verdict = verdict();
    Optional<String> verdictSession = verdict.flatMap(Verdict::session).map(SessionState::id);
    List<SessionDiagnosis> all =
        sessions.stream()
            .map(session -> sessionDiagnosis(session, verdict, nanos.getAsLong()))
            .sorted(
                Comparator.comparing(
                        (SessionDiagnosis session) ->
                            !verdictSession.equals(Optional.of(session.state().id())))
                    .thenComparing(session -> !session.isStalled()))
            .toList();
    return new Diagnosis(
        Source.HEAP_DUMP,
        verdict,
        Optional.empty(),
        all.size(),
        ReadCounts.NONE,
        nanos,
        nanos,
        all,
        List.of());
  }

  private static SessionDiagnosis sessionDiagnosis(
      HeapSession session, Optional<Verdict> verdict, long nanos) {
    SessionState state = session.state();
    int stalls = (state.isExhausted() ? 1 : 0) + (state.isSendBlocked() ? 1 : 0);
    List<StreamState> streams = state.streams();
    return new SessionDiagnosis(
        state,
        verdict.filter(found -> found.isStallOf(state)).isPresent(),
        false,
        session
            .sessionWindow()
            .orElse(state.receiveWindow() + state.unreadBytes() + state.unacknowledgedBytes()),
        session
            .streamWindow()
            .orElse(streams.stream().mapToLong(HeapDiagnosis::initialWindow).max().orElse(0)),
        streams.size(),
        0,
        state.unreadBytes(),
        new StallTotals(stalls, 0, 0),
        new StallTotals(
            streams.stream()
                .filter(stream -> stream.receiveWindow() <= 0)
                .filter(stream -> !stream.remotelyClosed() && !stream.cancelled())
                .count(),
            0,
            0),
        new Timeline(
            nanos,
            1,
            singleValue(state.receiveWindow()),
            singleValue(state.sendWindow()),
            singleValue(state.unreadBytes()),
            singleValue(state.unacknowledgedBytes()),
            streams.stream()
                .map(stream -> new Timeline.Lane(stream.id(), singleValue(stream.unreadBytes())))
                .toList()));
  }

  private static long initialWindow(StreamState stream) {
    return stream.receiveWindow() + stream.unreadBytes() + stream.unacknowledgedBytes();
  }

  private static List<Integer> singleValue(long bytes) {
    return List.of((int) Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, bytes)));
  }
}
