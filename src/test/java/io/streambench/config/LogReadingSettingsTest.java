package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogReadingSettingsTest {
  @TempDir Path folder;

  private LogReadingSettings settings(String log) {
    return LogReadingSettings.of(Map.of("log", log, "megabytes", "64"), folder);
  }

  @Test
  void aLogIsFoundBelowTheModule() throws Exception {
    Path log = Files.writeString(folder.resolve("a.log"), "a line\n");
    assertThat(settings("a.log").log()).isEqualTo(log);
  }

  @Test
  void anEmptyLogCannotBeRepeatedUntilItIsLongEnough() throws Exception {
    Files.createFile(folder.resolve("empty.log"));
    assertThatThrownBy(() -> settings("empty.log"))
        .isInstanceOf(SettingException.class)
        .hasMessage("log must not be empty, got 'empty.log'");
  }

  @Test
  void aLogThatIsNotThereOrIsNoFileIsRefused() {
    assertThatThrownBy(() -> settings("none.log")).isInstanceOf(SettingException.class);
    assertThatThrownBy(() -> settings(".")).isInstanceOf(SettingException.class);
  }
}
