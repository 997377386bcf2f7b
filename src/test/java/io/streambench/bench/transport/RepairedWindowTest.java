package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.window.ReceiveWindow;
import io.streambench.strategy.DefaultWindows;
import org.junit.jupiter.api.Test;

/** The prediction and the repair have a constant each, because neither may import the other. */
class RepairedWindowTest {
  @Test
  void thePredictionCalculatesWithTheStreamWindowOfTheRepair() {
    assertThat(ReceiveWindow.REPAIR_STREAM_BYTES).isEqualTo(DefaultWindows.STREAM_BYTES);
  }
}
