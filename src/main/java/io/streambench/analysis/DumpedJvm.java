package io.streambench.analysis;

import io.streambench.analysis.DumpDiagnosis.JvmAnswer;
import io.streambench.analysis.ThreadHistory.Motion;
import io.streambench.config.Text;
import io.streambench.threads.Activity;
import io.streambench.threads.DumpedThread;
import io.streambench.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The dumps of one JVM, in the order of time, and what they come to. What counts are the threads of
 * the newest: of others only what those did before. They show who waits, not for which session, nor
 * how much window that has: so no hang is called STALLED. What they do not show is unknown, and
 * never none.
 */
final class DumpedJvm {
  /** The end of a sentence where nothing else was seen of the client. */
  static final String NO_WINDOWS = "; the reason is unknown: a thread dump does not show windows";

  private static final int MOST_NAMES = 2;

  /** Threads that wait for something else than a window: what that is, and what to do. */
  private static final Map<Activity, String> LOOK_ALIKES =
      new EnumMap<>(
          Map.of(
              Activity.AWAITS_PERMIT,
              "%,d thread(s) waiting for a permit of Solr's client (AsyncTracker, SOLR-18174): all"
                  + " requests that it allows are under way or lost",
              Activity.AWAITS_HEADERS,
              "%,d thread(s) with an opened stream and no headers yet: the shard still searches, or"
                  + " the request waits for a free stream; look at the node that it went to",
              Activity.AWAITS_HEADERS_12,
              "%,d thread(s) waiting for response headers with Jetty 12: look at the node that they"
                  + " went to",
              Activity.MERGES_AND_SENDS,
              "%,d merging thread(s) blocked by the client of their own answer: look at the program"
                  + " that sent the query",
              Activity.READS_HTTP1,
              "%,d thread(s) reading a stream over HTTP/1.1, where no window is shared: look at the"
                  + " node that sends",
              Activity.AWAITS_ANSWER,
              "%,d thread(s) waiting for the answer to a search or an update, which is no stream:"
                  + " look at the node that it went to",
              Activity.AWAITS_SHARDS,
              "%,d search thread(s) waiting in take() for shards, which is no stream: a shard is"
                  + " slow, or SOLR-18244",
              Activity.SENDS_BODY,
              "%,d thread(s) sending or awaiting the body of a request (an upload), not an answer:"
                  + " look at the other end of it"));

  private final List<ThreadDump> dumps;
  private final Duration silence;
  private final List<ThreadHistory> threads;
  final List<ThreadHistory> readers;
  final List<ThreadHistory> waiting;

  /** Threads of Jetty 12's client that wait for the headers of an answer, and did not run. */
  private final List<ThreadHistory> opening;

  private final int folder;

  /** Puts the dumps in order; the names of their files begin with a folder of that length. */
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
    this.readers = threads(Activity::ofReader);
    this.waiting = threads(Activity.READS::equals);
    this.opening = notRun(Activity.AWAITS_HEADERS_12);
  }

  private static double cpuMillis(ThreadDump dump, Set<String> threads) {
    return threads.stream().mapToDouble(dump.cpuMillis()::get).filter(Double::isFinite).sum();
  }

  /** Tells JVMs apart. */
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
        .map(thread -> new ThreadHistory(List.copyOf(seen.get(thread.key())), silence))
        .toList();
  }

  /**
   * The dump that counts: the last one, or the last that shows all threads if there is one. A time
   * without a zone does not show which of two forms is later.
   */
  ThreadDump newest() {
    return dumps.stream()
        .filter(dump -> dump.form() == ThreadDump.Form.ALL)
        .reduce((earlier, later) -> later)
        .orElse(dumps.get(dumps.size() - 1));
  }

  private String name() {
    List<String> names =
        dumps.stream().map(dump -> dump.source().substring(folder)).distinct().toList();
    String shown = names.stream().limit(MOST_NAMES).collect(Collectors.joining(", "));
    return names.size() > MOST_NAMES ? shown + ", …" : shown;
  }

  List<ThreadHistory> threads(Predicate<Activity> does) {
    return threads.stream().filter(thread -> does.test(thread.last().activity())).toList();
  }

  /** Returns whether a thread waits for a permit, and did nothing else between the dumps. */
  boolean awaitsPermit() {
    return threads(Activity.AWAITS_PERMIT::equals).stream().anyMatch(ThreadHistory::still);
  }

  /** Names of threads that read a stream in an earlier dump, and do not in the newest. */
  private List<String> readersGone() {
    List<String> now = readers.stream().map(reader -> reader.last().key()).toList();
    return dumps.stream()
        .flatMap(dump -> dump.threads().stream())
        .filter(thread -> thread.activity().ofReader() && !now.contains(thread.key()))
        .map(DumpedThread::name)
        .distinct()
        .toList();
  }

  Senders senders() {
    return new Senders(threads(Activity::ofSender), silence);
  }

  /** One line for each kind of other things that did not run between the dumps. */
  static List<String> lookAlikes(List<DumpedJvm> jvms) {
    return lookAlikes(jvms, thread -> thread.motion() != Motion.RAN);
  }

  /** The same for the threads of that kind which are meant. */
  static List<String> lookAlikes(List<DumpedJvm> jvms, Predicate<ThreadHistory> meant) {
    List<String> lines = new ArrayList<>();
    LOOK_ALIKES.forEach(
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
    return lines;
  }

  private List<ThreadHistory> notRun(Activity activity) {
    return threads(activity::equals).stream()
        .filter(thread -> thread.motion() != Motion.RAN)
        .toList();
  }

  boolean allRan() {
    return !readers.isEmpty() && readers.stream().allMatch(reader -> reader.motion() == Motion.RAN);
  }

  /** Returns whether a thread that waits did nothing for long enough. */
  boolean isStill() {
    return (waiting.isEmpty() ? opening : waiting).stream().anyMatch(ThreadHistory::still);
  }

  /** The first waiting reader of which it is not known whether it did something. */
  Optional<ThreadHistory> doubt() {
    return (waiting.isEmpty() ? opening : waiting)
        .stream().filter(reader -> reader.motion().unknown()).findFirst();
  }

  JvmAnswer answer() {
    if (readers.isEmpty()) {
      return withoutReader();
    }
    if (allRan()) {
      List<String> gone = newest().showsAll() ? List.of() : readersGone();
      return gone.isEmpty()
          ? answer(Finding.NO_STALL, whoRan())
          : answer(
              Finding.POSSIBLE,
              Text.of(
                  "all readers of the last dump ran, but \"%s\" of an earlier one is not in it, and the"
                      + " dump may be a part: unknown",
                  gone.get(0)));
    }
    if (waiting.isEmpty() && !opening.isEmpty()) {
      return answer(Finding.POSSIBLE, Optional.of(StallCause.EARLY_CLOSE), whoOpens());
    }
    return answer(Finding.POSSIBLE, waiting.isEmpty() ? whoDoesNotWait() : waits() + reason());
  }

  private String whoOpens() {
    ThreadHistory first =
        opening.stream().filter(ThreadHistory::still).findFirst().orElse(opening.get(0));
    double seconds = first.stillSeconds();
    return Text.of(
            "response headers of %,d request(s) did not come, the first is of thread \"%s\"",
            opening.size(), first.last().name())
        + (!first.still()
            ? "; whether it hangs is unknown, " + first.why()
            : Double.isNaN(seconds) ? "" : Text.of(", which did nothing for %.1f s", seconds))
        + "; with Jetty 12 queries that were closed early can cause this, although the connection has"
        + " window; a slow search looks the same";
  }

  private JvmAnswer withoutReader() {
    int permits = notRun(Activity.AWAITS_PERMIT).size();
    if (permits > 0) {
      return answer(
          Finding.POSSIBLE,
          Optional.of(StallCause.REQUEST_PERMITS),
          Text.of(
              "another hang: %,d thread(s) waiting for a permit of Solr's client, as all its requests"
                  + " then do",
              permits));
    }
    String noReader = "no thread reads a Solr stream";
    List<String> gone = readersGone();
    if (!gone.isEmpty()) {
      noReader += Text.of(" any more (\"%s\" did in an earlier dump: it ended)", gone.get(0));
      if (newest().addresses().isEmpty()) {
        return answer(
            Finding.POSSIBLE, noReader + ", unless these are dumps of two JVMs, which is unknown");
      }
    }
    if (!newest().showsAll()) {
      String part =
          newest().mayHideVirtualThreads()
              ? " in what this dump shows, and virtual threads are not in it: unknown"
              : " in this text, which may be a part of a dump: unknown";
      return answer(Finding.POSSIBLE, noReader + part + another());
    }
    if (senders().blockedInSolr()) {
      return answer(Finding.POSSIBLE, noReader + " here, but answers are not read");
    }
    String noSender = senders().all().isEmpty() ? ", and none sends an answer" : "";
    return answer(
        Finding.NO_STALL,
        noReader + noSender + another() + "; if a query is silent, look at the JVM that merges it");
  }

  /** What waits instead, in a few words. */
  private String another() {
    return lookAlikes(List.of(this)).stream()
        .findFirst()
        .map(line -> "; another thing waits: " + line.replaceFirst(":.*", ""))
        .orElse("");
  }

  private JvmAnswer answer(Finding finding, String reason) {
    return answer(finding, Optional.empty(), reason);
  }

  private JvmAnswer answer(Finding finding, Optional<StallCause> cause, String reason) {
    return new JvmAnswer(name(), dumps.size(), finding, cause, reason + senders().sentence());
  }

  /** Who waits for data, and for how long that is known. */
  String waits() {
    List<ThreadHistory> still = waiting.stream().filter(ThreadHistory::still).toList();
    List<ThreadHistory> named = still.isEmpty() ? waiting : still;
    String first = named.get(0).last().name();
    String waits =
        named.size() == 1
            ? Text.of("thread \"%s\" waits for the next document of a stream", first)
            : Text.of(
                "%,d threads wait for the next document of a stream, the first is \"%s\"",
                named.size(), first);
    if (still.isEmpty()) {
      return waits;
    }
    OptionalDouble longest =
        still.stream().mapToDouble(ThreadHistory::stillSeconds).filter(Double::isFinite).max();
    return waits
        + (longest.isPresent()
            ? Text.of(", and did nothing for %.1f s", longest.getAsDouble())
            : ", and did nothing between the dumps (how far apart they are is unknown)");
  }

  private String reason() {
    Optional<ThreadHistory> doubt = isStill() ? Optional.empty() : doubt();
    return doubt
            .map(
                reader ->
                    reader.motion() == Motion.ONE_DUMP
                        ? "; one dump does not show whether it hangs"
                        : "; whether it hangs is unknown, " + reader.why())
            .orElse("")
        + NO_WINDOWS;
  }

  private String whoRan() {
    String who =
        readers.size() == 1
            ? Text.of("thread \"%s\"", readers.get(0).last().name())
            : Text.of("each of %,d threads that read streams", readers.size());
    return who
        + " ran between the dumps (cpu= has grown), so it was not hanging at the first dump; if the"
        + " query is still silent, take two more dumps";
  }

  private String whoDoesNotWait() {
    for (ThreadHistory reader : threads(Activity.MERGES_AND_SENDS::equals)) {
      if (reader.still()) {
        return Text.of(
            "thread \"%s\" merges a Solr stream, and was blocked while sending its own answer: its"
                + " client does not read",
            reader.last().name());
      }
    }
    List<ThreadHistory> openers = threads(Activity.AWAITS_HEADERS::equals);
    if (!openers.isEmpty()) {
      return Text.of(
          "thread \"%s\" opened a stream and waits for the headers of its answer: the shard still"
              + " searches, or the request waits for a free stream",
          openers.get(0).last().name());
    }
    return Text.of(
        "thread \"%s\" reads a Solr stream; %s not show whether it makes progress",
        readers.get(0).last().name(), dumps.size() > 1 ? "these dumps do" : "one dump does");
  }
}
