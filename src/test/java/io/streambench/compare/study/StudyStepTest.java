package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StudyStepTest {
  private static final Function<StudyCell, Timing> TIMING = cell -> new Timing(1, 5, 4, 10);

  private static StudyCell cell(String label) {
    return SyntheticStudy.cell(label, "StreamingSearch.stream", "a=" + label);
  }

  private static List<String> names(int rounds) {
    return StudyStep.interleaved(List.of(cell("x"), cell("y"), cell("z")), rounds, TIMING).stream()
        .map(StudyStep::name)
        .toList();
  }

  @Test
  void everyCellHasOneForkBeforeAnyHasASecond() {
    assertThat(names(1)).containsExactlyInAnyOrder("x-1", "y-1", "z-1");
    assertThat(names(2).subList(0, 3)).allMatch(name -> name.endsWith("-1"));
    assertThat(names(2).subList(3, 6)).allMatch(name -> name.endsWith("-2"));
  }

  @Test
  void roundsHaveOrdersOfTheirOwnWhichAreTheSameEachTime() {
    List<String> first = IntStream.range(0, 20).map(i -> 3 * i).mapToObj(names(20)::get).toList();
    assertThat(first).extracting(name -> name.charAt(0)).contains('x', 'y', 'z');
    assertThat(names(20)).isEqualTo(names(20));
    assertThat(names(20).subList(0, 9)).as("as far as it goes").isEqualTo(names(3));
  }
}
