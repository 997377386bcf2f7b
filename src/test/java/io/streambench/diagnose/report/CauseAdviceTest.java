package io.streambench.diagnose.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.report.CauseAdvice.Program;
import io.streambench.diagnose.report.CauseAdvice.Remedy;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.Role;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.Sessions;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.rule.Waiting;
import io.streambench.flow.threads.SolrjClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CauseAdviceTest {
  private static Verdict verdict(
      Finding finding, StallCause cause, Optional<SessionState> session) {
    return new Verdict(
        Source.WINDOWS,
        finding,
        Optional.ofNullable(cause),
        List.of(),
        session,
        List.of(),
        List.of());
  }

  private static List<String> adviceOn(StallCause cause) {
    return CauseAdvice.of(verdict(Finding.STALLED, cause, Optional.empty()));
  }

  /** Returns a verdict on a possible hang, with one stream that has nothing to read. */
  private static Verdict possibleVerdict(StallCause cause, Waiting waiting) {
    StreamState hungry = new StreamState(1, 1000, 0, 0, false, false, waiting);
    return verdict(
        Finding.POSSIBLE,
        cause,
        Optional.of(Diagnoses.stalledWith("1a2b3c4d", List.of(hungry)).sessions().get(0).state()));
  }

  @ParameterizedTest
  @EnumSource
  void everyCauseHasDescriptionAndRemedy(StallCause cause) {
    assertThat(CauseAdvice.describeCause(cause)).startsWith(cause + ": ");
    assertThat(adviceOn(cause)).isNotEmpty().allMatch(remedy -> remedy.endsWith("."));
    assertThat(adviceOn(cause))
        .filteredOn(remedy -> remedy.contains("-Dsolr.http1=true"))
        .allMatch(remedy -> remedy.contains("withMaxConnectionsPerHost(N)"));
  }

  @ParameterizedTest
  @EnumSource(names = "UNKNOWN", mode = EnumSource.Mode.EXCLUDE)
  void firstStepIsFixForCauseOfStall(StallCause cause) {
    assertThat(CauseAdvice.firstStepLine(verdict(Finding.STALLED, cause, Optional.empty())))
        .hasValueSatisfying(
            fix ->
                assertThat(fix)
                    .startsWith("Fix: ")
                    .matches(it -> it.contains("(price: one connection") == isFixedByHttp1(cause)));
    assertThat(CauseAdvice.firstStepLine(possibleVerdict(cause, Waiting.UNKNOWN)).orElse(""))
        .doesNotContain("Fix");
  }

  private static boolean isFixedByHttp1(StallCause cause) {
    return EnumSet.of(
            StallCause.SESSION_WINDOW, StallCause.CANCELLED_STREAMS, StallCause.EARLY_CLOSE)
        .contains(cause);
  }

  @Test
  void advisesStockSolrRemediesBeforeRepair() {
    assertThat(adviceOn(StallCause.SESSION_WINDOW))
        .satisfiesExactly(
            http1 ->
                assertThat(http1)
                    .contains("SOLR_OPTS=\"$SOLR_OPTS -Dsolr.http1=true\" in solr.in.sh"),
            repair -> assertThat(repair).contains("docs/repair.md"),
            restart -> assertThat(restart).contains("restart the node"));
    assertThat(adviceOn(StallCause.STREAM_SLOTS))
        .noneMatch(remedy -> remedy.contains("repair"))
        .anyMatch(remedy -> remedy.contains("<Set name=\"maxConcurrentStreams\">"));
    assertThat(adviceOn(StallCause.REQUEST_PERMITS))
        .noneMatch(remedy -> remedy.contains("repair"))
        .anyMatch(remedy -> remedy.contains("SOLR-18174"));
  }

  @ParameterizedTest
  @EnumSource
  void nextStepsHaveAtMostFiveShortLines(StallCause cause) {
    CauseAdvice advice = new CauseAdvice(Set.of());
    for (List<Remedy> remedies :
        List.of(
            advice.remedies(possibleVerdict(cause, Waiting.UNKNOWN), false),
            advice.remedies(possibleVerdict(cause, Waiting.YES), true),
            advice.remediesFor(cause),
            Arrays.stream(NextStep.values()).flatMap(advice::remediesForNextStep).toList())) {
      assertThat(Remedy.lines(remedies)).hasSizeBetween(1, 5).allMatch(line -> line.length() <= 96);
      assertThat(Remedy.details(remedies)).noneMatch(String::isEmpty);
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"EARLY_CLOSE", "CONNECTIONS"})
  void advisesSecondCheckOfPossibleHangBeforeRestart(StallCause cause) {
    for (boolean moment : new boolean[] {true, false}) {
      Verdict verdict = possibleVerdict(cause, moment ? Waiting.YES : Waiting.UNKNOWN);
      List<String> remedies = Remedy.details(new CauseAdvice(Set.of()).remedies(verdict, moment));
      assertThat(remedies.get(0)).contains(moment ? "Restart nothing yet" : "two thread dumps");
      assertThat(remedies.subList(moment ? 2 : 1, remedies.size()))
          .isNotEmpty()
          .allMatch(remedy -> remedy.startsWith("Once a second look has shown the hang: "));
    }
  }

  @Test
  void advisesMoreConnectionsPerHost() {
    Verdict possible = possibleVerdict(StallCause.CONNECTIONS, Waiting.UNKNOWN);
    assertThat(CauseAdvice.firstStepLine(possible))
        .get()
        .asString()
        .contains("withMaxConnectionsPerHost(");
    assertThat(Remedy.details(new CauseAdvice(Set.of()).remedies(possible, true)).get(0))
        .contains("Restart nothing yet");
  }

  @Test
  void advisesHeapDumpForThreadsOnlyIfHarmless() {
    assertThat(CauseAdvice.of(verdict(Finding.POSSIBLE, null, Optional.empty())).get(0))
        .containsSubsequence(
            "Not on a Solr node with more than 2 GB", "attach PID", "GC.heap_dump");
    assertThat(CauseAdvice.of(Verdict.failed("an error", List.of()))).isEmpty();
  }

  @Test
  void advisesNoReleaseIfNothingHangsYet() {
    Verdict next = possibleVerdict(StallCause.CANCELLED_STREAMS, Waiting.NO);
    for (boolean moment : new boolean[] {true, false}) {
      assertThat(Remedy.details(new CauseAdvice(Set.of()).remedies(next, moment)))
          .noneMatch(remedy -> remedy.contains("to end a hang now"))
          .first()
          .asString()
          .startsWith("Nothing hangs now");
    }
  }

  @Test
  void advisesServerWithoutWindowToReadUploads() {
    SessionState server = Sessions.exhaustedSession(Role.SERVER, "node1:8983", "node2:4711");
    for (Finding finding : List.of(Finding.POSSIBLE, Finding.STALLED)) {
      Verdict verdict = verdict(finding, StallCause.SESSION_WINDOW, Optional.of(server));
      assertThat(Remedy.lines(new CauseAdvice(Set.of()).remedies(verdict, false)))
          .anyMatch(line -> line.startsWith("Uploads wait"))
          .noneMatch(line -> line.contains("http1"));
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "OTHER_CLIENT"})
  void advisesNothingAboutSolrForOtherPrograms(Program program) {
    CauseAdvice plain = new CauseAdvice(Set.of(), program, false);
    for (StallCause cause : StallCause.values()) {
      List<Remedy> remedies = new ArrayList<>(plain.remediesFor(cause));
      remedies.addAll(plain.remedies(possibleVerdict(cause, Waiting.UNKNOWN), false));
      assertThat(remedies).extracting(Remedy::detail).noneMatch(text -> text.contains("olr"));
    }
    for (LoggedFault.Kind kind : LoggedFault.Kind.values()) {
      boolean ofSolr = kind.name().matches("(?:INDEX|STREAM|SLOW)_.*|UPDATE");
      assertThat(ofSolr || !plain.of(kind).line().matches("(?s).*(?:solr\\.log|Upgrade Solr).*"))
          .as(kind.name())
          .isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  void explainsCancelledStreamsByHangOrEarlyClose(Program program) {
    CauseAdvice advice = new CauseAdvice(Set.of(), program, false);
    for (Waiting waiting : Waiting.values()) {
      List<Remedy> remedies =
          advice.remedies(possibleVerdict(StallCause.CANCELLED_STREAMS, waiting), false);
      assertThat(Remedy.lines(remedies).toString())
          .contains("an earlier hang that a timeout ended, or ", "closed early");
      assertThat(Remedy.details(remedies))
          .anyMatch(text -> text.contains("an earlier hang on the same connection that ended"));
    }
  }

  /** A pattern of text that requests dumps of the JVM whose dumps were given. */
  private static final Pattern DUMP_REQUEST =
      Pattern.compile(
          "Take two thread dumps (?:\\(|of this)|dumps, 15 s apart, of this"
              + "|Take a thread dump:|Two thread dumps of it show|Take two thread dumps of it:");

  private static List<String> requestsForDumps(CauseAdvice advice) {
    List<Remedy> remedies = new ArrayList<>();
    Arrays.stream(LoggedFault.Kind.values()).map(advice::of).forEach(remedies::add);
    Stream.of(NextStep.POOL_THREADS, NextStep.UPLOADS)
        .flatMap(advice::remediesForNextStep)
        .forEach(remedies::add);
    for (StallCause cause : StallCause.values()) {
      for (boolean isHeapFull : new boolean[] {true, false}) {
        remedies.addAll(advice.remediesForLog(possibleVerdict(cause, Waiting.YES), isHeapFull));
      }
    }
    return remedies.stream()
        .flatMap(remedy -> Stream.of(remedy.line(), remedy.detail()))
        .filter(text -> DUMP_REQUEST.matcher(text).find())
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void doesNotRequestGivenDumps(Program program) {
    assertThat(requestsForDumps(new CauseAdvice(Set.of(), program, false)))
        .hasSizeGreaterThanOrEqualTo(7);
    assertThat(requestsForDumps(new CauseAdvice(Set.of(), program, true))).isEmpty();
  }

  /** attach stops a JVM, and shows only the windows of Jetty's client. */
  @Test
  void advisesAttachOnlyForJettysClient() {
    assertThat(proofSteps(Program.PLAIN)).contains("attach PID");
    assertThat(proofSteps(Program.OTHER_CLIENT)).doesNotContain("attach PID");
    for (StallCause cause : StallCause.values()) {
      assertThat(
              Remedy.details(
                  new CauseAdvice(Set.of(), Program.OTHER_CLIENT, true)
                      .remedies(possibleVerdict(cause, Waiting.UNKNOWN), false)))
          .noneMatch(text -> text.contains("attach PID") || text.contains("setInitialSession"));
    }
  }

  @Test
  void advisesNoAgentForJvmWithFullHeap() {
    Verdict verdict = verdict(Finding.POSSIBLE, StallCause.SESSION_WINDOW, Optional.empty());
    for (boolean isHeapFull : new boolean[] {true, false}) {
      List<String> lines =
          Remedy.lines(new CauseAdvice(Set.of()).remediesForLog(verdict, isHeapFull));
      assertThat(lines.stream().anyMatch(line -> line.contains("PID lets it continue")))
          .isNotEqualTo(isHeapFull);
      assertThat(lines.stream().anyMatch(line -> line.contains("attach PID")))
          .isNotEqualTo(isHeapFull);
      assertThat(lines.get(0)).contains(isHeapFull ? "Take two thread dumps" : "Prove it");
    }
  }

  private static String proofSteps(Program program) {
    CauseAdvice advice = new CauseAdvice(Set.of(), program, true);
    return String.join("", Remedy.lines(advice.remediesForNextStep(NextStep.PROVE_IT).toList()));
  }

  /** Returns the advice on a stalled session with a number of streams, for the detected clients. */
  private static List<String> adviceDetails(Set<SolrjClient> clients, int streams) {
    SessionDiagnosis session = Diagnoses.stalledWith("1a2b3c4d", streams).sessions().get(0);
    Verdict verdict =
        verdict(Finding.STALLED, StallCause.SESSION_WINDOW, Optional.of(session.state()));
    return Remedy.details(new CauseAdvice(clients).of(verdict, Optional.of(session), false, 0.5));
  }

  /**
   * The parameters are the detected client, a text in the advice on a stalled session, and a text
   * that the advice must not contain.
   */
  @ParameterizedTest
  @CsvSource({
    "JETTY_10, the jar of this project|two minutes, customizer|by itself",
    "JETTY_12, -Dsolr.solrj.http.jetty.customizer=|works again by itself, -Dsolr.http2.|9.10.1|two"
        + " minutes",
    "JDK, -Djdk.httpclient.connectionWindowSize=|-Dsolr.http1=true,"
        + " -Dsolr.http2.|9.10.1|customizer",
    "'', customizer|9.10.1|two minutes|-Dsolr.http2., connectionWindowSize"
  })
  void advisesForDetectedClient(String detected, String expected, String unexpected) {
    Set<SolrjClient> clients =
        detected.isEmpty() ? Set.of() : Set.of(SolrjClient.valueOf(detected));
    assertThat(String.join("\n", adviceDetails(clients, 9)))
        .contains(expected.split("\\|"))
        .doesNotContain(unexpected.split("\\|"));
  }

  /**
   * The session window is 1 MiB and a stream window 512 KiB. Smaller windows would flood the
   * server.
   */
  @ParameterizedTest
  @CsvSource({
    "3, -Dsolr.http2.initialSessionRecvWindow=2097153.",
    "9, -Dsolr.http2.initialSessionRecvWindow=8388609.",
    "10, -Dsolr.http2.initialSessionRecvWindow=9437185.",
    "3000, ''"
  })
  void advisesExactSessionWindowThatRepairAccepts(int streams, String expected) {
    String windows =
        adviceDetails(Set.of(), streams).stream()
            .filter(remedy -> remedy.startsWith("With the jar for Solr 9: "))
            .map(remedy -> remedy.split(" ")[7])
            .collect(Collectors.joining(" "));
    assertThat(windows).isEqualTo(expected);
  }

  /**
   * Counts the advice as a restart, because a report omits restarts while no node may be restarted.
   */
  @Test
  void adviceForDeadlockCountsAsRestart() {
    CauseAdvice advice = new CauseAdvice(EnumSet.allOf(SolrjClient.class));
    assertThat(advice.remediesForNextStep(NextStep.DEADLOCK))
        .isNotEmpty()
        .allMatch(Remedy::isRestart);
  }
}
