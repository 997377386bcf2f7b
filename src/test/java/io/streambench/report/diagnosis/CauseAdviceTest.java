package io.streambench.report.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.analysis.Finding;
import io.streambench.analysis.Outcome;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Verdict;
import io.streambench.analysis.Waiting;
import io.streambench.report.diagnosis.CauseAdvice.Way;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CauseAdviceTest {
  private static List<String> advice(StallCause cause) {
    return CauseAdvice.of(
        new Verdict(
            Finding.STALLED, Optional.of(cause), "why", Optional.empty(), List.of(), List.of()));
  }

  @ParameterizedTest
  @EnumSource
  void everyCauseHasWordsAndAWayOut(StallCause cause) {
    assertThat(CauseAdvice.words(cause)).startsWith(cause + ": ");
    assertThat(advice(cause)).isNotEmpty().allMatch(way -> way.endsWith("."));
  }

  @Test
  void theFirstWayOutOfAFullSessionWindowIsALineThatAStockSolrHonours() {
    assertThat(advice(StallCause.SESSION_WINDOW).get(0))
        .contains("SOLR_OPTS=\"$SOLR_OPTS -Dsolr.http1=true\"")
        .contains(" on every node that merges. Restart one node at a time")
        .contains("To undo it")
        .contains("Price: one connection for each stream")
        .endsWith(
            "A client outside Solr has 64 connections to a node unless its builder sets"
                + " withMaxConnectionsPerHost(N). Set N to the number of streams.");
  }

  @ParameterizedTest
  @EnumSource
  void whereverHttp1IsAdvisedTheLimitOfAClientOutsideSolrIsTold(StallCause cause) {
    assertThat(advice(cause))
        .filteredOn(way -> way.contains("-Dsolr.http1=true"))
        .allMatch(way -> way.contains("withMaxConnectionsPerHost(N)"));
  }

  @Test
  void theRepairComesAfterHttp1AndSaysWhatItKeeps() {
    for (StallCause cause : List.of(StallCause.SESSION_WINDOW, StallCause.CANCELLED_STREAMS)) {
      assertThat(advice(cause))
          .filteredOn(way -> way.contains("-Dsolr.http1=true") || way.contains("repair"))
          .satisfiesExactly(
              http1 -> assertThat(http1).contains("-Dsolr.http1=true"),
              repair -> assertThat(repair).startsWith("To keep HTTP/2: the repair"));
    }
  }

  @Test
  void noStrategyIsAdvisedAgainstWantOfSlotsOrPermits() {
    assertThat(advice(StallCause.STREAM_SLOTS))
        .noneMatch(way -> way.contains("repair"))
        .anyMatch(way -> way.contains("<Set name=\"maxConcurrentStreams\">"));
    assertThat(advice(StallCause.REQUEST_PERMITS))
        .noneMatch(way -> way.contains("repair"))
        .anyMatch(way -> way.contains("SOLR-18174"));
  }

  @Test
  void whatIsOnlyPossibleIsProvenBeforeAnythingIsRestarted() {
    Verdict threads =
        new Verdict(
            Finding.POSSIBLE,
            Optional.empty(),
            "a thread waits",
            Optional.empty(),
            List.of(),
            List.of());
    assertThat(CauseAdvice.of(threads))
        .first()
        .asString()
        .as("whom it would harm is read before the command")
        .containsSubsequence(
            "Not on a Solr node with more than 2 GB", "attach PID", "GC.heap_dump");
    assertThat(CauseAdvice.of(threads).stream().skip(1))
        .isNotEmpty()
        .allMatch(way -> way.startsWith("Once a second look has shown the hang: "));
  }

  @ParameterizedTest
  @EnumSource
  void theNextStepsAreAtMostFiveLinesOfATerminal(StallCause cause) {
    for (List<Way> ways :
        List.of(
            CauseAdvice.ways(possible(cause, Waiting.UNKNOWN)),
            ofMoment(possible(cause, Waiting.YES)),
            CauseAdvice.waysOut(cause),
            Arrays.stream(NextStep.values()).map(CauseAdvice::next).toList())) {
      assertThat(Way.lines(ways)).hasSizeBetween(1, 5).allMatch(line -> line.length() <= 96);
    }
  }

  @Test
  void aHangThatIsOnlyPossibleIsLookedAtAgainBeforeAnythingIsRestarted() {
    assertThat(advice(StallCause.SESSION_WINDOW)).anyMatch(way -> way.contains("restart the node"));
    for (StallCause cause : StallCause.values()) {
      assertThat(Way.details(ofMoment(possible(cause, Waiting.YES))).get(0))
          .startsWith("Restart nothing yet");
      for (List<String> ways :
          List.of(
              Way.details(ofMoment(possible(cause, Waiting.YES))),
              CauseAdvice.of(possible(cause, Waiting.UNKNOWN)))) {
        List<String> restarts =
            ways.stream()
                .filter(way -> way.contains("estart") && !way.startsWith("Restart nothing yet"))
                .toList();
        assertThat(restarts.isEmpty()).as(cause.toString()).isEqualTo(cause == StallCause.UNKNOWN);
        assertThat(restarts)
            .allMatch(way -> way.startsWith("Once a second look has shown the hang: "));
      }
    }
  }

  @Test
  void whereOnlyTheNextQueryCanHangNoHangIsSaidToBeEnded() {
    Verdict next = possible(StallCause.CANCELLED_STREAMS, Waiting.NO);
    for (List<String> ways : List.of(CauseAdvice.of(next), Way.details(ofMoment(next)))) {
      assertThat(ways)
          .noneMatch(way -> way.contains("To end a hang now"))
          .first()
          .asString()
          .startsWith("Nothing hangs now");
    }
  }

  private static List<Way> ofMoment(Verdict verdict) {
    return CauseAdvice.of(verdict, Optional.empty(), true, 0.5);
  }

  /** A hang that is only possible, with one stream that has nothing to read. */
  private static Verdict possible(StallCause cause, Waiting waiting) {
    SessionState session =
        Diagnoses.stalledWith(
                "1a2b3c4d", List.of(new StreamState(1, 1000, 0, 0, false, false, waiting)))
            .sessions()
            .get(0)
            .state();
    return new Verdict(
        Finding.POSSIBLE,
        Optional.of(cause),
        "why",
        Optional.of(session),
        List.of(),
        List.of(session));
  }

  @Test
  void aFailureForWhichNoCauseWasLookedForHasNoAdvice() {
    assertThat(CauseAdvice.of(new Verdict(Outcome.FAILED, "an error", List.of()))).isEmpty();
  }

  /** Windows for a session of 1 MiB, and streams of 512 KiB. */
  @ParameterizedTest
  @CsvSource({
    "3, -Dsolr.http2.initialStreamRecvWindow=262143. -Dsolr.http2.initialSessionRecvWindow=2097153.",
    "9, -Dsolr.http2.initialStreamRecvWindow=65535. -Dsolr.http2.initialSessionRecvWindow=8388609.",
    "10, -Dsolr.http2.initialSessionRecvWindow=9437185.",
    "3000,"
  })
  void windowsAreTheExactPropertiesThatTheRepairAccepts(int streams, String expected) {
    SessionDiagnosis session = Diagnoses.stalledWith("1a2b3c4d", streams).sessions().get(0);
    Verdict verdict =
        new Verdict(
            Finding.STALLED,
            Optional.of(StallCause.SESSION_WINDOW),
            "why",
            Optional.of(session.state()),
            List.of(),
            List.of(session.state()));
    List<String> ways = Way.details(CauseAdvice.of(verdict, Optional.of(session), false, 0.5));
    String windows =
        ways.stream()
            .filter(way -> way.startsWith("With that jar: -Dstreambench.flowControl=buffering "))
            .map(way -> way.split(" ")[4])
            .collect(Collectors.joining(" "));
    assertThat(windows).isEqualTo(expected == null ? "" : expected);
  }
}
