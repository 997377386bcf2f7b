package io.streambench.analysis;

import io.streambench.analysis.DumpDiagnosis.JvmAnswer;
import io.streambench.analysis.ThreadHistory.Motion;
import io.streambench.config.Text;
import io.streambench.threads.Activity;
import io.streambench.threads.ThreadDump;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Judges one JVM by its thread dumps. They show who waits, not for which session, nor how much
 * window that has: so no hang is called STALLED. What they do not show is unknown, and never none.
 */
final class JvmJudge {
  /** The end of a sentence where nothing else was seen of the client. */
  static final String NO_WINDOWS = "; the reason is unknown: a thread dump does not show windows";

  private final DumpedJvm jvm;
  private final Duration silence;
  private final List<ThreadHistory> readers;
  private final List<ThreadHistory> waiting;

  JvmJudge(DumpedJvm jvm, Duration silence) {
    this.jvm = jvm;
    this.silence = silence;
    this.readers = jvm.threads(Activity::ofReader);
    this.waiting = jvm.threads(Activity.READS::equals);
  }

  JvmAnswer answer() {
    JvmAnswer judged = judged();
    return new JvmAnswer(
        judged.name(),
        judged.dumps(),
        judged.finding(),
        judged.cause(),
        judged.reason() + senders().sentence());
  }

  Senders senders() {
    return jvm.senders(silence);
  }

  boolean hasReaders() {
    return !readers.isEmpty();
  }

  boolean hasWaitingReaders() {
    return !waiting.isEmpty();
  }

  /** Returns whether every thread that reads was seen to run. */
  boolean allRan() {
    return !readers.isEmpty() && with(readers, Motion.RAN::equals).size() == readers.size();
  }

  /** Returns whether a thread that waits did nothing for long enough. */
  boolean isStill() {
    return !with(waiting, Motion.STILL::equals).isEmpty();
  }

  /** Why it is not known whether a waiting reader did something; empty if it is known of all. */
  Optional<Motion> doubt() {
    return with(waiting, Motion::unknown).stream()
        .map(thread -> thread.motion(silence))
        .findFirst();
  }

  ThreadDump newest() {
    return jvm.newest();
  }

  private JvmAnswer judged() {
    if (readers.isEmpty()) {
      return withoutReader();
    }
    if (allRan()) {
      List<String> gone = newest().showsAll() ? List.of() : jvm.readersGone();
      return gone.isEmpty()
          ? answer(Finding.NO_STALL, whoRan())
          : answer(
              Finding.POSSIBLE,
              Text.of(
                  "all readers of the last dump ran, but \"%s\" of an earlier one is not in it, and the"
                      + " dump may be a part: unknown",
                  gone.get(0)));
    }
    return answer(Finding.POSSIBLE, waiting.isEmpty() ? whoDoesNotWait() : waits() + reason());
  }

  private JvmAnswer withoutReader() {
    long permits = LookAlikes.waiting(jvm, Activity.AWAITS_PERMIT, silence);
    if (permits > 0) {
      return new JvmAnswer(
          jvm.name(),
          jvm.dumps(),
          Finding.POSSIBLE,
          Optional.of(StallCause.REQUEST_PERMITS),
          Text.of(
              "another hang: %,d thread(s) waiting for a permit of Solr's client, as all its requests"
                  + " then do",
              permits));
    }
    String nobody = "no thread reads a Solr stream";
    List<String> gone = jvm.readersGone();
    if (!gone.isEmpty()) {
      nobody += Text.of(" any more (\"%s\" did in an earlier dump: it ended)", gone.get(0));
      if (newest().addresses().isEmpty()) {
        return answer(
            Finding.POSSIBLE, nobody + ", unless these are dumps of two JVMs, which is unknown");
      }
    }
    if (!jvm.newest().showsAll()) {
      return answer(
          Finding.POSSIBLE,
          nobody
              + (newest().mayHideVirtualThreads()
                  ? " in what this dump shows, and virtual threads are not in it: unknown"
                  : " in this text, which may be a part of a dump: unknown")
              + another());
    }
    return senders().blockedInSolr()
        ? answer(Finding.POSSIBLE, nobody + " here, but answers are not read")
        : answer(
            Finding.NO_STALL,
            nobody
                + (senders().all().isEmpty() ? ", and none sends an answer" : "")
                + another()
                + "; if a query is silent, look at the JVM that merges it");
  }

  /** What waits instead, in a few words. */
  private String another() {
    return LookAlikes.of(List.of(jvm), silence).stream()
        .findFirst()
        .map(line -> "; another thing waits: " + line.replaceFirst(":.*", ""))
        .orElse("");
  }

  private JvmAnswer answer(Finding finding, String reason) {
    return new JvmAnswer(jvm.name(), jvm.dumps(), finding, Optional.empty(), reason);
  }

  /** Who waits for data, and for how long that is known. */
  String waits() {
    List<ThreadHistory> still = with(waiting, Motion.STILL::equals);
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
        still.stream()
            .map(ThreadHistory::stillSeconds)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .max();
    return waits
        + (longest.isPresent()
            ? Text.of(", and did nothing for %.1f s", longest.getAsDouble())
            : ", and did nothing between the dumps (how far apart they are is unknown)");
  }

  private String reason() {
    Optional<Motion> doubt = isStill() ? Optional.empty() : doubt();
    String why =
        doubt
            .map(
                motion ->
                    switch (motion) {
                      case NO_CPU ->
                          "; whether it did something is unknown, since these dumps have no processor"
                              + " times (cpu=)";
                      case TOO_LITTLE ->
                          "; whether it hangs is unknown, since it used less processor time between the"
                              + " dumps than being suspended takes";
                      case TOO_CLOSE ->
                          "; whether it hangs is unknown, since the dumps are too close together: they"
                              + " must be at least "
                              + silence.toSeconds()
                              + " s apart";
                      default -> "; one dump does not show whether it hangs";
                    })
            .orElse("");
    return why + NO_WINDOWS;
  }

  private String whoRan() {
    String first = readers.get(0).last().name();
    String who =
        readers.size() == 1
            ? Text.of("thread \"%s\"", first)
            : Text.of("each of %,d threads that read streams", readers.size());
    return who
        + " ran between the dumps (cpu= has grown), so it was not hanging at the first dump; if the"
        + " query is still silent, take two more dumps";
  }

  /** Readers of which none waits for data. */
  private String whoDoesNotWait() {
    for (ThreadHistory reader : readers) {
      Activity activity = reader.last().activity();
      if (activity == Activity.MERGES_AND_SENDS && reader.motion(silence) == Motion.STILL) {
        return Text.of(
            "thread \"%s\" merges a Solr stream, and was blocked while sending its own answer: its"
                + " client does not read",
            reader.last().name());
      }
    }
    for (ThreadHistory reader : readers) {
      if (reader.last().activity() == Activity.AWAITS_HEADERS) {
        return Text.of(
            "thread \"%s\" opened a stream and waits for the headers of its answer: the shard still"
                + " searches, or the request waits for a free stream",
            reader.last().name());
      }
    }
    return Text.of(
        "thread \"%s\" reads a Solr stream; %s not show whether it makes progress",
        readers.get(0).last().name(), jvm.dumps() > 1 ? "these dumps do" : "one dump does");
  }

  private List<ThreadHistory> with(List<ThreadHistory> of, Predicate<Motion> motion) {
    return of.stream().filter(thread -> motion.test(thread.motion(silence))).toList();
  }
}
