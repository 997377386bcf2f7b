package io.streambench.analysis;

import io.streambench.analysis.DumpDiagnosis.JvmAnswer;
import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.analysis.ThreadHistory.Motion;
import io.streambench.config.Text;
import io.streambench.threads.Activity;
import io.streambench.threads.WholeJvm.LockWait;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The verdict from the dumps of one JVM. They show which threads wait, but not for which session,
 * or how much window it has. Therefore they never yield STALLED. NO_STALL requires a reader that
 * ran or ended, or dumps that would have shown every reader of the JVM.
 */
record JvmVerdict(DumpedJvm jvm) {
  /** The end of the reason if only threads were seen. */
  static final String NO_WINDOWS = "; the reason is unknown: a thread dump does not show windows";

  /** The steps for a hang of another kind; empty if there is none. */
  List<NextStep> anotherHang() {
    if (!jvm.whole().deadlock().isEmpty()) {
      return List.of(NextStep.DEADLOCK);
    } else if (!jvm.threads(Activity.AWAITS_MEMORY::equals).isEmpty()) {
      return List.of(NextStep.MORE_MEMORY, NextStep.FEWER_BUFFERS);
    } else if (jvm.readers.isEmpty() && !jvm.notRun(Activity.FETCHES_INDEX).isEmpty()) {
      return List.of(NextStep.INDEX_SENDER);
    } else if (jvm.readers.isEmpty() && !jvm.notRun(Activity.SENDS_INDEX).isEmpty()) {
      return List.of(NextStep.INDEX_RECEIVER);
    }
    return List.of();
  }

  JvmAnswer answer() {
    if (!jvm.whole().deadlock().isEmpty()) {
      return answer(
          Finding.POSSIBLE,
          "another hang, a deadlock: "
              + jvm.whole().deadlock().stream()
                  .map(JvmVerdict::link)
                  .collect(Collectors.joining("; "))
              + ". These threads never go on, nor does what waits for them");
    }
    // These threads wake up to try again, so it does not matter whether they ran.
    List<ThreadHistory> memory = jvm.threads(Activity.AWAITS_MEMORY::equals);
    if (!memory.isEmpty()) {
      return answer(
          Finding.POSSIBLE,
          Optional.of(StallCause.DIRECT_MEMORY),
          Text.of(
              "%,d thread(s) waiting for direct memory, whose limit is reached, the first is \"%s\"",
              memory.size(), memory.get(0).last().name()));
    }
    if (jvm.readers.isEmpty()) {
      return withoutReader();
    }
    if (jvm.allRan()) {
      List<String> gone = jvm.newest().showsAll() ? List.of() : jvm.readersGone();
      return gone.isEmpty()
          ? answer(Finding.NO_STALL, whoRan())
          : answer(
              Finding.POSSIBLE,
              Text.of(
                  "all readers of the last dump ran, but \"%s\" of an earlier one is not in it, and the"
                      + " dump may be a part: unknown",
                  gone.get(0)));
    }
    if (jvm.waiting.isEmpty() && !jvm.opening.isEmpty()) {
      return answer(Finding.POSSIBLE, Optional.of(StallCause.EARLY_CLOSE), whoOpens());
    }
    return answer(Finding.POSSIBLE, jvm.waiting.isEmpty() ? whoDoesNotWait() : waits() + reason());
  }

  private static String link(LockWait wait) {
    return Text.of("thread \"%s\" waits for %s", wait.thread(), wait.lock())
        + (wait.holder().isEmpty() ? "" : Text.of(", which thread \"%s\" holds", wait.holder()));
  }

  private String whoOpens() {
    ThreadHistory first =
        jvm.opening.stream().filter(ThreadHistory::still).findFirst().orElse(jvm.opening.get(0));
    double seconds = first.stillSeconds();
    return Text.of(
            "response headers of %,d request(s) did not come, the first is of thread \"%s\"",
            jvm.opening.size(), first.last().name())
        + (!first.still()
            ? "; whether it hangs is unknown, " + first.why()
            : Double.isNaN(seconds) ? "" : Text.of(", which did nothing for %.1f s", seconds))
        + "; with Jetty 12 queries that were closed early can cause this, although the connection has"
        + " window; a slow search looks the same";
  }

  private JvmAnswer withoutReader() {
    int permits = jvm.notRun(Activity.AWAITS_PERMIT).size();
    if (permits > 0) {
      return answer(
          Finding.POSSIBLE,
          Optional.of(StallCause.REQUEST_PERMITS),
          Text.of(
              "another hang: %,d thread(s) waiting for a permit of Solr's client, as all its requests"
                  + " then do",
              permits));
    }
    List<ThreadHistory> index =
        Stream.of(Activity.FETCHES_INDEX, Activity.SENDS_INDEX)
            .flatMap(does -> jvm.notRun(does).stream())
            .toList();
    if (!index.isEmpty()) {
      return answer(Finding.POSSIBLE, replication(index));
    }
    String noReader = "no thread reads a Solr stream or another answer";
    List<String> gone = jvm.readersGone();
    if (!gone.isEmpty()) {
      noReader += Text.of(" any more (\"%s\" did in an earlier dump: it ended)", gone.get(0));
      if (jvm.newest().addresses().isEmpty()) {
        return answer(
            Finding.POSSIBLE, noReader + ", unless these are dumps of two JVMs, which is unknown");
      }
    }
    if (!jvm.newest().showsAll()) {
      String part =
          jvm.newest().mayHideVirtualThreads()
              ? " in what this dump shows, and virtual threads are not in it: unknown"
              : " in this text, which may be a part of a dump: unknown";
      return answer(Finding.POSSIBLE, noReader + part + another());
    }
    Senders senders = jvm.senders();
    if (senders.blocked().stream().anyMatch(sender -> !sender.last().http1())) {
      return answer(Finding.POSSIBLE, noReader + " here, but answers are not read");
    }
    if (senders.unknown().isPresent()) {
      return answer(Finding.POSSIBLE, noReader);
    }
    if (LookAlikes.lock(jvm).or(() -> LookAlikes.pool(jvm)).isPresent()) {
      return answer(Finding.POSSIBLE, noReader + ", so it is perhaps another hang" + another());
    }
    if (jvm.mayReadUnseen() && gone.isEmpty()) {
      return answer(
          Finding.POSSIBLE,
          noReader
              + another()
              + "; but an HTTP client can be here, and those with listeners read without a thread:"
              + " whether one hangs cannot be seen in a thread dump");
    }
    String noSender = senders.all().isEmpty() ? ", and none sends an answer" : "";
    return answer(
        Finding.NO_STALL,
        noReader + noSender + another() + "; if a query is silent, look at the JVM that merges it");
  }

  /** Describes a thread that copies or sends an index, and how long it did nothing. */
  private static String replication(List<ThreadHistory> index) {
    ThreadHistory first =
        index.stream().filter(ThreadHistory::still).findFirst().orElse(index.get(0));
    return Text.of(
            "another thing waits, replication or recovery: thread \"%s\" %s",
            first.last().name(),
            first.last().activity() == Activity.SENDS_INDEX
                ? "sends an index to another node"
                : "copies an index from another node")
        + (first.still()
            ? Double.isNaN(first.stillSeconds())
                ? ", and did nothing between the dumps"
                : Text.of(", and did nothing for %.1f s", first.stillSeconds())
            : "; whether it hangs is unknown, " + first.why())
        + Text.of("; it is no stream of documents (%,d such thread(s))", index.size());
  }

  /** Another wait, in a few words; empty if there is none. */
  private String another() {
    Optional<String> lock = LookAlikes.lock(jvm); // already at the beginning of the reason
    return LookAlikes.of(List.of(jvm)).stream()
        .filter(line -> !lock.equals(Optional.of(line)))
        .findFirst()
        .map(line -> "; another thing waits: " + line.replaceFirst(":.*", ""))
        .orElse("");
  }

  private JvmAnswer answer(Finding finding, String reason) {
    return answer(finding, Optional.empty(), reason);
  }

  private JvmAnswer answer(Finding finding, Optional<StallCause> cause, String reason) {
    String lock =
        finding == Finding.NO_STALL || !jvm.whole().deadlock().isEmpty()
            ? ""
            : LookAlikes.lock(jvm).map(line -> line.replaceFirst(": .*", "") + "; ").orElse("");
    return new JvmAnswer(
        jvm.name(), jvm.dumps(), finding, cause, lock + reason + jvm.senders().sentence());
  }

  /** Describes the threads that wait for data, and for how long if known. */
  String waits() {
    List<ThreadHistory> still = jvm.waiting.stream().filter(ThreadHistory::still).toList();
    List<ThreadHistory> named = still.isEmpty() ? jvm.waiting : still;
    String first = named.get(0).last().name();
    String what =
        named.get(0).last().solr()
            ? "for the next document of a stream"
            : "for the data of an answer";
    String waits =
        named.size() == 1
            ? Text.of("thread \"%s\" waits %s", first, what)
            : Text.of("%,d threads wait %s, the first is \"%s\"", named.size(), what, first);
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
    Optional<ThreadHistory> doubt = jvm.isStill() ? Optional.empty() : jvm.doubt();
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
        jvm.readers.size() == 1
            ? Text.of("thread \"%s\"", jvm.readers.get(0).last().name())
            : Text.of("each of %,d threads that read streams or answers", jvm.readers.size());
    return who
        + " ran between the dumps (cpu= has grown), so it was not hanging at the first dump; if the"
        + " query is still silent, take two more dumps";
  }

  private String whoDoesNotWait() {
    for (ThreadHistory reader : jvm.threads(Activity.MERGES_AND_SENDS::equals)) {
      if (reader.still()) {
        return Text.of(
            "thread \"%s\" merges a Solr stream, and was blocked while sending its own answer: its"
                + " client does not read",
            reader.last().name());
      }
    }
    List<ThreadHistory> openers = jvm.threads(Activity.AWAITS_HEADERS::equals);
    if (!openers.isEmpty()) {
      return Text.of(
          "thread \"%s\" opened a stream and waits for the headers of its answer: the shard still"
              + " searches, or the request waits for a free stream",
          openers.get(0).last().name());
    }
    return Text.of(
        "thread \"%s\" reads a Solr stream; %s not show whether it makes progress",
        jvm.readers.get(0).last().name(), jvm.dumps() > 1 ? "these dumps do" : "one dump does");
  }
}
