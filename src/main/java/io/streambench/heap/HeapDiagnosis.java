package io.streambench.heap;

import io.streambench.analysis.ClientResources;
import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.FlowControlReplay;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.Verdict;
import io.streambench.config.SettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The diagnosis of a heap dump, as of a log that ends at that moment. When it is called a hang:
 * {@link HeapVerdict}.
 *
 * @param diagnosis as of a log
 * @param sessions the open sessions, with the requests of their streams
 * @param resources of the clients of that JVM
 * @param closedSessions sessions in the dump whose connection was closed
 * @param stillness what is known of that JVM besides
 */
public record HeapDiagnosis(
    Diagnosis diagnosis,
    List<HeapSession> sessions,
    ClientResources resources,
    int closedSessions,
    Stillness stillness) {

  public HeapDiagnosis {
    sessions = List.copyOf(sessions);
  }

  /**
   * Reads a dump.
   *
   * @param setting that names the file, for messages
   * @param scratch an empty folder for the index of the dump, which the caller removes
   * @param bufferRatio of Jetty's strategy, for the advice
   * @throws SettingException if it is no dump, is damaged, or has no HTTP/2 session of Jetty's
   * @throws IOException if there is no room for the index
   */
  public static HeapDiagnosis read(String setting, Path file, Path scratch, double bufferRatio)
      throws IOException {
    HeapDump dump = HeapDump.open(setting, file, scratch);
    if (!dump.has(JettyNames.SESSION)) {
      throw new SettingException(
          setting, "be of a JVM in which Jetty's HTTP/2 was loaded (it was not)", file);
    }
    try {
      return of(dump, bufferRatio);
    } catch (UnknownShape e) {
      throw new SettingException(
          setting, "be of a JVM with Jetty 10, 11 or 12 (" + e.getMessage() + ")", file);
    } catch (RuntimeException | AssertionError | InternalError e) {
      throw HeapDump.damaged(setting, file, e);
    }
  }

  private static HeapDiagnosis of(HeapDump dump, double bufferRatio) throws IOException {
    HeapSessions read = new HeapSessions(dump);
    ClientResources resources = HeapResources.of(dump);
    long timeNanos = TimeUnit.MILLISECONDS.toNanos(dump.timeMillis());
    FlowControlReplay replay =
        new FlowControlReplay(Duration.ofDays(1), Duration.ofDays(1), bufferRatio);
    Diagnosis replayed =
        replay.replay(
            new HeapEvents(read.open().stream().map(HeapSession::state).toList(), timeNanos));
    return new HeapDiagnosis(
            new Diagnosis(
                Optional.empty(),
                replayed.events(),
                replayed.counts(),
                OptionalLong.of(timeNanos),
                OptionalLong.of(timeNanos),
                replayed.sessions(),
                List.of()),
            read.open(),
            resources,
            read.closed(),
            Stillness.UNKNOWN)
        .after(Stillness.UNKNOWN);
  }

  /** The threads whose going on, or not, makes a difference to the verdict. */
  public List<DumpedThread> threads() {
    return sessions.stream()
        .filter(HeapSession::exhausted)
        .flatMap(session -> Stream.concat(session.waiting().stream(), session.holders().stream()))
        .distinct()
        .toList();
  }

  /** Returns whether another dump has one of these connections. */
  public boolean isOfSameJvm(HeapDiagnosis other) {
    return sessions.stream()
        .anyMatch(session -> other.connections().containsKey(connection(session)));
  }

  private static String connection(HeapSession session) {
    return Stillness.connection(session.state());
  }

  private Map<String, HeapSession> connections() {
    Map<String, HeapSession> known = new HashMap<>();
    sessions.stream()
        .filter(session -> Stillness.isKnown(session.state()))
        .forEach(session -> known.put(connection(session), session));
    return known;
  }

  /**
   * The same, with an earlier dump of the same JVM: what has not changed by a byte for long enough
   * hangs, whichever threads run.
   *
   * @param silence how long that is
   */
  public HeapDiagnosis since(HeapDiagnosis earlier, Duration silence) {
    long nanos = diagnosis.toNanos().orElse(0) - earlier.diagnosis.toNanos().orElse(0);
    if (nanos < silence.toNanos()) {
      return this;
    }
    Map<String, HeapSession> before = earlier.connections();
    Set<String> unchanged =
        sessions.stream()
            .filter(session -> session.isAs(before.get(connection(session))))
            .map(HeapDiagnosis::connection)
            .collect(Collectors.toSet());
    return after(new Stillness(nanos, Set.of(), Set.of(), unchanged));
  }

  /** The same, with what was seen of the threads after the dump. */
  public HeapDiagnosis after(Stillness seen) {
    Optional<Verdict> verdict = new HeapVerdict(sessions, resources, seen).verdict();
    return new HeapDiagnosis(
        new Diagnosis(
            verdict,
            diagnosis.events(),
            diagnosis.counts(),
            diagnosis.fromNanos(),
            diagnosis.toNanos(),
            told(diagnosis.sessions(), sessions, verdict),
            List.of()),
        sessions,
        resources,
        closedSessions,
        seen);
  }

  /** The replay's, with what only a dump tells of the streams; that of the verdict first. */
  private static List<SessionDiagnosis> told(
      List<SessionDiagnosis> replayed, List<HeapSession> open, Optional<Verdict> verdict) {
    Map<String, HeapSession> byId = new HashMap<>();
    open.forEach(session -> byId.put(session.state().id(), session));
    return replayed.stream()
        .map(
            one -> {
              HeapSession session = byId.get(one.state().id());
              boolean stalled = verdict.filter(told -> told.stalls(session.state())).isPresent();
              return new SessionDiagnosis(
                  session.state(),
                  stalled,
                  session.sessionWindow().orElse(one.sessionWindow()),
                  session.streamWindow().orElse(one.streamWindow()),
                  one.maxOpenStreams(),
                  one.windowUpdatesSent(),
                  one.peakUnreadBytes(),
                  one.sessionStalls(),
                  one.streamStalls(),
                  one.timeline());
            })
        .sorted(
            Comparator.comparing(
                    (SessionDiagnosis one) ->
                        !verdict
                            .flatMap(Verdict::session)
                            .map(SessionState::id)
                            .equals(Optional.of(one.state().id())))
                .thenComparing(one -> !one.stalled()))
        .toList();
  }
}
