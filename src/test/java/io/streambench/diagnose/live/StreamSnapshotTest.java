package io.streambench.diagnose.live;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StreamSnapshotTest {
  private static StreamSnapshot open(int window, long unread, int level) {
    return new StreamSnapshot(1, window, unread, level, false, false);
  }

  private final StreamSnapshot before = open(1_000, 500, 20);

  @Test
  void whatWasReadRaisesTheLevelOrTheWindow() {
    assertThat(open(1_000, 490, 30).showsReadSince(before)).isTrue();
    assertThat(open(900, 590, 30).showsReadSince(before)).isTrue();
    assertThat(open(1_520, 0, 0).showsReadSince(before)).isTrue();
    assertThat(open(1_500, 0, 20).showsReadSince(before)).isTrue();
  }

  @Test
  void whatOnlyArrivedOrEndedProvesNothing() {
    assertThat(before.showsReadSince(before)).isFalse();
    assertThat(open(0, 1_500, 20).showsReadSince(before)).isFalse();
    assertThat(new StreamSnapshot(1, 2_000, 0, 0, true, false).showsReadSince(before)).isFalse();
  }
}
