package io.streambench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Distance;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class RelaysTest {
  private static final InetSocketAddress ONE = new InetSocketAddress("127.0.0.1", 1);
  private static final InetSocketAddress OTHER = new InetSocketAddress("127.0.0.1", 2);

  private final Relays relays = new Relays(Distance.ofMillis(1));

  @Test
  void aTargetHasTheSameRelayEachTimeAndNoOtherHasIt() {
    try (relays) {
      assertThat(relays.of(ONE))
          .isEqualTo(relays.of(ONE))
          .isNotEqualTo(ONE)
          .isNotEqualTo(relays.of(OTHER));
    }
  }

  @Test
  void aRelayIsOnLoopback() {
    try (relays) {
      assertThat(relays.of(ONE).getAddress().isLoopbackAddress()).isTrue();
    }
  }

  @Test
  void onceClosedATargetIsReachedDirectly() {
    relays.of(ONE);
    relays.close();
    assertThat(relays.of(ONE)).isEqualTo(ONE);
  }
}
