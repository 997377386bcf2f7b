package io.streambench.diagnose.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamSnapshotTest {
  private static StreamSnapshot openStream(int window, long unread, int level) {
    return new StreamSnapshot(1, window, unread, level, false, false);
  }

  private final StreamSnapshot before = openStream(1_000, 500, 20);

  @Test
  void readingRaisesLevelOrWindow() {
    assertThat(openStream(1_000, 490, 30).hasBeenReadSince(before)).isTrue();
    assertThat(openStream(900, 590, 30).hasBeenReadSince(before)).isTrue();
    assertThat(openStream(1_520, 0, 0).hasBeenReadSince(before)).isTrue();
    assertThat(openStream(1_500, 0, 20).hasBeenReadSince(before)).isTrue();
  }

  @Test
  void arrivalOrEndProvesNoReading() {
    assertThat(before.hasBeenReadSince(before)).isFalse();
    assertThat(openStream(0, 1_500, 20).hasBeenReadSince(before)).isFalse();
    assertThat(new StreamSnapshot(1, 2_000, 0, 0, true, false).hasBeenReadSince(before)).isFalse();
  }
}
