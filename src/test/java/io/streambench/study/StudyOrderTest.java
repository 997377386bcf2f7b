package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.config.SettingException;
import io.streambench.results.StudyFile;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StudyOrderTest {
  private static StudyOrder order(int forks, Map<String, String> overrides) {
    return new StudyOrder(Studies.named("http1-vs-http2"), forks, Scale.FULL, overrides);
  }

  @Test
  void whatAnUnknownStudyCouldHaveBeenIsListed() {
    assertThatThrownBy(() -> Studies.named("nonsense"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("http1-vs-http2")
        .hasMessageContaining("nonsense");
  }

  @Test
  void aParameterThatNoBenchmarkHasIsRefused() {
    assertThatThrownBy(() -> order(1, Map.of("numShard", "2")).check(Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("numShards")
        .hasMessageContaining("'numShard'");
  }

  @Test
  void whatTheStudyVariesCannotBeSet() {
    assertThatThrownBy(() -> order(1, Map.of("numShards", "2")).check(Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("varies");
  }

  @Test
  void oneCollectionCannotHaveSeveralNumbersOfShards() {
    Map<String, String> overrides = Map.of("zkHost", "somewhere:2181", "collection", "mine");
    assertThatThrownBy(() -> order(1, overrides).check(Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("--set collection");
  }

  @Test
  void aValueThatBreaksItsRuleIsRefusedBeforeAnythingStarts() {
    assertThatThrownBy(() -> order(1, Map.of("docCount", "many")).check(Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("docCount");
    assertThatThrownBy(() -> order(0, Map.of()).check(Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("--forks");
  }

  @Test
  void everyStudyCanBeRunAtEitherScaleAsItStands() {
    for (Study study : Studies.all()) {
      for (Scale scale : Scale.values()) {
        assertThat(new StudyOrder(study, 5, scale, Map.of()).check(Map.of())).isEmpty();
      }
    }
  }

  @Test
  void labelsAndCombinationsAreUniqueInEveryStudy() {
    for (Study study : Studies.all()) {
      List<StudyCell> cells = new StudyOrder(study, 1, Scale.FULL, Map.of()).cells();
      assertThat(cells.stream().map(StudyCell::label)).doesNotHaveDuplicates();
      assertThat(cells.stream().map(cell -> cell.benchmark() + cell.identity()))
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void anOrderComesBackFromItsFileAsItWas() {
    StudyOrder order = order(5, Map.of("docCount", "2000"));
    StudyFile file = new StudyFile(order.study().name(), Map.of(), order.settings(), List.of());
    assertThat(StudyOrder.ofFile(file)).isEqualTo(order);
  }

  @Test
  void theCommandRepeatsTheOrder() {
    assertThat(order(5, Map.of("docCount", "2000")).command())
        .isEqualTo("./streambench study http1-vs-http2 --forks 5 --set docCount=2000");
  }

  @Test
  void theFiveCellsOfThePublishedStudyTakeSixMinutesAtMost() {
    assertThat(order(1, Map.of()).estimatedSeconds()).isLessThanOrEqualTo(360);
  }
}
