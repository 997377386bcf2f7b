package io.streambench.analysis;

import io.streambench.config.Text;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.TextDump;
import io.streambench.eventlog.TextDump.DumpedSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Judges thread dumps and Jetty's own dumps. They have windows and waiting threads, and not which
 * thread waits for which session, nor who else may read meanwhile: so no hang is called STALLED
 * here. Two thread dumps of one JVM tell which threads did nothing between them.
 */
public final class DumpedHang {
  private static final String AGAIN =
      "; a reader that works can look the same: take another thread dump, "
          + "and analyze all files together";

  private final List<DumpedSession> clients;
  private final boolean ofThreads;
  private final ThreadMotion readers;
  private final ThreadMotion senders;
  private final Duration silence;

  private DumpedHang(TextDump dump, Duration silence) {
    this.clients =
        dump.sessions().stream().filter(session -> session.role() == Role.CLIENT).toList();
    this.ofThreads = dump.ofThreads();
    this.readers = ThreadMotion.of(dump.readers());
    this.senders = ThreadMotion.of(dump.senders()).now(dump.newestSeconds());
    this.silence = silence;
  }

  /**
   * The verdict; empty where there are no threads, and no session looks like a hang.
   *
   * @param dump of one JVM, at one moment or several
   * @param silence for how long a thread must have done nothing to be told from one that reads
   */
  public static Optional<Verdict> of(TextDump dump, Duration silence) {
    return new DumpedHang(dump, silence).verdict();
  }

  private Optional<Verdict> verdict() {
    return judged().map(verdict -> verdict.withReason(verdict.reason() + whoSends()));
  }

  private Optional<Verdict> judged() {
    Optional<DumpedSession> exhausted =
        clients.stream().filter(DumpedHang::exhausted).filter(busy()).findFirst();
    if (exhausted.isPresent()) {
      return exhausted.map(this::withoutWindow);
    }
    Optional<DumpedSession> lost = clients.stream().filter(DumpedHang::exhausted).findFirst();
    if (lost.isPresent()) {
      return lost.map(DumpedHang::lost);
    }
    if (readers.allRan(silence)) {
      return Optional.of(noStall(whoRan()));
    }
    if (readers.threads().isEmpty()) {
      return ofThreads
          ? Optional.of(
              noStall(
                  "no thread reads a Solr stream; if a query is silent, look at the JVM "
                      + "that merges it"))
          : Optional.empty();
    }
    if (readers.waiting().isEmpty()) {
      return Optional.of(possible(Optional.empty(), whoDoesNotWait()));
    }
    return Optional.of(
        clients.isEmpty()
            ? possible(
                Optional.empty(),
                waits() + "; the reason is unknown: a thread dump does not show windows")
            : possible(
                Optional.of(StallCause.UNKNOWN), waits() + ", but every session has window left"));
  }

  private static Verdict possible(Optional<StallCause> cause, String reason) {
    return verdict(Finding.POSSIBLE, cause, reason, Optional.empty());
  }

  /** A merging thread that waits for nothing from its shards. */
  private String whoDoesNotWait() {
    Set<String> blocked = senders.stillKeys(silence);
    return readers.threads().stream()
        .map(thread -> thread.get(0))
        .filter(reader -> blocked.contains(reader.key()))
        .findFirst()
        .map(
            reader ->
                Text.of(
                    "thread \"%s\" merges a Solr stream, and was blocked while sending its own"
                        + " answer: its client does not read",
                    reader.name()))
        .orElseGet(
            () ->
                Text.of(
                    "thread \"%s\" reads a Solr stream; %s not show whether it makes progress: take"
                        + " another",
                    readers.threads().get(0).get(0).name(),
                    readers.compared() ? "these dumps do" : "one dump does"));
  }

  private Verdict withoutWindow(DumpedSession session) {
    return verdict(
        Finding.POSSIBLE,
        Optional.of(StallCause.SESSION_WINDOW),
        Text.of(
                "session %s to %s has no receive window left, and %,d open streams; ",
                session.id(), session.remote(), session.streams())
            + whoWaits(),
        Optional.of(session));
  }

  private String whoWaits() {
    if (readers.waiting().isEmpty()) {
      return "take a thread dump (jstack PID): it shows whether a reader waits";
    }
    if (!clients.stream().filter(busy()).allMatch(DumpedHang::exhausted)) {
      return waits() + ", possibly for another session, which has window left";
    }
    if (readers.allRan(silence)) {
      return waits()
          + ", but all ran between the thread dumps: if the query is still "
          + "silent, take two more";
    }
    return readers.still(silence).isEmpty()
        ? waits() + AGAIN
        : waits() + ": this is a hang, unless another thread of the same client is reading";
  }

  private String whoRan() {
    List<String> names = readers.threads().stream().map(thread -> thread.get(0).name()).toList();
    String who =
        names.size() == 1
            ? Text.of("thread \"%s\"", names.get(0))
            : Text.of("each of %,d threads that read streams", names.size());
    return who
        + " ran between the dumps (cpu= has grown), so it was not hanging at the first dump; if the"
        + " query is still silent, take two more dumps";
  }

  /** A shard that is read sends more within the time; one that nobody reads does not. */
  private String whoSends() {
    List<String> still = senders.still(silence);
    int all = senders.threads().size();
    if (all == 0) {
      return "";
    }
    if (!senders.compared()) {
      return Text.of(
          "; of %,d thread(s) sending answers here, another dump, 15 s later, shows which of them"
              + " are blocked",
          all);
    }
    return still.isEmpty()
        ? Text.of(
            "; of %,d thread(s) sending answers here, none was blocked for %,d s",
            all, silence.toSeconds())
        : Text.of(
            "; here %,d of %,d thread(s) sending answers had been blocked for %,d s or more, the first"
                + " is \"%s\": the receiver hangs, or does not read",
            still.size(), all, silence.toSeconds(), still.get(0));
  }

  private static Verdict noStall(String reason) {
    return verdict(Finding.NO_STALL, Optional.empty(), reason, Optional.empty());
  }

  private static Verdict lost(DumpedSession session) {
    return verdict(
        Finding.POSSIBLE,
        Optional.of(StallCause.CANCELLED_STREAMS),
        Text.of(
            "session %s to %s has no receive window left and no open stream: cancelled "
                + "streams did not give it back, and the next query on this session hangs",
            session.id(), session.remote()),
        Optional.of(session));
  }

  private String waits() {
    List<String> still = readers.still(silence);
    List<String> waiting = still.isEmpty() ? readers.waiting() : still;
    String waits =
        waiting.size() == 1
            ? Text.of("thread \"%s\" waits for the next document of a stream", waiting.get(0))
            : Text.of(
                "%,d threads wait for the next document of a stream, the first is \"%s\"",
                waiting.size(), waiting.get(0));
    return still.isEmpty()
        ? waits
        : waits + Text.of(", and did nothing for %.1f s", readers.stillSeconds());
  }

  private static boolean exhausted(DumpedSession session) {
    return session.receiveWindow() <= 0;
  }

  private static Predicate<DumpedSession> busy() {
    return session -> session.streams() > 0;
  }

  private static Verdict verdict(
      Finding finding, Optional<StallCause> cause, String reason, Optional<DumpedSession> session) {
    Optional<SessionState> state = session.map(DumpedHang::state);
    return new Verdict(
        finding == Finding.STALLED ? Outcome.STALLED : Outcome.FAILED,
        finding,
        cause,
        reason,
        state,
        List.of(),
        state.stream().toList());
  }

  /** Such a dump does not show the unread bytes. */
  private static SessionState state(DumpedSession session) {
    return new SessionState(
        session.id(),
        session.role(),
        "",
        session.local(),
        session.remote(),
        session.receiveWindow(),
        session.sendWindow(),
        0,
        0,
        0,
        session.streams(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        List.of());
  }
}
