package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.window.ReceiveWindow;
import io.streambench.strategy.DefaultWindows;
import org.junit.jupiter.api.Test;

/**
 * Compares a constant of the prediction with one of the repair, because neither may import the
 * other.
 */
class RepairedWindowTest {
  @Test
  void predictionUsesStreamWindowOfRepair() {
    assertThat(ReceiveWindow.REPAIR_STREAM_BYTES).isEqualTo(DefaultWindows.STREAM_BYTES);
  }
}
