package io.streambench.flow.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Golden;
import io.streambench.flow.rule.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests logs in which the JVM restarts. Hash codes are the same before and after, but ports differ.
 */
class RestartTest {
  private static final String JETTY_START =
      " INFO  (main) [] o.e.j.s.Server jetty-10.0.22; built: 2024-06-27T16:03:51.502Z; git: 5c8";
  private static final String SOLR_START =
      " INFO  (main) [] o.a.s.s.CoreContainerProvider  ___      _       Welcome to Apache Solr";

  private static final List<String> STALL = Golden.lines("jetty10-stall.log.gz");

  /** The lines of a healthy run, with the hash codes of {@link #STALL}. */
  private static final List<String> NO_STALL =
      Golden.lines("jetty10-no-stall.log.gz").stream()
          .map(line -> line.replace("@18591a29", "@89f2eff").replace("@339b03d7", "@1c5fd95a"))
          .map(line -> line.replace("2026-11-21T", "2026-11-22T"))
          .toList();

  private static Diagnosis diagnose(List<String> before, List<String> between, List<String> after) {
    List<String> lines = new ArrayList<>(before);
    lines.addAll(between);
    lines.addAll(after);
    return Golden.diagnose(Golden.reader(lines));
  }

  private static String unrelatedLine(String time) {
    return time + " INFO  (qtp1-22) [] o.a.s.c.S.Request webapp=/solr path=/select hits=1";
  }

  @ParameterizedTest
  @ValueSource(strings = {JETTY_START, SOLR_START})
  void reportsStallThatRestartEnded(String start) {
    Diagnosis diagnosis =
        diagnose(
            STALL,
            List.of(unrelatedLine("2026-11-21T10:58:11.567Z"), "2026-11-21T11:30:00.000Z" + start),
            NO_STALL);
    assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
    assertThat(diagnosis.verdict().orElseThrow().reason())
        .contains("from 2026-11-21T10:57:41.567Z to 2026-11-21T10:58:11.567Z")
        .endsWith(" and ended with a restart of the JVM");
    assertThat(diagnosis.sessions().get(0).state().localAddress()).endsWith(":44602");
  }

  @Test
  void reportsPossibleStallIfRestartFollowsSoon() {
    Diagnosis diagnosis =
        diagnose(
            STALL,
            List.of(
                unrelatedLine("2026-11-21T10:57:42.567Z"),
                "2026-11-21T11:30:00.000Z" + JETTY_START),
            NO_STALL);
    assertThat(diagnosis.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(diagnosis.verdict().orElseThrow().reason()).contains("the JVM restarted soon");
  }

  @Test
  void findsStallAfterRestart() {
    List<String> stall = STALL.stream().map(line -> line.replace("-21T", "-23T")).toList();
    Diagnosis diagnosis =
        diagnose(NO_STALL, List.of("2026-11-23T10:00:00.000Z" + JETTY_START), stall);
    assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
    assertThat(diagnosis.verdict().orElseThrow().reason())
        .isEqualTo(Golden.diagnose(Golden.reader(STALL)).verdict().orElseThrow().reason());
  }

  @Test
  void restartOfHealthyJvmIsNoStall() {
    List<String> next = NO_STALL.stream().map(line -> line.replace("-22T", "-23T")).toList();
    Diagnosis diagnosis =
        diagnose(NO_STALL, List.of("2026-11-23T08:00:00.000Z" + JETTY_START), next);
    assertThat(diagnosis.verdict()).isEmpty();
  }

  /** Ignores the start of another JVM, or of another Jetty in the same JVM. */
  @Test
  void startDuringSessionIsNoRestart() {
    int half = STALL.size() / 2;
    String time = STALL.get(half).substring(0, 24);
    Diagnosis diagnosis =
        diagnose(
            STALL.subList(0, half), List.of(time + JETTY_START), STALL.subList(half, STALL.size()));
    Diagnosis whole = Golden.diagnose(Golden.reader(STALL));
    assertThat(diagnosis.verdict().orElseThrow().reason())
        .isEqualTo(whole.verdict().orElseThrow().reason());
    assertThat(diagnosis.sessions()).hasSameSizeAs(whole.sessions());
  }

  /** Ignores a query that contains the text of a start message. */
  @Test
  void queryForStartMessageIsNoRestart() {
    String query =
        unrelatedLine("2026-11-21T10:57:42.567Z") + " q=Welcome to Apache Solr; built: 2024";
    Diagnosis diagnosis = diagnose(STALL, List.of(query), List.of());
    assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
    assertThat(diagnosis.verdict().orElseThrow().reason()).doesNotContain("restart");
  }

  @Test
  void findsRestartAmongSkippedInfoLines() {
    List<String> between =
        Stream.of(
                IntStream.range(10, 50)
                    .mapToObj(i -> unrelatedLine("2026-11-21T10:58:%d.567Z".formatted(i))),
                Stream.of("2026-11-21T10:59:00.000Z" + JETTY_START),
                IntStream.range(10, 50)
                    .mapToObj(i -> unrelatedLine("2026-11-21T10:59:%d.567Z".formatted(i))))
            .flatMap(lines -> lines)
            .toList();
    assertThat(diagnose(STALL, between, NO_STALL).verdict().orElseThrow().reason())
        .contains("to 2026-11-21T10:58:49.567Z and ended with a restart of the JVM");
  }
}
