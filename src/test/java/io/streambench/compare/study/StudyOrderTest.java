package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.bench.settings.LatencyBound;
import io.streambench.compare.cells.StudyFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StudyOrderTest {
  private static StudyOrder createOrder(int forks, Map<String, String> overrides) {
    return new StudyOrder(Study.forName("http1-vs-http2"), forks, Scale.FULL, overrides);
  }

  @Test
  void rejectsFileWithInvalidSettings() {
    StudyOrder order = createOrder(5, Map.of());
    for (Map<String, Object> wrong :
        List.<Map<String, Object>>of(
            Map.of("jdk", -1), Map.of("jdk", 8), Map.of("forks", 0), Map.of("forks", "many"))) {
      Map<String, Object> settings = new HashMap<>(order.toSettings());
      settings.putAll(wrong);
      StudyFile file = new StudyFile("http1-vs-http2", Map.of(), settings, List.of(), List.of());
      assertThatThrownBy(() -> StudyOrder.ofFile(file, Study::forName))
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith("study.json must have the settings of a study");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http1-vs-http2 | zkHost=zk:2181 collection=mine | --set collection must be left out",
        "max-concurrent-streams | zkHost=zk:2181 | --set zkHost must be left out",
        "output-buffer | zkHost=zk:2181 | --set zkHost must be left out",
        "fan-out | subscribers=500 | --set subscribers must be left out: fan-out sets",
        "single-request | requests=none | requests must be a number",
        "shard-fan-out | mode=VIRTUAL | JDK 21"
      })
  void rejectsInvalidParameters(String study, String overrides, String expectedMessage) {
    StudyOrder order =
        new StudyOrder(
            Study.forName(study),
            1,
            Scale.FULL,
            StudyCell.parseParameters(overrides),
            17,
            List.of(),
            "");
    assertThatThrownBy(() -> order.check(Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining(expectedMessage);
  }

  @Test
  void labelsAndCombinationsAreUnique() {
    for (Study study : Study.all()) {
      List<StudyCell> cells = new StudyOrder(study, 1, Scale.FULL, Map.of()).cells();
      assertThat(cells.stream().map(StudyCell::label)).doesNotHaveDuplicates();
      assertThat(cells.stream().map(cell -> cell.benchmark() + cell.identifyingParameters()))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void zkHostSelectsExternalCluster() {
    assertThat(createOrder(1, Map.of("zkHost", "zk:2181")).cells())
        .allSatisfy(cell -> assertThat(cell.parameters()).containsEntry("cluster", "external"));
  }

  @Test
  void restoresOrderFromFileAndCommand() {
    StudyOrder set = createOrder(5, Map.of("docCount", "2000"));
    StudyOrder bounded =
        new StudyOrder(
            Study.forName("saturation"),
            1,
            Scale.QUICK,
            Map.of(),
            17,
            List.of(LatencyBound.ofP99("--p99", "50ms")),
            "");
    for (StudyOrder order : List.of(set, bounded)) {
      StudyFile file =
          new StudyFile(order.study().name(), Map.of(), order.toSettings(), List.of(), List.of());
      assertThat(StudyOrder.ofFile(file, Study::forName)).isEqualTo(order);
    }
    assertThat(set.command())
        .isEqualTo("./streambench study http1-vs-http2 --forks 5 --set docCount=2000");
    assertThat(bounded.command()).contains("--bound 99=50ms");
  }

  @ParameterizedTest
  @CsvSource({
    "http1-vs-http2,(,must be a regular expression",
    "http1-vs-http2,B9,must match the label of a cell",
    "windows,nothing,must match the label of a cell"
  })
  void rejectsInvalidLabelRegexBeforeStart(String study, String labelRegex, String expectedReason) {
    assertThatThrownBy(
            () ->
                new StudyOrder(Study.forName(study), 1, Scale.FULL, Map.of())
                    .withLabelRegex(labelRegex)
                    .check(Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("--only " + expectedReason);
  }

  private static final Function<StudyCell, Timing> TIMING = cell -> new Timing(1, 5, 4, 10, false);

  private static StudyCell cell(String label) {
    return SyntheticStudy.cell(label, "StreamingSearch.stream", "a=" + label);
  }

  private static List<String> forkNames(int rounds) {
    return PlannedFork.interleavedForks(List.of(cell("x"), cell("y"), cell("z")), rounds, TIMING)
        .stream()
        .map(PlannedFork::name)
        .toList();
  }

  @Test
  void runsEveryCellOncePerRound() {
    assertThat(forkNames(1)).containsExactlyInAnyOrder("x-1", "y-1", "z-1");
    assertThat(forkNames(2).subList(0, 3)).allMatch(name -> name.endsWith("-1"));
    assertThat(forkNames(2).subList(3, 6)).allMatch(name -> name.endsWith("-2"));
  }

  @Test
  void roundsHaveDifferentButReproducibleOrder() {
    List<String> first =
        IntStream.range(0, 20).map(i -> 3 * i).mapToObj(forkNames(20)::get).toList();
    assertThat(first).extracting(name -> name.charAt(0)).contains('x', 'y', 'z');
    assertThat(forkNames(20)).isEqualTo(forkNames(20));
    assertThat(forkNames(20).subList(0, 9)).as("as far as it goes").isEqualTo(forkNames(3));
  }
}
