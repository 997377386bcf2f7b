package io.streambench.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.streambench.base.Interval;
import io.streambench.base.SettingException;
import io.streambench.compare.cells.Loads;
import io.streambench.compare.cells.SelfChecks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadFileTest {
  @TempDir Path folder;

  /** Returns a load with ten requests in flight that take 1 to 1.999 ms each. */
  private static LoadFile createLoad() {
    Histogram latencies = new Histogram(3);
    for (int i = 0; i < 1000; i++) {
      latencies.recordValue(1_000_000 + i * 1000);
    }
    return Loads.of(10, 1010, Map.of("HTTP status 503", 10L), 0.15, latencies);
  }

  @Test
  void readsWhatItWrites() throws Exception {
    Path file = folder.resolve("x" + LoadFile.EXTENSION);
    createLoad().writeTo(file);
    LoadFile read = LoadFile.read(file);
    assertThat(read).isEqualTo(createLoad());
    assertThat(read.latencies().getTotalCount()).isEqualTo(1000);
  }

  @Test
  void quantileIntervalFollowsOrderStatistics() {
    Histogram thousand = new Histogram(3);
    for (int millis = 1; millis <= 1_000; millis++) {
      thousand.recordValue(millis * 1_000_000L);
    }
    // Ranks 983 and 998: 990 ± 1.96 √(1000 · 0.99 · 0.01), rounded outwards.
    Interval interval = LoadFile.quantileInterval(thousand, 0.99).orElseThrow();
    assertThat(interval.low()).isCloseTo(983, within(1.0));
    assertThat(interval.high()).isCloseTo(998, within(1.0));
    Histogram few = new Histogram(3);
    for (int millis = 1; millis <= 380; millis++) {
      few.recordValue(millis * 1_000_000L);
    }
    assertThat(LoadFile.quantileInterval(few, 0.99)).isEmpty();
    assertThat(LoadFile.quantileInterval(new Histogram(3), 0.99)).isEmpty();
  }

  @Test
  void figuresAreInMillisecondsAndConsistent() {
    assertThat(LoadFile.statisticMillis(createLoad().latencies(), "P50"))
        .isCloseTo(1.5, within(0.01));
    assertThat(LoadFile.statisticMillis(createLoad().latencies(), "max"))
        .isCloseTo(2.0, within(0.01));
    assertThat(createLoad().requestsPerSecond()).isCloseTo(6666.7, within(0.1));
    assertThat(createLoad().successRatio()).isCloseTo(1000.0 / 1010, within(1e-9));
    assertThat(SelfChecks.checkLoad(createLoad()))
        .containsExactly("99.010 % of the requests succeeded");
  }

  @Test
  void reportsTruncatedFile() throws Exception {
    Path file = folder.resolve("x.load");
    createLoad().writeTo(file);
    String whole = Files.readString(file);
    for (String broken :
        new String[] {
          whole.substring(0, whole.length() / 2), "{}", "[]", "{\"histogram\": \"AAAA\"}"
        }) {
      Files.writeString(file, broken);
      assertThatThrownBy(() -> LoadFile.read(file))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("x.load")
          .hasMessageNotContaining("\n");
    }
  }
}
