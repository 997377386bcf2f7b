package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ClusterHang.Jvm;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.diagnose.judge.ClusterHang.Threads;
import io.streambench.diagnose.judge.ThreadHistory.Motion;
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

/** The threads of all JVMs of a cluster, and which of them work for which merge. */
final class ClusterThreads {
  final List<At> all = new ArrayList<>();
  final List<DumpedJvm> jvms = new ArrayList<>();
  private final Set<String> requestsOfMerges;

  record At(Jvm jvm, ThreadHistory history) {
    DumpedThread last() {
      return history.last();
    }

    Activity does() {
      return last().activity();
    }

    /** Returns whether all dumps show the thread with the same request. */
    boolean lasts() {
      return history.seen().size() == jvm.dumps().size()
          && history.seen().stream()
              .allMatch(seen -> seen.thread().request().equals(last().request()));
    }

    boolean sends() {
      return does().ofSender() && last().solr();
    }

    boolean blocked() {
      return sends() && history.still();
    }

    boolean ran() {
      return history.motion() == Motion.RAN;
    }

    double idleSeconds() {
      double seconds = lasts() ? history.stillSeconds() : 0;
      return Double.isFinite(seconds) ? Math.round(seconds * 10) / 10.0 : 0;
    }

    Reason named() {
      return Kind.THREAD_OF.of(last().name(), jvm.name());
    }
  }

  ClusterThreads(List<Jvm> looked, Duration silence) {
    for (Jvm jvm : looked) {
      DumpedJvm dumped = new DumpedJvm(jvm.dumps(), silence, 0);
      jvms.add(dumped);
      dumped.threads(does -> true).forEach(history -> all.add(new At(jvm, history)));
    }
    requestsOfMerges =
        readers().stream()
            .map(at -> at.last().request())
            .filter(request -> !request.isEmpty())
            .collect(Collectors.toSet());
  }

  List<At> readers() {
    return all.stream().filter(at -> at.does().ofReader()).toList();
  }

  /** The merges of a JVM, and its sending threads. */
  Threads of(Jvm jvm) {
    List<At> here = all.stream().filter(at -> at.jvm().equals(jvm)).toList();
    return new Threads(
        merges(here),
        (int) here.stream().filter(At::blocked).count(),
        (int) here.stream().filter(At::sends).count());
  }

  /** One thread per request, since its other threads open streams; the longest idle first. */
  private static List<Merge> merges(List<At> threads) {
    Map<String, Merge> merges = new LinkedHashMap<>();
    threads.stream()
        .filter(at -> at.does().ofReader())
        .forEach(
            at ->
                merges.putIfAbsent(
                    at.last().request().isEmpty() ? at.last().name() : at.last().request(),
                    new Merge(at.last().name(), at.last().request(), at.idleSeconds())));
    return merges.values().stream()
        .sorted(Comparator.comparingDouble(Merge::idleSeconds).reversed())
        .toList();
  }

  /** Returns whether a thread works for none of the merges that were seen. */
  boolean ofNoMerge(At at) {
    return !requestsOfMerges.contains(at.last().request());
  }

  /** The other threads that work for a merge. */
  List<At> of(At merge, Predicate<At> wanted) {
    String request = merge.last().request();
    return all.stream()
        .filter(at -> request.isEmpty() ? ofNoMerge(at) : at.last().request().equals(request))
        .filter(at -> !at.equals(merge) && at.lasts() && wanted.test(at))
        .toList();
  }

  /**
   * The threads that work for a merge; a running worker of {@code parallel()} is itself a merge. A
   * worker on another node does not work for a merge of shards, but for the merge that reads both.
   * Nodes without a configured host also use the same request numbers, so it may belong to another
   * query.
   */
  List<At> works(At merge) {
    return of(
        merge,
        at ->
            at.does() == Activity.WORKS
                || !merge.last().request().isEmpty()
                    && (!merge.last().ofShards() || at.jvm().equals(merge.jvm()))
                    && at.does().ofReader()
                    && !at.sends()
                    && at.ran());
  }

  /** Returns whether a merge waits for a shard that still works. */
  boolean explained(At merge) {
    return works(merge).stream().anyMatch(At::ran);
  }

  /** A merge that has data, but waits until its own client reads. */
  Optional<At> sendingMerge() {
    return all.stream()
        .filter(at -> at.does() == Activity.MERGES_AND_SENDS && at.lasts())
        .filter(at -> at.history().still() && !explained(at))
        .findFirst();
  }
}
