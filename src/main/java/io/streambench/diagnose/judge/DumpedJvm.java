package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ThreadHistory.Motion;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.threads.WholeJvm;
import io.streambench.flow.threads.WholeJvm.Sign;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The dumps of one JVM, in chronological order. Only threads in the newest dump count; earlier
 * dumps show what these threads did before.
 */
final class DumpedJvm {
  private static final int MOST_NAMES = 2;

  private final List<ThreadDump> dumps;
  private final Duration silence;
  private final List<ThreadHistory> threads;
  final List<ThreadHistory> readers;
  final List<ThreadHistory> waiting;

  /** Threads of Jetty 12's client that wait for response headers and did not run. */
  final List<ThreadHistory> opening;

  private final int folder;

  /** Orders the dumps; {@code folder} is the length of the common folder of their names. */
  DumpedJvm(List<ThreadDump> unordered, Duration silence, int folder) {
    this.folder = folder;
    this.silence = silence;
    List<ThreadDump> ordered = new ArrayList<>(unordered);
    Set<String> common = new HashSet<>(ordered.get(0).cpuMillis().keySet());
    ordered.forEach(dump -> common.retainAll(dump.cpuMillis().keySet()));
    if (ordered.stream().allMatch(dump -> dump.oldestSeconds() > 0)) {
      ordered.sort(Comparator.comparingDouble(ThreadDump::oldestSeconds));
    } else if (ordered.stream().allMatch(dump -> cpuMillis(dump, common) > 0)) {
      ordered.sort(Comparator.comparingDouble(dump -> cpuMillis(dump, common)));
    } else if (ordered.stream().allMatch(dump -> dump.timeNanos().isPresent())) {
      ordered.sort(Comparator.comparingLong(dump -> dump.timeNanos().orElse(0)));
    }
    this.dumps = List.copyOf(ordered);
    this.threads = histories();
    this.readers = threads(DumpedJvm::reads);
    this.waiting = threads(Activity::awaitsData);
    this.opening = notRun(Activity.AWAITS_HEADERS_12);
  }

  private static boolean reads(Activity does) {
    return does.ofReader() || does.awaitsData();
  }

  private static double cpuMillis(ThreadDump dump, Set<String> threads) {
    return threads.stream().mapToDouble(dump.cpuMillis()::get).filter(Double::isFinite).sum();
  }

  /** Groups dumps by JVM. */
  static List<DumpedJvm> of(List<ThreadDump> dumps, Duration silence) {
    List<List<ThreadDump>> groups = new ArrayList<>();
    for (ThreadDump dump : dumps) {
      groups.stream()
          .filter(group -> group.get(group.size() - 1).isOfSameJvm(dump))
          .findFirst()
          .ifPresentOrElse(
              group -> group.add(dump), () -> groups.add(new ArrayList<>(List.of(dump))));
    }
    int folder = folder(dumps.stream().map(ThreadDump::source).toList());
    return groups.stream().map(group -> new DumpedJvm(group, silence, folder)).toList();
  }

  /** The length of the folder prefix that all names share. */
  private static int folder(List<String> names) {
    String common = names.isEmpty() ? "" : names.get(0).replaceFirst(": .*", "");
    for (String name : names) {
      while (!name.startsWith(common.substring(0, common.lastIndexOf('/') + 1))) {
        common = common.substring(0, common.lastIndexOf('/'));
      }
    }
    return common.lastIndexOf('/') + 1;
  }

  private List<ThreadHistory> histories() {
    Map<String, List<ThreadHistory.Seen>> seen = new HashMap<>();
    for (ThreadDump dump : dumps) {
      for (DumpedThread thread : dump.threads()) {
        seen.computeIfAbsent(thread.key(), key -> new ArrayList<>())
            .add(new ThreadHistory.Seen(thread, dump));
      }
    }
    return newest().threads().stream()
        .map(thread -> new ThreadHistory(List.copyOf(seen.get(thread.key())), silence))
        .toList();
  }

  /**
   * The dump that counts: the last dump that shows all threads, or the last one if none does. Times
   * without a zone do not show which of two dumps of different forms is later.
   */
  ThreadDump newest() {
    return dumps.stream()
        .filter(dump -> dump.form() == ThreadDump.Form.ALL)
        .reduce((earlier, later) -> later)
        .orElse(dumps.get(dumps.size() - 1));
  }

  String name() {
    List<String> names =
        dumps.stream().map(dump -> dump.source().substring(folder)).distinct().toList();
    String shown = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    return names.size() > MOST_NAMES ? shown + ", …" : shown;
  }

  List<ThreadHistory> threads(Predicate<Activity> does) {
    return threads.stream().filter(thread -> does.test(thread.last().activity())).toList();
  }

  /** Returns whether a thread waits for a permit and did nothing between the dumps. */
  boolean awaitsPermit() {
    return threads(Activity.AWAITS_PERMIT::equals).stream().anyMatch(ThreadHistory::still);
  }

  /** Names of threads that read a stream in an earlier dump, but not in the newest. */
  List<String> readersGone() {
    List<String> now = readers.stream().map(reader -> reader.last().key()).toList();
    return dumps.stream()
        .flatMap(dump -> dump.threads().stream())
        .filter(thread -> reads(thread.activity()) && !now.contains(thread.key()))
        .map(DumpedThread::name)
        .distinct()
        .toList();
  }

  Senders senders() {
    return new Senders(threads(Activity::ofSender), silence);
  }

  List<ThreadHistory> notRun(Activity activity) {
    return threads(activity::equals).stream()
        .filter(thread -> thread.motion() != Motion.RAN)
        .toList();
  }

  boolean allRan() {
    return !readers.isEmpty() && readers.stream().allMatch(reader -> reader.motion() == Motion.RAN);
  }

  /** Returns whether a waiting thread did nothing for long enough. */
  boolean isStill() {
    return (waiting.isEmpty() ? opening : waiting).stream().anyMatch(ThreadHistory::still);
  }

  /** The first waiting reader for which it is unknown whether it did something. */
  Optional<ThreadHistory> doubt() {
    return (waiting.isEmpty() ? opening : waiting)
        .stream().filter(reader -> reader.motion().unknown()).findFirst();
  }

  WholeJvm whole() {
    return newest().whole();
  }

  int dumps() {
    return dumps.size();
  }

  /**
   * Returns whether a response may be read without a visible thread: a client with listeners needs
   * none. On a Solr node, each reader has its own thread.
   */
  boolean mayReadUnseen() {
    Set<Sign> signs = whole().signs();
    boolean moves = senders().all().stream().anyMatch(thread -> thread.motion() == Motion.RAN);
    return readers.isEmpty()
        && !signs.contains(Sign.SOLR_NODE)
        && (signs.contains(Sign.HTTP_CLIENT) || signs.contains(Sign.NETWORK) && !moves);
  }
}
