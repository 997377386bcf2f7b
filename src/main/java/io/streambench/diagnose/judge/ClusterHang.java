package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ClusterThreads.JvmThread;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.LookAlike;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Diagnoses a cluster from repeated thread dumps of all its JVMs. A merge that received nothing is
 * STALLED if all threads that send to the merge were blocked and no shard was computing results for
 * the merge. The names of the sending threads contain the identifier of the merge's request. If
 * this identifier is unknown, every sending thread without a known merge is taken into account.
 */
public final class ClusterHang {
  private static final int MAX_LISTED_NODES = 6;

  private final ClusterThreads threads;
  private final List<UnseenJvm> unseenJvms;
  private final List<String> deadNodes;

  /**
   * A JVM and its thread dumps, in chronological order.
   *
   * @param proofBlocker why an idle merge in this JVM does not prove a stall; empty if it does
   * @param isHttp1 whether the JVM's clients use HTTP/1.1
   * @param garbageCollectionShare share of the time that garbage collection took; 0 if unknown
   */
  public record Jvm(
      String name,
      List<ThreadDump> dumps,
      Optional<Reason> proofBlocker,
      boolean isHttp1,
      double garbageCollectionShare) {
    /**
     * Returns a copy with the larger of {@code share} and this JVM's share of garbage collection.
     */
    public Jvm withGarbageCollectionShare(double share) {
      return new Jvm(name, dumps, proofBlocker, isHttp1, Math.max(share, garbageCollectionShare));
    }
  }

  /**
   * A thread that merges the responses of shards.
   *
   * @param requestId identifier of the thread's request; empty if its name does not contain one
   * @param idleSeconds minimum idle time up to the last dump; 0 if unknown or not idle
   */
  public record Merge(String threadName, String requestId, double idleSeconds) {
    /** Returns whether the thread was idle up to the last dump. */
    public boolean isHanging() {
      return idleSeconds > 0;
    }
  }

  /** The merges of a JVM, the number of its blocked senders, and the number of all its senders. */
  public record JvmActivity(List<Merge> merges, int blockedSenderCount, int senderCount) {
    private boolean hasStreams() {
      return !merges.isEmpty() || senderCount > 0;
    }
  }

  /** The diagnosis of a cluster, and the threads of each JVM by its name. */
  public record Result(DumpDiagnosis diagnosis, Map<String, JvmActivity> activityByJvm) {}

  private ClusterHang(
      List<Jvm> jvms, List<UnseenJvm> unseenJvms, List<String> deadNodes, Duration silence) {
    this.unseenJvms = unseenJvms;
    this.deadNodes = deadNodes;
    this.threads = new ClusterThreads(jvms, silence);
  }

  /**
   * Diagnoses a cluster from the dumps of its JVMs.
   *
   * @param unseenJvms JVMs without dumps, such as a node that does not respond
   * @param deadNodes nodes that have replicas but are not live; a merge may wait for one of them
   * @param silence minimum idle time of a thread that counts as hanging
   */
  public static Result diagnose(
      List<Jvm> jvms, List<UnseenJvm> unseenJvms, List<String> deadNodes, Duration silence) {
    ClusterHang hang = new ClusterHang(jvms, unseenJvms, deadNodes, silence);
    ClusterThreads threads = hang.threads;
    Verdict verdict = hang.verdict();
    List<NextStep> steps = new ClusterSteps(threads, unseenJvms).of(verdict);
    List<LookAlike> waits = new ArrayList<>();
    Optional<Reason> deadlock = threads.deadlock();
    if (verdict.finding() == Finding.STALLED) { // the proof excludes deadlocks and locks
      deadlock.ifPresent(elsewhere -> waits.add(new LookAlike("", elsewhere)));
    } else if (deadlock.isPresent()) {
      verdict = withDeadlockFirst(verdict, deadlock.get());
      steps = ClusterSteps.addDeadlock(steps, unseenJvms);
    } else {
      Optional<Reason> lock = StallLookAlikes.persistentLockReason(threads.jvms);
      if (lock.isPresent()) {
        verdict = verdict.withFirstReason(Kind.LOCK_FIRST.of(lock.get()));
        steps = ClusterSteps.replaceByLock(steps);
      }
    }
    waits.addAll(StallLookAlikes.of(threads.jvms, ThreadHistory::isIdle));
    Map<String, JvmActivity> threadsByJvm = new LinkedHashMap<>();
    jvms.forEach(jvm -> threadsByJvm.put(jvm.name(), threads.activityOf(jvm)));
    return new Result(
        FullHeap.addFullHeap(
            new DumpDiagnosis(verdict, List.of(), waits, steps),
            jvms.stream()
                .filter(jvm -> threadsByJvm.get(jvm.name()).hasStreams())
                .mapToDouble(Jvm::garbageCollectionShare)
                .max()
                .orElse(0)),
        threadsByJvm);
  }

  /** A deadlock never ends, so it precedes any other explanation, and there is no NO_STALL. */
  private static Verdict withDeadlockFirst(Verdict verdict, Reason deadlock) {
    return verdict.finding() == Finding.NO_STALL
        ? possibleVerdict(null, deadlock)
        : verdict.withFirstReason(Kind.LOCK_FIRST.of(deadlock));
  }

  private Verdict verdict() {
    List<JvmThread> persistentReaders =
        threads.readers().stream().filter(JvmThread::hasSameRequestInAllDumps).toList();
    List<JvmThread> waiting =
        persistentReaders.stream()
            .filter(thread -> thread.activity() == Activity.READS && thread.history().isIdle())
            .toList();
    for (JvmThread merge : waiting) {
      if (alternativeExplanation(merge).isEmpty()) {
        List<JvmThread> blocked = threads.otherWorkers(merge, JvmThread::isBlocked);
        return verdict(
            Finding.STALLED,
            StallCause.SESSION_WINDOW,
            List.of(
                receivedNothingReason(merge),
                Kind.WHILE_SENDERS_BLOCKED.of(blocked.size(), sendersPerNode(blocked))));
      }
    }
    List<JvmThread> memory =
        threads.allThreads.stream().filter(ClusterHang::isAwaitingMemory).toList();
    if (!memory.isEmpty()) {
      return possibleVerdict(
          StallCause.DIRECT_MEMORY,
          Kind.JVM_WITHOUT_MEMORY.of(memory.size(), memory.get(0).describe()));
    }
    for (JvmThread merge : waiting) {
      if (!threads.isAwaitingActiveShard(merge)) {
        Reason explanation = alternativeExplanation(merge).orElseThrow();
        return verdict(
            Finding.POSSIBLE,
            StallCause.UNKNOWN,
            threads.deadlock().filter(explanation::equals).isPresent() // it will come first
                ? List.of(receivedNothingReason(merge))
                : List.of(receivedNothingReason(merge), Kind.CONTRAST.of(explanation)));
      }
    }
    List<JvmThread> externallyBlocked =
        threads.allThreads.stream()
            .filter(thread -> thread.isBlocked() && !thread.newestState().http1())
            .filter(threads::hasNoKnownMerge)
            .toList();
    if (!externallyBlocked.isEmpty()) {
      return possibleVerdict(
          StallCause.SESSION_WINDOW,
          unseenJvms.isEmpty()
              ? Kind.BLOCKED_BY_EXTERNAL_READER.of(
                  externallyBlocked.size(), sendersPerNode(externallyBlocked))
              : Kind.BLOCKED_BY_UNSEEN_READER.of(
                  externallyBlocked.size(), sendersPerNode(externallyBlocked), unseenJvms.get(0)));
    }
    return otherVerdict(persistentReaders);
  }

  private Verdict otherVerdict(List<JvmThread> persistentReaders) {
    for (JvmThread thread : threads.allThreads) {
      if (thread.activity() == Activity.AWAITS_PERMIT && thread.history().isIdle()) {
        return possibleVerdict(
            StallCause.REQUEST_PERMITS, Kind.PERMIT_AWAITED.of(thread.describe()));
      }
    }
    for (JvmThread thread : persistentReaders) {
      if (!thread.hasRun() && !threads.isAwaitingActiveShard(thread)) {
        return silentMergeVerdict(thread);
      }
    }
    for (JvmThread thread : threads.allThreads) {
      if (thread.isSending() && threads.mayHideStall(thread)) {
        return possibleVerdict(
            null,
            Kind.SENDS_UNKNOWN.of(thread.describe(), thread.history().unknownActivityReason()));
      }
    }
    if (!unseenJvms.isEmpty()) {
      return possibleVerdict(null, Kind.PART_NOT_SEEN.of(unseenJvms.get(0)));
    }
    return verdict(
        Finding.NO_STALL,
        null,
        List.of(
            threads.readers().isEmpty()
                ? Kind.NO_MERGE.of()
                : persistentReaders.stream()
                    .filter(thread -> !thread.hasRun())
                    .findFirst()
                    .map(
                        thread ->
                            Kind.WAITS_FOR_WORK.of(
                                thread.describe(), threads.workers(thread).get(0).describe()))
                    .orElse(Kind.EVERY_MERGE_RAN.of())));
  }

  private static Verdict silentMergeVerdict(JvmThread thread) {
    boolean isOpening =
        thread.activity() == Activity.AWAITS_HEADERS_12
            && thread.history().isIdle()
            && !thread.jvm().isHttp1();
    Kind kind =
        switch (thread.activity()) {
          case AWAITS_HEADERS -> Kind.AWAITS_SHARD_HEADERS;
          case AWAITS_HEADERS_12 -> isOpening ? Kind.AWAITS_HEADERS_LONG : Kind.AWAITS_ANY_HEADERS;
          case MERGES_AND_SENDS -> Kind.BLOCKED_BY_CLIENT;
          default -> Kind.READS_STREAMS;
        };
    return possibleVerdict(isOpening ? StallCause.EARLY_CLOSE : null, kind.of(thread.describe()));
  }

  /** Returns why a merge may have received nothing without a stall; empty if only a stall fits. */
  private Optional<Reason> alternativeExplanation(JvmThread merge) {
    List<JvmThread> senders = threads.otherWorkers(merge, JvmThread::isSending);
    Optional<JvmThread> moving =
        senders.stream().filter(thread -> !thread.history().isIdle()).findFirst();
    List<Jvm> involved =
        Stream.concat(Stream.of(merge), senders.stream()).map(JvmThread::jvm).distinct().toList();
    Optional<Reason> deadlock =
        involved.stream().flatMap(jvm -> threads.deadlockOf(jvm).stream()).findFirst();
    Optional<Jvm> withoutMemory = involved.stream().filter(this::lacksMemory).findFirst();
    List<JvmThread> working = threads.workers(merge);
    if (merge.jvm().proofBlocker().isPresent()) {
      return merge.jvm().proofBlocker();
    } else if (deadlock.isPresent()) {
      return deadlock;
    } else if (!unseenJvms.isEmpty()) {
      return Optional.of(Kind.PART_NOT_SEEN.of(unseenJvms.get(0)));
    } else if (withoutMemory.isPresent()) {
      return Optional.of(Kind.LACKS_MEMORY.of(withoutMemory.get().name()));
    } else if (!working.isEmpty()) {
      return Optional.of(Kind.SHARD_STILL_WORKS.of(working.get(0).describe()));
    } else if (senders.isEmpty()) {
      return Optional.of(Kind.NOTHING_SENDS.of());
    } else if (moving.isPresent()) {
      return Optional.of(Kind.NOT_BLOCKED.of(moving.get().describe()));
    } else if (senders.stream().allMatch(thread -> thread.newestState().http1())) {
      return Optional.of(Kind.SENT_OVER_HTTP1.of());
    }
    return deadNodes.stream().findFirst().map(Kind.NODE_GONE::of);
  }

  /** Returns whether a JVM lacks heap or direct memory, which can make any of its threads wait. */
  private boolean lacksMemory(Jvm jvm) {
    return FullHeap.indicatesFullHeap(jvm.garbageCollectionShare())
        || threads.allThreads.stream()
            .anyMatch(thread -> isAwaitingMemory(thread) && thread.jvm().equals(jvm));
  }

  /**
   * Returns whether a thread waits for memory in all dumps. In a healthy JVM, such a wait is short.
   */
  private static boolean isAwaitingMemory(JvmThread thread) {
    List<ThreadHistory.Observation> seen = thread.history().observations();
    return seen.size() == thread.jvm().dumps().size()
        && seen.stream().allMatch(one -> one.thread().activity() == Activity.AWAITS_MEMORY);
  }

  private static Reason receivedNothingReason(JvmThread merge) {
    return Kind.MERGE_RECEIVED_NOTHING.of(merge.describe(), merge.idleSeconds());
  }

  /** Returns a reason that lists the number of these senders on each node. */
  private static Reason sendersPerNode(List<JvmThread> senders) {
    Map<String, Long> nodes =
        senders.stream()
            .collect(
                Collectors.groupingBy(
                    thread -> thread.jvm().name(), LinkedHashMap::new, Collectors.counting()));
    Stream<Reason> first =
        nodes.entrySet().stream()
            .limit(MAX_LISTED_NODES)
            .map(node -> Kind.THREADS_ON_NODE.of(node.getValue(), node.getKey()));
    return Reason.combine(
        nodes.size() > MAX_LISTED_NODES
            ? Stream.concat(first, Stream.of(Kind.MORE_NODES.of()))
            : first);
  }

  private static Verdict possibleVerdict(StallCause cause, Reason reason) {
    return verdict(Finding.POSSIBLE, cause, List.of(reason));
  }

  private static Verdict verdict(Finding finding, StallCause cause, List<Reason> reasons) {
    return Verdict.of(Source.THREADS, finding, Optional.ofNullable(cause), reasons);
  }
}
