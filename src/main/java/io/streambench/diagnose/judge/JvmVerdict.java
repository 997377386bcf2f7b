package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ThreadHistory.Motion;
import io.streambench.flow.replay.DumpDiagnosis.JvmAnswer;
import io.streambench.flow.replay.DumpDiagnosis.LookAlike;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import io.streambench.flow.threads.WholeJvm.LockWait;
import io.streambench.flow.threads.WholeJvm.Sign;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * The verdict from the dumps of one JVM. They show which threads wait, but not for which session,
 * or how much window it has. Therefore they never yield STALLED. NO_STALL requires a reader that
 * ran or ended, or dumps that would have shown every reader of the JVM.
 */
record JvmVerdict(DumpedJvm jvm) {
  /** The steps for a hang of another kind; empty if there is none. */
  List<NextStep> anotherHang() {
    if (!jvm.whole().deadlock().isEmpty()) {
      return List.of(NextStep.DEADLOCK);
    } else if (!jvm.threads(Activity.AWAITS_MEMORY::equals).isEmpty()) {
      return List.of(NextStep.MORE_MEMORY, NextStep.FEWER_BUFFERS);
    } else if (jvm.readers.isEmpty() && !jvm.notRun(Activity.FETCHES_INDEX).isEmpty()) {
      return List.of(NextStep.INDEX_SENDER);
    } else if (jvm.readers.isEmpty() && !jvm.notRun(Activity.SENDS_INDEX).isEmpty()) {
      return List.of(NextStep.INDEX_RECEIVER);
    }
    return List.of();
  }

  JvmAnswer answer() {
    List<LockWait> deadlock = jvm.whole().deadlock();
    if (!deadlock.isEmpty()) {
      return answer(
          Finding.POSSIBLE,
          List.of(
              Kind.DEADLOCK.of(
                  deadlock.stream()
                      .map(JvmVerdict::link)
                      .reduce((one, next) -> Kind.BOTH.of(one, next))
                      .orElseThrow())));
    }
    // These threads wake up to try again, so it does not matter whether they ran.
    List<ThreadHistory> memory = jvm.threads(Activity.AWAITS_MEMORY::equals);
    if (!memory.isEmpty()) {
      return answer(
          StallCause.DIRECT_MEMORY,
          Kind.THREADS_WITHOUT_MEMORY.of(memory.size(), memory.get(0).last().name()));
    }
    if (jvm.readers.isEmpty()) {
      return withoutReader();
    }
    if (jvm.allRan()) {
      List<String> gone = jvm.newest().showsAll() ? List.of() : jvm.readersGone();
      return gone.isEmpty()
          ? answer(Finding.NO_STALL, List.of(whoRan()))
          : answer(Finding.POSSIBLE, List.of(Kind.A_READER_IS_MISSING.of(gone.get(0))));
    }
    if (!jvm.waiting.isEmpty()) {
      return answer(Finding.POSSIBLE, whyReadersWait());
    }
    return jvm.opening.isEmpty()
        ? answer(Finding.POSSIBLE, List.of(whoDoesNotWait()))
        : answer(Finding.POSSIBLE, Optional.of(StallCause.EARLY_CLOSE), whoOpens());
  }

  private static Reason link(LockWait wait) {
    return wait.holder().isEmpty()
        ? Kind.AWAITS_LOCK.of(wait.thread(), wait.lock())
        : Kind.AWAITS_HELD_LOCK.of(wait.thread(), wait.lock(), wait.holder());
  }

  private List<Reason> whoOpens() {
    ThreadHistory first = stillOrFirst(jvm.opening);
    List<Reason> reasons = new ArrayList<>();
    reasons.add(Kind.HEADERS_MISSING.of(jvm.opening.size(), first.last().name()));
    if (!first.still()) {
      reasons.add(Kind.UNCLEAR.of(first.why()));
    } else if (!Double.isNaN(first.stillSeconds())) {
      reasons.add(Kind.WHICH_DID_NOTHING_FOR.of(first.stillSeconds()));
    }
    reasons.add(Kind.EARLY_CLOSE_OR_SEARCH.of());
    return reasons;
  }

  private static ThreadHistory stillOrFirst(List<ThreadHistory> threads) {
    return threads.stream().filter(ThreadHistory::still).findFirst().orElse(threads.get(0));
  }

  private JvmAnswer withoutReader() {
    int permits = jvm.notRun(Activity.AWAITS_PERMIT).size();
    if (permits > 0) {
      return answer(StallCause.REQUEST_PERMITS, Kind.THREADS_WITHOUT_PERMIT.of(permits));
    }
    List<ThreadHistory> index =
        Stream.of(Activity.FETCHES_INDEX, Activity.SENDS_INDEX)
            .flatMap(does -> jvm.notRun(does).stream())
            .toList();
    if (!index.isEmpty()) {
      return answer(Finding.POSSIBLE, replication(index));
    }
    List<Reason> reasons = new ArrayList<>(List.of(Kind.NO_READER.of()));
    List<String> gone = jvm.readersGone();
    if (!gone.isEmpty()) {
      reasons.add(Kind.READER_ENDED.of(gone.get(0)));
      if (jvm.newest().addresses().isEmpty()) {
        reasons.add(Kind.UNLESS_TWO_JVMS.of());
        return answer(Finding.POSSIBLE, reasons);
      }
    }
    if (!jvm.newest().showsAll()) {
      reasons.add(
          jvm.newest().mayHideVirtualThreads()
              ? Kind.WITHOUT_VIRTUAL_THREADS.of()
              : Kind.PERHAPS_A_PART.of());
      another().ifPresent(reasons::add);
      return answer(Finding.POSSIBLE, reasons);
    }
    Senders senders = jvm.senders();
    if (senders.blocked().stream().anyMatch(sender -> !sender.last().http1())) {
      reasons.add(Kind.ANSWERS_NOT_READ.of());
      return jvm.whole().signs().contains(Sign.SOLR) || !gone.isEmpty()
          ? answer(Finding.POSSIBLE, reasons)
          : answer(Finding.POSSIBLE, List.of(Kind.SERVER_NOT_READ.of()));
    }
    if (senders.unknown().isPresent()) {
      return answer(Finding.POSSIBLE, reasons);
    }
    if (LookAlikes.lock(jvm).or(() -> LookAlikes.pool(jvm)).isPresent()) {
      reasons.add(Kind.PERHAPS_ANOTHER_HANG.of());
      another().ifPresent(reasons::add);
      return answer(Finding.POSSIBLE, reasons);
    }
    if (jvm.mayReadUnseen() && gone.isEmpty()) {
      another().ifPresent(reasons::add);
      reasons.add(Kind.LISTENERS_UNSEEN.of());
      return answer(Finding.POSSIBLE, reasons);
    }
    if (senders.all().isEmpty()) {
      reasons.add(Kind.NO_SENDER.of());
    }
    another().ifPresent(reasons::add);
    reasons.add(Kind.LOOK_AT_MERGING_JVM.of());
    return answer(Finding.NO_STALL, reasons);
  }

  /** A thread that copies or sends an index, and how long it did nothing. */
  private static List<Reason> replication(List<ThreadHistory> index) {
    ThreadHistory first = stillOrFirst(index);
    boolean sends = first.last().activity() == Activity.SENDS_INDEX;
    return List.of(
        (sends ? Kind.SENDS_INDEX : Kind.FETCHES_INDEX).of(first.last().name()),
        !first.still()
            ? Kind.UNCLEAR.of(first.why())
            : Double.isNaN(first.stillSeconds())
                ? Kind.NOTHING_BETWEEN.of()
                : Kind.NOTHING_FOR.of(first.stillSeconds()),
        Kind.NO_DOCUMENTS.of(index.size()));
  }

  /** Another wait; empty if there is none. */
  private Optional<Reason> another() {
    Optional<Reason> lock = LookAlikes.lock(jvm); // already at the beginning of the reason
    return LookAlikes.of(List.of(jvm)).stream()
        .map(LookAlike::what)
        .filter(wait -> !lock.equals(Optional.of(wait)))
        .findFirst()
        .map(Kind.ALSO_ANOTHER_THING::of);
  }

  private JvmAnswer answer(StallCause cause, Reason reason) {
    return answer(Finding.POSSIBLE, Optional.of(cause), List.of(reason));
  }

  private JvmAnswer answer(Finding finding, List<Reason> reasons) {
    return answer(finding, Optional.empty(), reasons);
  }

  private JvmAnswer answer(Finding finding, Optional<StallCause> cause, List<Reason> reasons) {
    List<Reason> all = new ArrayList<>(reasons);
    if (finding != Finding.NO_STALL && jvm.whole().deadlock().isEmpty()) {
      LookAlikes.lock(jvm).map(Kind.LOCK_FIRST::of).ifPresent(lock -> all.add(0, lock));
    }
    all.addAll(jvm.senders().reasons());
    Verdict verdict = Verdict.of(Source.THREADS, finding, cause, all);
    return new JvmAnswer(jvm.name(), jvm.dumps(), verdict);
  }

  /** The threads that wait for data, and for how long if known. */
  List<Reason> whoWaits() {
    List<ThreadHistory> still = jvm.waiting.stream().filter(ThreadHistory::still).toList();
    List<ThreadHistory> named = still.isEmpty() ? jvm.waiting : still;
    DumpedThread first = named.get(0).last();
    Kind kind =
        named.size() == 1
            ? first.solr() ? Kind.WAITS_FOR_DOCUMENT : Kind.WAITS_FOR_DATA
            : first.solr() ? Kind.MANY_WAIT_FOR_DOCUMENTS : Kind.MANY_WAIT_FOR_DATA;
    Reason waits = kind.of(first.name(), named.size());
    if (still.isEmpty()) {
      return List.of(waits);
    }
    OptionalDouble longest =
        still.stream().mapToDouble(ThreadHistory::stillSeconds).filter(Double::isFinite).max();
    return List.of(
        waits,
        longest.isPresent()
            ? Kind.NOTHING_FOR.of(longest.getAsDouble())
            : Kind.NOTHING_BETWEEN_UNTIMED.of());
  }

  private List<Reason> whyReadersWait() {
    List<Reason> reasons = new ArrayList<>(whoWaits());
    if (!jvm.isStill()) {
      jvm.doubt()
          .map(
              reader ->
                  reader.motion() == Motion.ONE_DUMP
                      ? Kind.ONE_DUMP_UNCLEAR.of()
                      : Kind.UNCLEAR.of(reader.why()))
          .ifPresent(reasons::add);
    }
    reasons.add(Kind.NO_WINDOWS.of());
    return reasons;
  }

  private Reason whoRan() {
    return jvm.readers.size() == 1
        ? Kind.READER_RAN.of(jvm.readers.get(0).last().name())
        : Kind.READERS_RAN.of(jvm.readers.size());
  }

  private Reason whoDoesNotWait() {
    for (ThreadHistory reader : jvm.threads(Activity.MERGES_AND_SENDS::equals)) {
      if (reader.still()) {
        return Kind.CLIENT_DOES_NOT_READ.of(reader.last().name());
      }
    }
    List<ThreadHistory> openers = jvm.threads(Activity.AWAITS_HEADERS::equals);
    if (!openers.isEmpty()) {
      return Kind.OPENED_A_STREAM.of(openers.get(0).last().name());
    }
    return (jvm.dumps() > 1 ? Kind.READS : Kind.READS_IN_ONE_DUMP)
        .of(jvm.readers.get(0).last().name());
  }
}
