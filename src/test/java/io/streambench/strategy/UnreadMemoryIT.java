package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.H2cServer;
import io.streambench.program.JavaProcess;
import io.streambench.program.Words;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** 128 answers of 10 MB that nobody reads, in a client with as much memory as bin/solr gives. */
@Tag("slow")
class UnreadMemoryIT {
  private static final int STREAMS = 128;
  private static final int ANSWER = 10_000_000;
  private static final int HEAP_MIB = 512;

  /** Frames of Jetty's own size, each with its header in a network buffer. */
  private static final int PIECE = 16_375;

  /** Twice the budget, a quarter of the memory; a tenth of the rest is for other buffers. */
  private static final int MOST_MIB = HEAP_MIB * 11 / 20;

  private static final String PASSWORD = "only-for-tests";

  @TempDir Path folder;

  /** Returns what the client says of its memory, up to a text. */
  private List<String> client(String scheme, boolean unlimited, String until) throws Exception {
    try (H2cServer server = new H2cServer(new FlowControlMonitor(), 1 << 24, 1 << 23, ANSWER)) {
      int port =
          scheme.equals("https") ? server.listenWithTls(keyStore(), PASSWORD) : server.port();
      String address = scheme + "://127.0.0.1:" + port;
      try (JavaProcess client =
          JavaProcess.ofTest(
              folder,
              List.of("-Xmx" + HEAP_MIB + "m", "-Dunlimited=" + unlimited),
              UnreadStreams.class,
              address,
              "" + STREAMS,
              "" + ANSWER,
              "" + PIECE)) {
        try {
          client.awaitOutput(until);
        } catch (AssertionError e) {
          server.failures().forEach(e::addSuppressed); // the client knows that it ended, not why
          throw e;
        }
        return client.output().lines().filter(said -> said.contains("direct MiB")).toList();
      }
    }
  }

  /** Java's own tool makes a key, so that none has to lie here. */
  private Path keyStore() throws Exception {
    Path store = folder.resolve("key.p12");
    String[] command =
        Words.of(
            "%s/bin/keytool -genkeypair -keyalg RSA -alias server -dname CN=localhost"
                + " -storetype PKCS12 -keystore %s -storepass %s",
            System.getProperty("java.home"), store, PASSWORD);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return store;
  }

  private static int directMib(String line) {
    return Integer.parseInt(line.replaceAll(".*direct MiB (\\d+).*", "$1"));
  }

  /** Covers TLS too, where each record is read into a buffer of its own. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void theyHoldHalfOfTheMemoryAtMostAndEveryOneIsReadToItsEnd(String scheme) throws Exception {
    List<String> lines = client(scheme, false, "counted ");
    assertThat(lines).hasSize(2);
    String unread = lines.get(0);
    assertThat(unread).startsWith("UNREAD ");
    assertThat(directMib(unread)).isLessThanOrEqualTo(MOST_MIB);
    String read = lines.get(1);
    assertThat(read).startsWith("READ " + STREAMS).endsWith("counted 0");
    assertThat(directMib(read)).isLessThanOrEqualTo(MOST_MIB);
  }

  @Test
  void withCreditOnReceiptAloneTheyTakeAllTheDirectMemoryThereIs() throws Exception {
    assertThat(client("http", true, "UNREAD direct MiB "))
        .singleElement()
        .satisfies(unread -> assertThat(directMib(unread)).isGreaterThan(HEAP_MIB - 20));
  }
}
