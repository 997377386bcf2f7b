package io.streambench.study.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.predict.Zone;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import io.streambench.study.Timing;
import io.streambench.study.jetty.JettyCell.Place;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class JettyVersionsTest {
  private static final List<Double> TEN = List.of(10.0, 10.1, 9.9, 10.04, 9.96);
  private static final List<Double> FIVE = List.of(5.0, 5.05, 4.95, 5.02, 4.98);

  /** Everything completed, but for Jetty's own windows and the LIKELY places. */
  private static StudyDocument document(String... alsoStalled) {
    Map<String, List<Double>> scores = new TreeMap<>();
    for (JettyCell cell : JettyCell.all(Scale.FULL)) {
      boolean stalls =
          cell.label().endsWith("-stock")
              || cell instanceof Place place && place.zone() == Zone.LIKELY;
      scores.put(
          cell.label(),
          stalls || List.of(alsoStalled).contains(cell.label())
              ? List.of()
              : cell.label().endsWith("-http1") ? FIVE : TEN);
    }
    StudyResults results = SyntheticStudy.of("jetty-versions", 5, scores);
    return results.order().study().conclude(results);
  }

  @Test
  void theRuleSaysSafeOneByteFromTheLineAndLikelyOnIt() {
    for (JettyCell cell : JettyCell.all(Scale.FULL)) {
      if (cell instanceof Place place) {
        assertThat(place.rule().zone()).describedAs(place.label()).isEqualTo(place.zone());
        if (place.zone() == Zone.SAFE) {
          assertThat(place.rule().usableWindow() - place.rule().unreadAtWorst()).isOne();
        } else {
          assertThat(place.rule().unreadAtWorst()).isEqualTo(place.rule().sessionWindow());
        }
      }
    }
  }

  @Test
  void aPlaceIsShotsAndASpeedIsTime() {
    JettyVersions study = new JettyVersions();
    List<Timing> timings = new ArrayList<>();
    for (StudyCell cell : study.cells(Scale.FULL)) {
      Timing timing = study.timing(cell, Scale.FULL);
      assertThat(timing.singleShots()).isEqualTo(cell.label().matches(".*-k\\d+-.*"));
      timings.add(timing);
    }
    assertThat(timings).contains(Timing.shots(500, 12));
  }

  @Test
  void labelsAreUnique() {
    assertThat(new JettyVersions().cells(Scale.FULL))
        .extracting(StudyCell::label)
        .doesNotHaveDuplicates();
  }

  @Test
  void whatStallsIsToldFirstThenHowFastTheRestIs() {
    List<String> findings = document().findings();
    assertThat(findings.get(0))
        .contains("HTTP/2, Jetty's windows: 5 of 5 (Jetty 10, Jetty 12.0.33")
        .contains("stream window 500,000: 0 of 5 (Jetty 10");
    assertThat(findings.get(1))
        .startsWith("Jetty 10, HTTP/2 compared with HTTP/1.1.")
        .contains("100 % faster");
    assertThat(findings)
        .anyMatch(
            line ->
                line.startsWith("Plain sockets, the limit of")
                    && line.endsWith("ratio to plain sockets 1.00."));
    assertThat(findings)
        .anyMatch(line -> line.startsWith("The rule, SAFE: 0 of 90 clients stalled"))
        .anyMatch(line -> line.startsWith("The rule, LIKELY: 90 of 90 clients stalled"));
  }

  @Test
  void aSafePlaceThatStalledIsCounted() {
    assertThat(document("12.1.5-safe-k6-runs").findings())
        .anyMatch(line -> line.startsWith("The rule, SAFE: 5 of 90 clients stalled"))
        .noneMatch(line -> line.contains("at most") && line.startsWith("The rule"));
  }

  /** Covers the cells that `--only` leaves, and cells before the first fork has ended. */
  @Test
  void someOfTheCellsMakeAReport() {
    StudyResults all = SyntheticStudy.of("jetty-versions", 5, Map.of("12.1.5-small-streams", TEN));
    for (String kept : List.of("12\\.1\\.5", "sockets", "k6")) {
      assertThat(new JettyVersions().conclude(SyntheticStudy.only(kept, all)).question())
          .isNotEmpty();
    }
  }

  @Test
  void theVersionsAreThoseThatTheScriptBuilds() throws Exception {
    assertThat(Files.readString(Path.of("src/jetty12/build")))
        .contains("set -- " + JettyLine.JETTY_12_0.typed() + " " + JettyLine.JETTY_12_1.typed());
  }
}
