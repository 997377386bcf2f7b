package io.streambench.bench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.Installation;
import io.streambench.base.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunSettingsTest {
  @TempDir Path folder;

  private RunSettings settings(String name, String value) {
    return RunSettings.of(Map.of(name, value));
  }

  @Test
  void defaultsToTenSecondsAndModuleFolder() {
    RunSettings settings = RunSettings.of(Map.of());
    assertThat(settings.stallTimeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(settings.logsFolder())
        .isEqualTo(Installation.moduleFolder().resolve("flow-control-logs"));
    assertThat(settings.summaryFormat()).isEqualTo(RunSettings.SummaryFormat.TEXT);
  }

  @ParameterizedTest
  @CsvSource({"10s,10000", "500ms,500", "2m,120000", "7,7000", "15m,900000"})
  void parsesTimes(String text, long millis) {
    assertThat(settings(RunSettings.STALL_TIMEOUT_PROPERTY, text).stallTimeout())
        .isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "stallTimeout | 0 | off or a positive time like 10s, 500ms or 2m, at most 60m",
        "stallTimeout | -1s | off or a positive time like",
        "stallTimeout | 1.5s | off or a positive time like",
        "stallTimeout | 99999999999s | off or a positive time like",
        "stallTimeout | 61m | off or a positive time like",
        "stallTimeout | Off | off or a positive time like",
        "recording | maybe | off, on or keep",
        "redact | off | true or false",
        "summary | html | text, md or wide",
      })
  void rejectsInvalidValuesWithRule(String name, String text, String expectedRule) {
    assertThatThrownBy(() -> settings("streambench." + name, text))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("streambench." + name + " must be " + expectedRule)
        .hasMessageEndingWith("got '" + text + "'");
  }

  @Test
  void offDisablesStallTimeout() {
    assertThat(settings(RunSettings.STALL_TIMEOUT_PROPERTY, " off ").stallTimeout())
        .isEqualTo(RunSettings.NEVER);
  }

  @ParameterizedTest
  @CsvSource({"off,10", "15m,10", "2m,10", "119s,119", "2s,2"})
  void limitsStallTimeoutShownInEvidence(String text, long seconds) {
    assertThat(settings(RunSettings.STALL_TIMEOUT_PROPERTY, text).shownStallTimeout())
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void redactsAndTruncatesByDefault() {
    assertThat(RunSettings.of(Map.of()).isRedacted()).isTrue();
    assertThat(RunSettings.of(Map.of()).hasWholeLog()).isFalse();
    assertThat(settings(RunSettings.REDACT_PROPERTY, "false").isRedacted()).isFalse();
  }

  @Test
  void rejectsUnwritableLogsFolder() throws IOException {
    Path file = Files.createFile(folder.resolve("a-file"));
    assertThatThrownBy(
            () ->
                settings(RunSettings.LOGS_PROPERTY, file.resolve("logs").toString())
                    .withCheckedLogs())
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("=FOLDER) must be writable, got")
        .hasMessageContaining(file.toString());
  }
}
