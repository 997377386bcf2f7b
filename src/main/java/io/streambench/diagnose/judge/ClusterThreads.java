package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ClusterHang.Jvm;
import io.streambench.diagnose.judge.ClusterHang.JvmActivity;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The threads of all JVMs of a cluster, and the merge that each thread works for. */
final class ClusterThreads {
  final List<JvmThread> allThreads = new ArrayList<>();
  final List<DumpedJvm> jvms = new ArrayList<>();
  private final List<Jvm> clusterJvms;
  private final Map<String, Reason> deadlocksByJvm = new LinkedHashMap<>();
  private final Set<String> mergeRequestIds;

  record JvmThread(Jvm jvm, ThreadHistory history) {
    DumpedThread newestState() {
      return history.newestState();
    }

    Activity activity() {
      return newestState().activity();
    }

    /** Returns whether all dumps show the thread with the same request. */
    boolean hasSameRequestInAllDumps() {
      return history.observations().size() == jvm.dumps().size()
          && history.observations().stream()
              .allMatch(seen -> seen.thread().requestId().equals(newestState().requestId()));
    }

    boolean isSending() {
      return activity().isSending() && newestState().isSolr();
    }

    boolean isBlocked() {
      return isSending() && history.isIdle();
    }

    boolean hasRun() {
      return history.hasRun();
    }

    double idleSeconds() {
      double seconds = hasSameRequestInAllDumps() ? history.idleSeconds() : 0;
      return Double.isFinite(seconds) ? Math.round(seconds * 10) / 10.0 : 0;
    }

    Reason describe() {
      return Kind.THREAD_OF.of(newestState().name(), jvm.name());
    }
  }

  ClusterThreads(List<Jvm> clusterJvms, Duration silence) {
    this.clusterJvms = clusterJvms;
    for (Jvm jvm : clusterJvms) {
      DumpedJvm dumped = new DumpedJvm(jvm.dumps(), silence, 0);
      jvms.add(dumped);
      new JvmVerdict(dumped)
          .deadlockedThreads()
          .ifPresent(
              found -> deadlocksByJvm.put(jvm.name(), Kind.DEADLOCK_IN.of(jvm.name(), found)));
      dumped
          .threadsWithActivity(activity -> true)
          .forEach(history -> allThreads.add(new JvmThread(jvm, history)));
    }
    mergeRequestIds =
        readers().stream()
            .map(thread -> thread.newestState().requestId())
            .filter(request -> !request.isEmpty())
            .collect(Collectors.toSet());
  }

  /** Returns whether the clients of all JVMs use HTTP/1.1. */
  boolean areAllHttp1() {
    return clusterJvms.stream().allMatch(Jvm::isHttp1);
  }

  List<JvmThread> readers() {
    return allThreads.stream().filter(thread -> thread.activity().isReading()).toList();
  }

  /** Returns a deadlock, of a JVM that merges if there is one; empty if there is no deadlock. */
  Optional<Reason> deadlock() {
    return readers().stream()
        .flatMap(reader -> deadlockOf(reader.jvm()).stream())
        .findFirst()
        .or(() -> deadlocksByJvm.values().stream().findFirst());
  }

  Optional<Reason> deadlockOf(Jvm jvm) {
    return Optional.ofNullable(deadlocksByJvm.get(jvm.name()));
  }

  /** Returns the merges and the numbers of senders of a JVM. */
  JvmActivity activityOf(Jvm jvm) {
    List<JvmThread> here = allThreads.stream().filter(thread -> thread.jvm().equals(jvm)).toList();
    return new JvmActivity(
        merges(here),
        (int) here.stream().filter(JvmThread::isBlocked).count(),
        (int) here.stream().filter(JvmThread::isSending).count());
  }

  /**
   * Returns the merges, longest idle first. Only one thread per request counts, because the
   * request's other threads only open streams.
   */
  private static List<Merge> merges(List<JvmThread> threads) {
    Map<String, Merge> merges = new LinkedHashMap<>();
    threads.stream()
        .filter(thread -> thread.activity().isReading())
        .forEach(
            thread ->
                merges.putIfAbsent(
                    thread.newestState().requestId().isEmpty()
                        ? thread.newestState().name()
                        : thread.newestState().requestId(),
                    new Merge(
                        thread.newestState().name(),
                        thread.newestState().requestId(),
                        thread.idleSeconds())));
    return merges.values().stream()
        .sorted(Comparator.comparingDouble(Merge::idleSeconds).reversed())
        .toList();
  }

  /** Returns whether a thread works for none of the known merges. */
  boolean hasNoKnownMerge(JvmThread thread) {
    return !mergeRequestIds.contains(thread.newestState().requestId());
  }

  /**
   * Returns whether a stall of this sender may be invisible. If the sender's merge is known, the
   * merge's own thread shows a stall, unless the dumps contain no CPU times.
   */
  boolean mayHideStall(JvmThread sender) {
    return sender.history().progress().lacksCpuTimes()
        || hasNoKnownMerge(sender)
            && !sender.newestState().http1()
            && sender.history().mayBeBlocked();
  }

  /**
   * Returns the threads that work for a merge and match {@code filter}, except the merge's own
   * thread.
   */
  List<JvmThread> otherWorkers(JvmThread merge, Predicate<JvmThread> filter) {
    String request = merge.newestState().requestId();
    return allThreads.stream()
        .filter(
            thread ->
                request.isEmpty()
                    ? hasNoKnownMerge(thread)
                    : thread.newestState().requestId().equals(request))
        .filter(
            thread ->
                !thread.equals(merge) && thread.hasSameRequestInAllDumps() && filter.test(thread))
        .toList();
  }

  /**
   * Returns the threads that compute results for a merge: threads of its shards and, if its request
   * is known, active workers of {@code parallel()}. If the merge reads from shards, workers of
   * {@code parallel()} count only in the same JVM, because nodes without a configured host may use
   * the same request identifiers.
   */
  List<JvmThread> workers(JvmThread merge) {
    return otherWorkers(
        merge,
        thread ->
            thread.activity() == Activity.WORKS
                || !merge.newestState().requestId().isEmpty()
                    && (!merge.newestState().isMergingShards() || thread.jvm().equals(merge.jvm()))
                    && thread.activity().isReading()
                    && !thread.isSending()
                    && thread.hasRun());
  }

  /** Returns whether a merge waits for a shard that is still working. */
  boolean isAwaitingActiveShard(JvmThread merge) {
    return workers(merge).stream().anyMatch(JvmThread::hasRun);
  }

  /** Returns a merge that has data but waits until its own client reads; empty if there is none. */
  Optional<JvmThread> mergeAwaitingClient() {
    return allThreads.stream()
        .filter(
            thread ->
                thread.activity() == Activity.MERGES_AND_SENDS && thread.hasSameRequestInAllDumps())
        .filter(thread -> thread.history().isIdle() && !isAwaitingActiveShard(thread))
        .findFirst();
  }
}
