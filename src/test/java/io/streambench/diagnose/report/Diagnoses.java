package io.streambench.diagnose.report;

import io.streambench.flow.events.Golden;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.Role;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.SessionDiagnosis.StallTotals;
import io.streambench.flow.replay.StallEpisode;
import io.streambench.flow.replay.Timeline;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.rule.Waiting;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** Diagnoses for tests of reports. */
final class Diagnoses {
  private static final String GOLDEN = "jetty12-stall.log.gz";
  private static final long START = 1_700_000_000_000_000_000L;
  private static final long MILLI = 1_000_000;
  private static final int WINDOW = 1 << 20;

  private Diagnoses() {}

  /** Returns the diagnosis of the golden log, a stall in Jetty 12. */
  static Diagnosis stalled() {
    return Golden.diagnose(Golden.reader(Golden.lines(GOLDEN)));
  }

  /** Returns the diagnosis of the beginning of the same log, before anything stalled. */
  static Diagnosis notStalled() {
    return Golden.diagnose(Golden.reader(Golden.lines(GOLDEN).subList(0, 1_450)));
  }

  /**
   * Creates a diagnosis of one session with many streams. A reader starves on the last stream, and
   * all names are the given text.
   */
  static Diagnosis stalledWith(String text, int streams) {
    return stalledWith(
        text,
        IntStream.range(0, streams)
            .mapToObj(
                i ->
                    new StreamState(
                        2 * i + 1,
                        WINDOW / 2,
                        i == streams - 1 ? 0 : WINDOW / streams,
                        WINDOW / streams / 2,
                        false,
                        false,
                        Waiting.UNKNOWN))
            .toList());
  }

  /** Creates a diagnosis of one session with these streams and an exhausted window of 1 MiB. */
  static Diagnosis stalledWith(String text, List<StreamState> states) {
    SessionState state =
        new SessionState(
            text,
            Role.CLIENT,
            text,
            text,
            text,
            0,
            WINDOW,
            WINDOW,
            0,
            0,
            0,
            OptionalLong.of(START + 900 * MILLI),
            OptionalLong.empty(),
            states);
    StallEpisode stall =
        new StallEpisode(
            text,
            Role.CLIENT,
            0,
            StallEpisode.Window.RECEIVE,
            START + 900 * MILLI,
            START + 1000 * MILLI,
            false);
    SessionDiagnosis session =
        new SessionDiagnosis(
            state,
            true,
            false,
            WINDOW,
            WINDOW / 2,
            states.size(),
            7,
            WINDOW,
            new StallTotals(1, 100 * MILLI, 100 * MILLI),
            StallTotals.NONE,
            timeline(states));
    return new Diagnosis(
        Source.WINDOWS,
        Optional.of(
            new Verdict(
                Source.WINDOWS,
                Finding.STALLED,
                Optional.empty(),
                List.of(Reason.Kind.TEXT.of(text)),
                Optional.of(state),
                List.of(),
                List.of(state))),
        Optional.empty(),
        10,
        ReadCounts.NONE,
        OptionalLong.of(START),
        OptionalLong.of(START + 1000 * MILLI),
        List.of(session),
        List.of(stall));
  }

  private static Timeline timeline(List<StreamState> states) {
    return new Timeline(
        START,
        100 * MILLI,
        ramp(WINDOW, 0),
        ramp(0, 0),
        ramp(0, WINDOW),
        ramp(0, 0),
        states.stream()
            .map(stream -> new Timeline.Lane(stream.id(), ramp(0, (int) stream.unreadBytes())))
            .toList());
  }

  private static List<Integer> ramp(int from, int to) {
    return IntStream.range(0, 10).mapToObj(i -> from + (to - from) / 9 * i).toList();
  }

  /** Returns the diagnosis of a source without times. */
  static Diagnosis withoutTimes() {
    return ofSource(Source.WINDOWS, OptionalLong.empty());
  }

  /** Returns the diagnosis of a heap dump, which shows a single moment. */
  static Diagnosis ofHeapDump() {
    return ofSource(Source.HEAP_DUMP, OptionalLong.of(START));
  }

  private static Diagnosis ofSource(Source source, OptionalLong nanos) {
    Diagnosis timed = stalledWith("abc", 3);
    return new Diagnosis(
        source,
        timed.verdict(),
        Optional.empty(),
        timed.eventCount(),
        timed.counts(),
        nanos,
        nanos,
        timed.sessions(),
        timed.longestStalls());
  }

  /** Returns the diagnosis of a source in which nothing was found. */
  static Diagnosis empty() {
    return new Diagnosis(
        Source.WINDOWS,
        Optional.empty(),
        Optional.empty(),
        0,
        ReadCounts.NONE,
        OptionalLong.empty(),
        OptionalLong.empty(),
        List.of(),
        List.of());
  }
}
