package io.streambench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.config.SettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JmhFileFuzzTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"log-reading.json", "log-reading-ss.json"})
  void aFileThatIsCutAnywhereIsRefusedInOneLine(String name) throws IOException {
    byte[] whole = GoldenResults.bytes(name);
    int end = new String(whole, java.nio.charset.StandardCharsets.UTF_8).stripTrailing().length();
    Path file = folder.resolve("cut.json");
    for (int length = 0; length < end; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> JmhFile.read(file))
          .as("cut after %d bytes", length)
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("cut.json")
          .message()
          .hasLineCount(1);
    }
  }

  @Test
  void bytesThatAreFlippedAreReadOrRefusedAndNothingElse() throws IOException {
    byte[] whole = GoldenResults.bytes("log-reading-ss.json");
    Random random = new Random(1);
    Path file = folder.resolve("flipped.json");
    for (int i = 0; i < 3000; i++) {
      byte[] flipped = whole.clone();
      flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
      Files.write(file, flipped);
      try {
        assertThat(JmhFile.read(file)).isNotEmpty();
      } catch (SettingException e) {
        assertThat(e.getMessage()).hasLineCount(1).contains("flipped.json");
      }
    }
  }

  @Test
  void bracketsWithoutEndAreRefused() throws IOException {
    Path file = Files.writeString(folder.resolve("deep.json"), "[".repeat(100_000));
    assertThatThrownBy(() -> JmhFile.read(file))
        .isInstanceOf(SettingException.class)
        .message()
        .hasLineCount(1);
  }
}
