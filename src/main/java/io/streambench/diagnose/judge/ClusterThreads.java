package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ClusterHang.Jvm;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.diagnose.judge.ClusterHang.Threads;
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

/** The threads of all JVMs of a cluster, and the merge that each of them works for. */
final class ClusterThreads {
  final List<JvmThread> all = new ArrayList<>();
  final List<DumpedJvm> jvms = new ArrayList<>();
  private final Set<String> mergedRequests;

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
              .allMatch(seen -> seen.thread().request().equals(newestState().request()));
    }

    boolean isSending() {
      return activity().isSending() && newestState().solr();
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
    for (Jvm jvm : clusterJvms) {
      DumpedJvm dumped = new DumpedJvm(jvm.dumps(), silence, 0);
      jvms.add(dumped);
      dumped.threadsWith(activity -> true).forEach(history -> all.add(new JvmThread(jvm, history)));
    }
    mergedRequests =
        readers().stream()
            .map(thread -> thread.newestState().request())
            .filter(request -> !request.isEmpty())
            .collect(Collectors.toSet());
  }

  List<JvmThread> readers() {
    return all.stream().filter(thread -> thread.activity().isReading()).toList();
  }

  /** Returns the merges and the numbers of senders of a JVM. */
  Threads threadsOf(Jvm jvm) {
    List<JvmThread> here = all.stream().filter(thread -> thread.jvm().equals(jvm)).toList();
    return new Threads(
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
                    thread.newestState().request().isEmpty()
                        ? thread.newestState().name()
                        : thread.newestState().request(),
                    new Merge(
                        thread.newestState().name(),
                        thread.newestState().request(),
                        thread.idleSeconds())));
    return merges.values().stream()
        .sorted(Comparator.comparingDouble(Merge::idleSeconds).reversed())
        .toList();
  }

  /** Returns whether a thread works for none of the known merges. */
  boolean belongsToNoMerge(JvmThread thread) {
    return !mergedRequests.contains(thread.newestState().request());
  }

  /**
   * Returns whether a sender may be blocked unseen. If its merge is known, the merge's own thread
   * shows a stall, unless no times are reported.
   */
  boolean mayHideStall(JvmThread sender) {
    return sender.history().progress().isWithoutCpuTimes()
        || belongsToNoMerge(sender)
            && !sender.newestState().http1()
            && sender.history().mayBeBlocked();
  }

  /** Returns the {@code wanted} threads that work for a merge, except the merge's own thread. */
  List<JvmThread> otherWorkers(JvmThread merge, Predicate<JvmThread> wanted) {
    String request = merge.newestState().request();
    return all.stream()
        .filter(
            thread ->
                request.isEmpty()
                    ? belongsToNoMerge(thread)
                    : thread.newestState().request().equals(request))
        .filter(
            thread ->
                !thread.equals(merge) && thread.hasSameRequestInAllDumps() && wanted.test(thread))
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
                || !merge.newestState().request().isEmpty()
                    && (!merge.newestState().streamsShards() || thread.jvm().equals(merge.jvm()))
                    && thread.activity().isReading()
                    && !thread.isSending()
                    && thread.hasRun());
  }

  /** Returns whether a merge waits for a shard that is still working. */
  boolean isExplained(JvmThread merge) {
    return workers(merge).stream().anyMatch(JvmThread::hasRun);
  }

  /** Returns a merge that has data but waits until its own client reads; empty if there is none. */
  Optional<JvmThread> sendingMerge() {
    return all.stream()
        .filter(
            thread ->
                thread.activity() == Activity.MERGES_AND_SENDS && thread.hasSameRequestInAllDumps())
        .filter(thread -> thread.history().isIdle() && !isExplained(thread))
        .findFirst();
  }
}
