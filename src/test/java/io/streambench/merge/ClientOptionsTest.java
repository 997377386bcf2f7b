package io.streambench.merge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ClientOptionsTest {
  /** Options for HTTP/1.1, without windows or a buffer ratio of their own. */
  static ClientOptions ofLibrary() {
    return new ClientOptions(
        true,
        OptionalInt.empty(),
        OptionalInt.empty(),
        ClientOptions.JETTYS,
        OptionalDouble.empty(),
        64,
        false);
  }

  private static ClientOptions again(ClientOptions options) {
    return ClientOptions.of(ClientOptions.values(options.arguments()));
  }

  @Test
  void argumentsSayAllOfIt() {
    ClientOptions all =
        new ClientOptions(
            false,
            OptionalInt.of(500_000),
            OptionalInt.of(2_000_000),
            "on-receipt",
            OptionalDouble.of(0.25),
            7,
            true);
    assertThat(again(all)).isEqualTo(all);
  }

  @Test
  void whatIsLeftToTheLibraryIsLeftOut() {
    ClientOptions none = ofLibrary();
    assertThat(again(none)).isEqualTo(none);
    assertThat(none.arguments())
        .containsExactly(
            "http1=true", "strategy=buffering", "connections=64", "countsUnread=false");
  }
}
