package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ThreadHistory.Progress;
import io.streambench.flow.replay.DumpDiagnosis.JvmResult;
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
import io.streambench.flow.threads.JvmFindings.JvmTrait;
import io.streambench.flow.threads.JvmFindings.LockWait;
import io.streambench.flow.threads.ThreadDump;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Derives a verdict from the thread dumps of one JVM. Thread dumps do not show windows, so the
 * verdict is never STALLED. The verdict is NO_STALL only if all readers have run, or if the newest
 * dump is complete and contains no reader.
 */
record JvmVerdict(DumpedJvm jvm) {
  /** Returns the steps for a hang of another kind, such as a deadlock; empty if there is none. */
  List<NextStep> otherHangSteps() {
    if (!jvm.deadlock().isEmpty()) {
      return List.of(NextStep.DEADLOCK);
    } else if (!jvm.threadsWithActivity(Activity.AWAITS_MEMORY::equals).isEmpty()) {
      return List.of(NextStep.MORE_MEMORY, NextStep.FEWER_BUFFERS);
    } else if (!jvm.readers.isEmpty() && StallLookAlikes.isMostlyAwaitingLock(jvm)) {
      return List.of(NextStep.WAITING_THREADS);
    } else if (jvm.readers.isEmpty() && !jvm.idleThreads(Activity.FETCHES_INDEX).isEmpty()) {
      return List.of(NextStep.INDEX_SENDER);
    } else if (jvm.readers.isEmpty() && !jvm.idleThreads(Activity.SENDS_INDEX).isEmpty()) {
      return List.of(NextStep.INDEX_RECEIVER);
    }
    return List.of();
  }

  JvmResult result() {
    Optional<Reason> deadlock = deadlockedThreads();
    if (deadlock.isPresent()) {
      return result(Finding.POSSIBLE, List.of(Kind.DEADLOCK.of(deadlock.get())));
    }
    // These threads wake up to retry, so it does not matter whether they ran.
    List<ThreadHistory> memory = jvm.threadsWithActivity(Activity.AWAITS_MEMORY::equals);
    if (!memory.isEmpty()) {
      return result(
          StallCause.DIRECT_MEMORY,
          Kind.THREADS_WITHOUT_MEMORY.of(memory.size(), memory.get(0).newestState().name()));
    }
    if (jvm.readers.isEmpty()) {
      return resultWithoutReader();
    }
    if (jvm.haveAllReadersRun()) {
      List<String> vanished = jvm.newest().hasAllThreads() ? List.of() : jvm.formerReaderNames();
      if (vanished.isEmpty()) {
        return jvm.mayHideVirtualReaders()
            ? result(Finding.POSSIBLE, List.of(readersRanReason(), Kind.VIRTUAL_NOT_SHOWN.of()))
            : result(Finding.NO_STALL, List.of(readersRanReason()));
      }
      return result(Finding.POSSIBLE, List.of(Kind.READER_VANISHED.of(vanished.get(0))));
    }
    if (!jvm.waitingReaders.isEmpty()) {
      return result(Finding.POSSIBLE, readerWaitReasons());
    }
    return jvm.headerWaiters.isEmpty()
        ? result(Finding.POSSIBLE, List.of(noWaitingReaderReason()))
        : result(Finding.POSSIBLE, Optional.of(StallCause.EARLY_CLOSE), headerWaitReasons());
  }

  /** Describes the threads of a deadlock; empty if there is none. */
  Optional<Reason> deadlockedThreads() {
    return jvm.deadlock().stream()
        .map(JvmVerdict::lockWaitReason)
        .reduce((first, next) -> Kind.JOINED.of(first, next));
  }

  private static Reason lockWaitReason(LockWait wait) {
    return wait.holder().isEmpty()
        ? Kind.AWAITS_LOCK.of(wait.thread(), wait.lock())
        : Kind.AWAITS_HELD_LOCK.of(wait.thread(), wait.lock(), wait.holder());
  }

  private List<Reason> headerWaitReasons() {
    ThreadHistory first = idleOrFirst(jvm.headerWaiters);
    List<Reason> reasons = new ArrayList<>();
    reasons.add(Kind.HEADERS_MISSING.of(jvm.headerWaiters.size(), first.newestState().name()));
    if (!first.isIdle()) {
      reasons.add(Kind.UNCLEAR.of(first.unknownActivityReason()));
    } else if (!Double.isNaN(first.idleSeconds())) {
      reasons.add(Kind.THREAD_IDLE_FOR.of(first.idleSeconds()));
    }
    reasons.add(Kind.EARLY_CLOSE_OR_SEARCH.of());
    return reasons;
  }

  private static ThreadHistory idleOrFirst(List<ThreadHistory> threads) {
    return threads.stream().filter(ThreadHistory::isIdle).findFirst().orElse(threads.get(0));
  }

  private JvmResult resultWithoutReader() {
    int permits = jvm.idleThreads(Activity.AWAITS_PERMIT).size();
    if (permits > 0) {
      return result(StallCause.REQUEST_PERMITS, Kind.THREADS_WITHOUT_PERMIT.of(permits));
    }
    List<ThreadHistory> transfers =
        Stream.of(Activity.FETCHES_INDEX, Activity.SENDS_INDEX)
            .flatMap(activity -> jvm.idleThreads(activity).stream())
            .toList();
    if (!transfers.isEmpty()) {
      return result(Finding.POSSIBLE, indexTransferReasons(transfers));
    }
    List<Reason> reasons = new ArrayList<>(List.of(Kind.NO_READER.of()));
    List<String> vanished = jvm.formerReaderNames();
    if (!vanished.isEmpty()) {
      boolean whole = jvm.newest().hasAllThreads();
      reasons.add((whole ? Kind.READER_ENDED : Kind.READER_MISSING).of(vanished.get(0)));
      if (jvm.newest().addresses().isEmpty()) {
        reasons.add(Kind.MAYBE_TWO_JVMS.of());
        return result(Finding.POSSIBLE, reasons);
      }
    }
    Senders senders = jvm.senders();
    boolean unread =
        senders.blockedThreads().stream().anyMatch(sender -> !sender.newestState().http1());
    if (unread && vanished.isEmpty() && !jvm.newestWholeJvm().traits().contains(JvmTrait.SOLR)) {
      return result(Finding.POSSIBLE, List.of(Kind.SERVER_NOT_READ.of()));
    }
    if (!jvm.newest().hasAllThreads()) {
      reasons.add(
          jvm.newest().coverage() != ThreadDump.Coverage.PART
                  && jvm.newest().mayHideVirtualThreads()
              ? Kind.WITHOUT_VIRTUAL_THREADS.of()
              : Kind.MAYBE_PARTIAL_DUMP.of());
      otherWaitReason().ifPresent(reasons::add);
      return result(Finding.POSSIBLE, reasons);
    }
    if (unread) {
      reasons.add(Kind.ANSWERS_NOT_READ.of());
      return result(Finding.POSSIBLE, reasons);
    }
    if (senders.unknownReason().isPresent() || senders.mayAnyBeBlocked()) {
      return result(Finding.POSSIBLE, reasons);
    }
    boolean answerStopped =
        jvm.threadsWithActivity(Activity.AWAITS_REST::equals).stream()
            .anyMatch(ThreadHistory::isIdle);
    if (answerStopped || StallLookAlikes.isContendedOrExhausted(jvm)) {
      reasons.add(Kind.MAYBE_OTHER_HANG.of());
      otherWaitReason().ifPresent(reasons::add);
      return result(Finding.POSSIBLE, reasons);
    }
    if (jvm.mayHaveHiddenReaders() && vanished.isEmpty()) {
      otherWaitReason().ifPresent(reasons::add);
      reasons.add(Kind.LISTENERS_UNSEEN.of());
      return result(Finding.POSSIBLE, reasons);
    }
    if (senders.threads().isEmpty()) {
      reasons.add(Kind.NO_SENDER.of());
    }
    otherWaitReason().ifPresent(reasons::add);
    reasons.add(Kind.LOOK_AT_MERGING_JVM.of());
    return result(Finding.NO_STALL, reasons);
  }

  /** Describes threads that fetch or send an index, and how long one of these threads was idle. */
  private static List<Reason> indexTransferReasons(List<ThreadHistory> transfers) {
    ThreadHistory first = idleOrFirst(transfers);
    boolean sends = first.newestState().activity() == Activity.SENDS_INDEX;
    return List.of(
        (sends ? Kind.SENDS_INDEX : Kind.FETCHES_INDEX).of(first.newestState().name()),
        !first.isIdle()
            ? Kind.UNCLEAR.of(first.unknownActivityReason())
            : Double.isNaN(first.idleSeconds())
                ? Kind.IDLE_BETWEEN_DUMPS.of()
                : Kind.IDLE_FOR.of(first.idleSeconds()),
        Kind.NOT_A_DOCUMENT_STREAM.of(transfers.size()));
  }

  /** Describes the first wait that is not a stall; empty if there is none. */
  private Optional<Reason> otherWaitReason() {
    Optional<Reason> lock =
        StallLookAlikes.contendedLockReason(jvm); // the sentence already starts with this lock
    return StallLookAlikes.of(List.of(jvm)).stream()
        .map(LookAlike::description)
        .filter(wait -> !lock.equals(Optional.of(wait)))
        .findFirst()
        .map(Kind.ALSO_OTHER_WAIT::of);
  }

  private JvmResult result(StallCause cause, Reason reason) {
    return result(Finding.POSSIBLE, Optional.of(cause), List.of(reason));
  }

  private JvmResult result(Finding finding, List<Reason> reasons) {
    return result(finding, Optional.empty(), reasons);
  }

  private JvmResult result(Finding finding, Optional<StallCause> cause, List<Reason> reasons) {
    List<Reason> all = new ArrayList<>(reasons);
    if (finding != Finding.NO_STALL && jvm.deadlock().isEmpty()) {
      StallLookAlikes.contendedLockReason(jvm)
          .map(Kind.LOCK_FIRST::of)
          .ifPresent(lock -> all.add(0, lock));
    }
    all.addAll(jvm.senders().reasons());
    Verdict verdict = Verdict.of(Source.THREADS, finding, cause, all);
    return new JvmResult(jvm.name(), jvm.dumpCount(), verdict);
  }

  /** Describes the threads that wait for data and, if known, how long they have been idle. */
  List<Reason> waitingThreadReasons() {
    List<ThreadHistory> idle = jvm.waitingReaders.stream().filter(ThreadHistory::isIdle).toList();
    List<ThreadHistory> shown = idle.isEmpty() ? jvm.waitingReaders : idle;
    DumpedThread first = shown.get(0).newestState();
    Kind kind =
        shown.size() == 1
            ? first.isSolr() ? Kind.WAITS_FOR_DOCUMENT : Kind.WAITS_FOR_DATA
            : first.isSolr() ? Kind.MANY_WAIT_FOR_DOCUMENTS : Kind.MANY_WAIT_FOR_DATA;
    Reason waits = kind.of(first.name(), shown.size());
    if (idle.isEmpty()) {
      return List.of(waits);
    }
    OptionalDouble longest =
        idle.stream().mapToDouble(ThreadHistory::idleSeconds).filter(Double::isFinite).max();
    return List.of(
        waits,
        longest.isPresent()
            ? Kind.IDLE_FOR.of(longest.getAsDouble())
            : Kind.IDLE_BETWEEN_UNTIMED_DUMPS.of());
  }

  private List<Reason> readerWaitReasons() {
    List<Reason> reasons = new ArrayList<>(waitingThreadReasons());
    if (!jvm.hasIdleReader()) {
      jvm.uncertainReader()
          .map(
              reader ->
                  reader.progress() == Progress.ONE_DUMP
                      ? Kind.ONE_DUMP_UNCLEAR.of()
                      : Kind.UNCLEAR.of(reader.unknownActivityReason()))
          .ifPresent(reasons::add);
    }
    reasons.add(Kind.NO_WINDOWS.of());
    return reasons;
  }

  private Reason readersRanReason() {
    return jvm.readers.size() == 1
        ? Kind.READER_RAN.of(jvm.readers.get(0).newestState().name())
        : Kind.READERS_RAN.of(jvm.readers.size());
  }

  /**
   * Returns a merge that waits until its own client reads; empty if there is none, or if a reader
   * waits for data.
   */
  Optional<ThreadHistory> mergeAwaitingClient() {
    return !jvm.waitingReaders.isEmpty() || !jvm.headerWaiters.isEmpty()
        ? Optional.empty()
        : jvm.threadsWithActivity(Activity.MERGES_AND_SENDS::equals).stream()
            .filter(ThreadHistory::isIdle)
            .findFirst();
  }

  private Reason noWaitingReaderReason() {
    Optional<ThreadHistory> unreadMerge = mergeAwaitingClient();
    if (unreadMerge.isPresent()) {
      return Kind.CLIENT_DOES_NOT_READ.of(unreadMerge.get().newestState().name());
    }
    List<ThreadHistory> openers = jvm.threadsWithActivity(Activity.AWAITS_HEADERS::equals);
    if (!openers.isEmpty()) {
      return Kind.OPENED_A_STREAM.of(openers.get(0).newestState().name());
    }
    return (jvm.dumpCount() > 1 ? Kind.READS : Kind.READS_IN_ONE_DUMP)
        .of(jvm.readers.get(0).newestState().name());
  }
}
