package io.streambench.analysis;

import io.streambench.analysis.ThreadHistory.Motion;
import io.streambench.config.Text;
import io.streambench.threads.Activity;
import io.streambench.threads.WholeJvm.BusyPool;
import io.streambench.threads.WholeJvm.ContendedLock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Describes waits in thread dumps that are not stalls, one line each, with what to do. */
final class LookAlikes {
  /** Minimum number of threads that wait for one lock to be no coincidence. */
  private static final int MANY_FOR_A_LOCK = 3;

  /** For each activity that waits for something other than a window: what it is, and what to do. */
  private static final Map<Activity, String> WORDS =
      new EnumMap<>(
          Map.ofEntries(
              Map.entry(
                  Activity.AWAITS_MEMORY,
                  "%,d thread(s) waiting for direct memory (Bits.reserveMemory): its limit is reached"),
              Map.entry(
                  Activity.FETCHES_INDEX,
                  "%,d thread(s) copying an index from another node (replication or recovery), which"
                      + " is no stream of documents: look at that node, at both disks and the network"),
              Map.entry(
                  Activity.SENDS_INDEX,
                  "%,d thread(s) sending an index to another node (/replication), which is no stream"
                      + " of documents: look at the node that fetches it"),
              Map.entry(
                  Activity.AWAITS_PERMIT,
                  "%,d thread(s) waiting for a permit of Solr's client (AsyncTracker, SOLR-18174): all"
                      + " requests that it allows are under way or lost"),
              Map.entry(
                  Activity.AWAITS_HEADERS,
                  "%,d thread(s) with an opened stream and no headers yet: the shard still searches, or"
                      + " the request waits for a free stream; look at the node that it went to"),
              Map.entry(
                  Activity.AWAITS_HEADERS_12,
                  "%,d thread(s) waiting for response headers with Jetty 12: look at the node that they"
                      + " went to"),
              Map.entry(
                  Activity.MERGES_AND_SENDS,
                  "%,d merging thread(s) blocked by the client of their own answer: look at the program"
                      + " that sent the query"),
              Map.entry(
                  Activity.READS_HTTP1,
                  "%,d thread(s) reading a stream over HTTP/1.1, where no window is shared: look at the"
                      + " node that sends"),
              Map.entry(
                  Activity.AWAITS_ANSWER,
                  "%,d thread(s) waiting for the answer to a search or an update, which is no stream:"
                      + " look at the node that it went to"),
              Map.entry(
                  Activity.AWAITS_SHARDS,
                  "%,d search thread(s) waiting in take() for shards, which is no stream: a shard is"
                      + " slow, or SOLR-18244"),
              Map.entry(
                  Activity.SENDS_BODY,
                  "%,d thread(s) sending or awaiting the body of a request (an upload), not an answer:"
                      + " look at the other end of it")));

  private LookAlikes() {}

  /** Lines about threads that did not run between the dumps. */
  static List<String> of(List<DumpedJvm> jvms) {
    return of(jvms, thread -> thread.motion() != Motion.RAN);
  }

  /** One line per kind of wait of the threads that match, and lines about locks and pools. */
  static List<String> of(List<DumpedJvm> jvms, Predicate<ThreadHistory> meant) {
    List<String> lines = new ArrayList<>();
    WORDS.forEach(
        (activity, words) -> {
          long all =
              jvms.stream()
                  .flatMap(jvm -> jvm.threads(activity::equals).stream())
                  .filter(meant)
                  .count();
          if (all > 0) {
            lines.add(Text.of(words, all));
          }
        });
    for (DumpedJvm jvm : jvms) {
      String where = jvms.size() > 1 ? jvm.name() + ": " : "";
      lock(jvm, jvm.whole().deadlock().isEmpty() ? 1 : MANY_FOR_A_LOCK)
          .ifPresent(line -> lines.add(where + line));
      pool(jvm).ifPresent(line -> lines.add(where + line));
    }
    return lines;
  }

  /** A line about a lock for which many threads of a JVM wait; empty if there is none. */
  static Optional<String> lock(DumpedJvm jvm) {
    return lock(jvm, MANY_FOR_A_LOCK);
  }

  private static Optional<String> lock(DumpedJvm jvm, int fewest) {
    return jvm.whole()
        .contended()
        .filter(lock -> lock.waiting() >= fewest)
        .map(LookAlikes::contended);
  }

  /** A line about a JVM's largest exhausted thread pool; empty if there is none. */
  static Optional<String> pool(DumpedJvm jvm) {
    return jvm.whole().busyPools().stream().findFirst().map(LookAlikes::usedUp);
  }

  private static String contended(ContendedLock lock) {
    return Text.of("%,d thread(s) waiting for the lock %s, ", lock.waiting(), lock.lock())
        + (lock.holder().isEmpty()
            ? "and this dump does not show which thread has it"
            : Text.of("which thread \"%s\" has", lock.holder())
                + (lock.holderDoes().isEmpty()
                    ? ": look at what that thread does"
                    : Text.of(" (in %s): look at what that thread does", lock.holderDoes())));
  }

  private static String usedUp(BusyPool pool) {
    return Text.of(
        "all %,d threads of Jetty's pool %s are busy, and more work has to wait: %,d of them are in"
            + " %s",
        pool.threads(), pool.name(), pool.doThat(), pool.most());
  }
}
