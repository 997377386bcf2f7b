package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HeapLookTest {
  private static boolean mayStopAgain(boolean evenLong, Duration stop) {
    return new HeapLook(
            null, 0.5, Duration.ofSeconds(10), evenLong, new PrintWriter(Writer.nullWriter()))
        .mayStopAgain(stop.toNanos());
  }

  @Test
  void aSecondDumpIsTakenUpToHalfOfZkClientTimeoutAndBehindThatWhereItWasAskedFor() {
    assertThat(mayStopAgain(false, Duration.ofSeconds(5))).isTrue();
    assertThat(mayStopAgain(false, Duration.ofSeconds(15))).isTrue();
    assertThat(mayStopAgain(false, Duration.ofSeconds(16))).isFalse();
    assertThat(mayStopAgain(true, Duration.ofSeconds(44))).isTrue();
  }
}
