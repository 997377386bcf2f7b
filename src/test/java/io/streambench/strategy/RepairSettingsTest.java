package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepairSettingsTest {
  private static RepairSettings of(Map<String, String> properties) {
    return RepairSettings.of(properties::get);
  }

  @Test
  void isOnWithStandardWindowsWhereNoPropertyIsSet() {
    RepairSettings settings = of(Map.of());
    assertThat(settings.isOn()).isTrue();
    assertThat(settings.streamWindow()).isEmpty();
    assertThat(settings.sessionWindow()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"memory-bound, true", "' buffering ', false"})
  void takesEachStrategyByItsName(String name, boolean on) {
    assertThat(of(Map.of("streambench.flowControl", name)).isOn()).isEqualTo(on);
  }

  @ParameterizedTest
  @CsvSource({
    "streambench.flowControl, fastest, 'streambench.flowControl must be one of buffering, '",
    "streambench.flowControl, on-receipt, 'streambench.flowControl must be one of buffering, '",
    "streambench.flowControl, '', 'streambench.flowControl must be one of buffering, '",
    "solr.http2.initialStreamRecvWindow, 8m, 'solr.http2.initialStreamRecvWindow must be '",
    "solr.http2.initialSessionRecvWindow, 12, 'solr.http2.initialSessionRecvWindow must be '",
    "streambench.directMemoryBudget, 0m, 'streambench.directMemoryBudget must be a size like '",
    "streambench.directMemoryBudget, 128, 'streambench.directMemoryBudget must be a size like '",
    "streambench.directMemoryBudget, -1m, 'streambench.directMemoryBudget must be a size like '",
    "streambench.directMemoryBudget, quarter, 'streambench.directMemoryBudget must be a size '"
  })
  void namesThePropertyTheRuleAndTheValueOfAMistake(String name, String value, String start) {
    assertThatThrownBy(() -> of(Map.of(name, value)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(start)
        .hasMessageEndingWith(value.isEmpty() ? "got nothing" : "got '" + value + "'");
  }

  @Test
  void asksForNoPropertyThatIsNotItsOwn() {
    RepairSettings.of(RepairSettingsTest::ownOnly);
  }

  private static String ownOnly(String name) {
    assertThat(name).matches("streambench\\..+|solr\\.http2\\.initial.+");
    return null;
  }

  @ParameterizedTest
  @CsvSource({"64k, 65536", "128m, 134217728", "256M, 268435456"})
  void takesABudgetAsASize(String text, long bytes) {
    assertThat(of(Map.of("streambench.directMemoryBudget", text)))
        .extracting(RepairSettings::budgetBytes)
        .isEqualTo(OptionalLong.of(bytes));
  }

  /** One that cannot be kept would end as no budget does: readers without memory hang. */
  @Test
  void refusesABudgetOfMoreThanTheDirectMemory() {
    String more = (DirectMemory.limitBytes() >> 30) + 1 + "g";
    assertThatThrownBy(() -> of(Map.of("streambench.directMemoryBudget", more)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-XX:MaxDirectMemorySize")
        .hasMessageContaining(more);
  }

  @Test
  void refusesABudgetThatTheStrategyWouldIgnore() {
    String property = "streambench.directMemoryBudget";
    assertThatThrownBy(() -> of(Map.of("streambench.flowControl", "buffering", property, "128m")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(property)
        .hasMessageContaining("be left out with flowControl=buffering");
  }
}
