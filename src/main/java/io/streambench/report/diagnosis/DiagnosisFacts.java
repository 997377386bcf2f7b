package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.Finding;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Verdict;
import io.streambench.config.Text;
import io.streambench.eventlog.ReadCounts;
import io.streambench.report.diagnosis.SessionView.StallSpan;
import io.streambench.report.table.Amounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A diagnosis in words: what stands at the head of the page. */
final class DiagnosisFacts {
  /** The answer of a dump that shows no hang. */
  static final String NOBODY_WAITS =
      "no thread waits for data that a used-up session window blocks";

  private static final int MAX_STREAMS_NAMED = 12;

  private final Diagnosis diagnosis;
  private final List<Fact> facts = new ArrayList<>();

  /** One line of them. */
  record Fact(String name, String text) {}

  private DiagnosisFacts(Diagnosis diagnosis) {
    this.diagnosis = diagnosis;
  }

  /** The verdict in one word. */
  static String word(Diagnosis diagnosis) {
    return diagnosis.finding().name();
  }

  /** The verdict in a sentence. */
  static String reason(Diagnosis diagnosis) {
    return diagnosis
        .verdict()
        .map(Verdict::reason)
        .orElse(
            diagnosis.ofMoment()
                ? NOBODY_WAITS
                : diagnosis.events() == 0
                    ? "nothing about flow control was found in what was read"
                    : "no reader waits for data that a used-up session window blocks");
  }

  /** Everything else. */
  static List<Fact> of(Diagnosis diagnosis, List<SessionView> views) {
    DiagnosisFacts head = new DiagnosisFacts(diagnosis);
    diagnosis.cause().ifPresent(head::cause);
    views.stream().filter(view -> view.session().stalled()).findFirst().ifPresent(head::stalled);
    if (diagnosis.finding() == Finding.POSSIBLE) {
      views.stream().findFirst().ifPresent(head::possible);
    }
    head.read(views);
    return head.facts;
  }

  private void cause(StallCause cause) {
    add(diagnosis.stalled() ? "Cause" : "Cause, if it is a stall", CauseWords.of(cause));
  }

  private void possible(SessionView view) {
    SessionState state = view.state();
    add("Session", state.id() + ", " + where(state));
    held(view);
  }

  private void stalled(SessionView view) {
    SessionState state = view.state();
    add("Session", state.id() + ", " + where(state));
    if (!diagnosis.ofMoment()) {
      add("Stalled since", since(view));
    }
    if (state.starves()) {
      held(view);
      Set<Integer> starved = StreamLane.starvedOf(view.session());
      add(
          "Starved",
          starved.isEmpty()
              ? Text.of("one of %,d streams that the source does not show", state.unheardStreams())
              : streams(starved) + ", with nothing to read");
    } else {
      add("Session send window", count(state.sendWindow()) + " bytes");
    }
    long others = diagnosis.sessions().stream().filter(SessionDiagnosis::stalled).count() - 1;
    if (others > 0) {
      add("Stalled besides", others == 1 ? "one other session" : count(others) + " other sessions");
    }
  }

  private void held(SessionView view) {
    SessionState state = view.state();
    add(
        "Session receive window",
        count(state.receiveWindow()) + " of " + Amounts.bytes(view.session().sessionWindow()));
    add("Received, unread", Amounts.bytes(state.unreadBytes()) + unreadOn(state));
    if (state.cancelledBytes() > 0) {
      add("Unread on cancelled streams", Amounts.bytes(state.cancelledBytes()));
    }
    add("Consumed, not acknowledged", Amounts.bytes(state.unacknowledgedBytes()));
  }

  private void read(List<SessionView> views) {
    if (diagnosis.ofMoment()) {
      add("Dumped at", Amounts.instant(diagnosis.fromNanos().getAsLong()));
      add("Sessions", count(views.size()));
      return;
    }
    if (diagnosis.fromNanos().isPresent() && diagnosis.toNanos().isPresent()) {
      long from = diagnosis.fromNanos().getAsLong();
      long to = diagnosis.toNanos().getAsLong();
      add(
          "Time span",
          Amounts.duration(to - from)
              + ", from "
              + Amounts.instant(from)
              + " to "
              + Amounts.instant(to));
    } else {
      add("Time span", "unknown: the source has no timestamps");
    }
    add("Sessions", count(views.size()));
    ReadCounts counts = diagnosis.counts();
    add(
        "Events read",
        count(diagnosis.events())
            + (counts.lines() > 0 ? " from " + count(counts.lines()) + " lines" : ""));
    add("Lines skipped", skipped(counts));
    if (counts.dropped() > 0) {
      add("Events missing", count(counts.dropped()) + " were made and are not in the recording");
    }
    if (counts.cut()) {
      add("Incomplete", "the source ends in the middle");
    }
  }

  private static String skipped(ReadCounts counts) {
    return counts.skipped() == 0
        ? "none"
        : Text.of(
            "%,d (%,d about other things, %,d garbled, %,d too long)",
            counts.skipped(), counts.other(), counts.garbled(), counts.tooLong());
  }

  /** {@code client side, 127.0.0.1:46964 to 127.0.0.1:36435}, with its owner if one is known. */
  static String where(SessionState state) {
    return Text.of(
        "%s side%s, %s to %s",
        state.role(),
        state.owner().isEmpty() ? "" : " (" + state.owner() + ")",
        state.local(),
        state.remote());
  }

  private String since(SessionView view) {
    if (view.stall().isEmpty()) {
      return Amounts.UNKNOWN;
    }
    StallSpan stall = view.stall().get();
    String since =
        Amounts.offset(stall.from())
            + " after the first event, "
            + Amounts.instant(diagnosis.fromNanos().orElseThrow() + stall.from());
    if (stall.until().isPresent()) {
      return since + ", for " + Amounts.duration(stall.until().getAsLong() - stall.from());
    }
    long left = view.sourceEndNanos() - stall.from();
    return since
        + (left > 0
            ? "; the source ends " + Amounts.duration(left) + " later"
            : "; the source ends there");
  }

  private static String unreadOn(SessionState state) {
    Set<Integer> ids =
        state.streams().stream()
            .filter(stream -> stream.unreadBytes() > 0)
            .map(StreamState::id)
            .collect(Collectors.toSet());
    return ids.isEmpty() ? "" : " on " + streams(ids);
  }

  /** {@code stream 21}, {@code streams 15, 17 and 19}, {@code streams 1, 3, … and 30 more}. */
  static String streams(Set<Integer> ids) {
    List<String> named =
        ids.stream().sorted().limit(MAX_STREAMS_NAMED).map(String::valueOf).toList();
    if (named.size() == 1) {
      return "stream " + named.get(0);
    }
    return ids.size() > named.size()
        ? Text.of("streams %s and %,d more", String.join(", ", named), ids.size() - named.size())
        : Text.of(
            "streams %s and %s",
            String.join(", ", named.subList(0, named.size() - 1)), named.get(named.size() - 1));
  }

  private static String count(long number) {
    return Amounts.count(number);
  }

  private void add(String name, String text) {
    facts.add(new Fact(name, text));
  }
}
