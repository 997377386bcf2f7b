package io.streambench.analysis;

import io.streambench.threads.Activity;
import io.streambench.threads.DumpedThread;
import io.streambench.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The dumps of one JVM, in the order of time. What counts are the threads of the newest: of others
 * only what those did before.
 */
final class DumpedJvm {
  private static final int MOST_NAMES = 2;

  private final List<ThreadDump> dumps;
  private final List<ThreadHistory> threads;
  private final int folder;

  /**
   * @param folder how much of the names of files is that of a folder which all share
   */
  private DumpedJvm(List<ThreadDump> unordered, int folder) {
    this.folder = folder;
    List<ThreadDump> ordered = new ArrayList<>(unordered);
    Set<String> common = new HashSet<>(ordered.get(0).cpuMillis().keySet());
    ordered.forEach(dump -> common.retainAll(dump.cpuMillis().keySet()));
    if (ordered.stream().allMatch(dump -> dump.oldestSeconds().isPresent())) {
      ordered.sort(Comparator.comparingDouble(dump -> dump.oldestSeconds().orElse(0)));
    } else if (ordered.stream().allMatch(dump -> cpuMillis(dump, common) > 0)) {
      ordered.sort(Comparator.comparingDouble(dump -> cpuMillis(dump, common)));
    } else if (ordered.stream().allMatch(dump -> dump.timeNanos().isPresent())) {
      ordered.sort(Comparator.comparingLong(dump -> dump.timeNanos().orElse(0)));
    }
    this.dumps = List.copyOf(ordered);
    this.threads = histories();
  }

  private static double cpuMillis(ThreadDump dump, Set<String> threads) {
    return threads.stream().mapToDouble(dump.cpuMillis()::get).filter(Double::isFinite).sum();
  }

  /** Tells JVMs apart. */
  static List<DumpedJvm> of(List<ThreadDump> dumps) {
    List<List<ThreadDump>> groups = new ArrayList<>();
    for (ThreadDump dump : dumps) {
      groups.stream()
          .filter(group -> group.get(group.size() - 1).isOfSameJvm(dump))
          .findFirst()
          .orElseGet(
              () -> {
                groups.add(new ArrayList<>());
                return groups.get(groups.size() - 1);
              })
          .add(dump);
    }
    int folder = folder(dumps.stream().map(ThreadDump::source).toList());
    return groups.stream().map(group -> new DumpedJvm(group, folder)).toList();
  }

  /** The length of the folder that all names begin with. */
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
        .map(thread -> new ThreadHistory(List.copyOf(seen.get(thread.key()))))
        .toList();
  }

  /**
   * The dump that counts: the last one, or the last that shows all threads if there is one. A time
   * without a zone does not show which of two forms is later.
   */
  ThreadDump newest() {
    for (int i = dumps.size() - 1; i >= 0; i--) {
      if (dumps.get(i).form() == ThreadDump.Form.ALL) {
        return dumps.get(i);
      }
    }
    return dumps.get(dumps.size() - 1);
  }

  int dumps() {
    return dumps.size();
  }

  /** The files, for people. */
  String name() {
    List<String> names =
        dumps.stream().map(dump -> dump.source().substring(folder)).distinct().toList();
    String shown = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    return names.size() > MOST_NAMES ? shown + ", …" : shown;
  }

  List<ThreadHistory> threads(Predicate<Activity> does) {
    return threads.stream().filter(thread -> does.test(thread.last().activity())).toList();
  }

  /** Returns whether a thread does that, and did nothing else between the dumps. */
  boolean isStill(Activity activity, Duration silence) {
    return threads(activity::equals).stream()
        .anyMatch(thread -> thread.motion(silence) == ThreadHistory.Motion.STILL);
  }

  /** Names of threads that read a stream in an earlier dump, and do not in the newest. */
  List<String> readersGone() {
    List<String> now =
        threads(Activity::ofReader).stream().map(reader -> reader.last().key()).toList();
    return dumps.stream()
        .flatMap(dump -> dump.threads().stream())
        .filter(thread -> thread.activity().ofReader() && !now.contains(thread.key()))
        .map(DumpedThread::name)
        .distinct()
        .toList();
  }

  /** Threads that send answers: how many of them were blocked. */
  Senders senders(Duration silence) {
    return Senders.of(threads(Activity::ofSender), silence);
  }
}
