package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class StudyPlanTest {
  private static final Function<StudyCell, Timing> TIMING = cell -> new Timing(1, 5, 4, 10);

  private static StudyCell cell(String label) {
    return new StudyCell(label, "StreamingSearch.stream", Map.of("a", label), List.of(), 1);
  }

  private static List<String> names(int rounds) {
    return StudyPlan.interleaved(List.of(cell("x"), cell("y"), cell("z")), rounds, TIMING)
        .steps()
        .stream()
        .map(StudyStep::name)
        .toList();
  }

  @Test
  void everyCellHasOneForkBeforeAnyHasASecond() {
    assertThat(names(1)).containsExactly("x-1", "y-1", "z-1");
    assertThat(names(2).subList(0, 3)).allMatch(name -> name.endsWith("-1"));
    assertThat(names(2).subList(3, 6)).allMatch(name -> name.endsWith("-2"));
  }

  @Test
  void eachRoundBeginsOneCellLater() {
    assertThat(names(3))
        .containsExactly("x-1", "y-1", "z-1", "y-2", "z-2", "x-2", "z-3", "x-3", "y-3");
  }

  @Test
  void theEstimateCountsWarmUpMeasurementAndStart() {
    StudyPlan plan = StudyPlan.interleaved(List.of(cell("x")), 2, TIMING);
    assertThat(plan.estimatedSeconds(2)).isBetween(90L, 110L);
  }

  @Test
  void whatIsLeftIsEstimatedByTheCellsThatAreLeft() {
    StudyPlan plan =
        StudyPlan.interleaved(
            List.of(cell("long"), cell("short")),
            1,
            cell -> cell.label().equals("long") ? new Timing(1, 5, 4, 10) : Timing.shots(20, 3));
    assertThat(plan.estimatedSeconds(1)).isLessThan(10);
    assertThat(plan.estimatedSeconds(2)).isGreaterThan(50);
  }
}
