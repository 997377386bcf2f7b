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

/** Tests 128 unread responses of 10 MB, in a client with as much memory as bin/solr gives. */
@Tag("slow")
class UnreadMemoryIT {
  private static final int STREAMS = 128;
  private static final int RESPONSE_BYTES = 10_000_000;
  private static final int HEAP_MIB = 512;

  /** The size of Jetty's own frames. Each frame has its header in a network buffer. */
  private static final int FRAME_BYTES = 16_375;

  /**
   * The maximum direct memory: twice the budget, which is a quarter of the memory, and a tenth of
   * the rest for other buffers.
   */
  private static final int MAX_MIB = HEAP_MIB * 11 / 20;

  private static final String PASSWORD = "only-for-tests";

  @TempDir Path folder;

  /** Runs a client until it prints a text, and returns its lines about memory. */
  private List<String> runClient(String scheme, boolean unlimited, String awaitedText)
      throws Exception {
    try (H2cServer server =
        new H2cServer(new FlowControlMonitor(), 1 << 24, 1 << 23, RESPONSE_BYTES)) {
      int port =
          scheme.equals("https") ? server.listenWithTls(createKeyStore(), PASSWORD) : server.port();
      String address = scheme + "://127.0.0.1:" + port;
      try (JavaProcess client =
          JavaProcess.ofTest(
              folder,
              List.of("-Xmx" + HEAP_MIB + "m", "-Dunlimited=" + unlimited),
              UnreadStreams.class,
              address,
              "" + STREAMS,
              "" + RESPONSE_BYTES,
              "" + FRAME_BYTES)) {
        try {
          client.awaitOutput(awaitedText);
        } catch (AssertionError e) {
          server.failures().forEach(e::addSuppressed); // the client does not know the cause
          throw e;
        }
        return client.output().lines().filter(line -> line.contains("direct MiB")).toList();
      }
    }
  }

  /** Creates a key store with Java's own tool, so that the repository contains no key. */
  private Path createKeyStore() throws Exception {
    Path store = folder.resolve("key.p12");
    String[] command =
        Words.of(
            "%s/bin/keytool -genkeypair -keyalg RSA -alias server -dname CN=localhost"
                + " -storetype PKCS12 -keystore %s -storepass %s",
            System.getProperty("java.home"), store, PASSWORD);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return store;
  }

  private static int parseDirectMib(String line) {
    return Integer.parseInt(line.replaceAll(".*direct MiB (\\d+).*", "$1"));
  }

  /** Includes TLS, where each record is read into its own buffer. */
  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void unreadResponsesHoldAtMostHalfOfMemory(String scheme) throws Exception {
    List<String> lines = runClient(scheme, false, "counted ");
    assertThat(lines).hasSize(2);
    String unread = lines.get(0);
    assertThat(unread).startsWith("UNREAD ");
    assertThat(parseDirectMib(unread)).isLessThanOrEqualTo(MAX_MIB);
    String read = lines.get(1);
    assertThat(read).startsWith("READ " + STREAMS).endsWith("counted 0");
    assertThat(parseDirectMib(read)).isLessThanOrEqualTo(MAX_MIB);
  }

  @Test
  void unlimitedCreditOnReceiptExhaustsDirectMemory() throws Exception {
    assertThat(runClient("http", true, "UNREAD direct MiB "))
        .singleElement()
        .satisfies(unread -> assertThat(parseDirectMib(unread)).isGreaterThan(HEAP_MIB - 20));
  }
}
