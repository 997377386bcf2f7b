package io.streambench.bench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.settings.Distance;
import io.streambench.program.Until;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests which data is relayed, how the ends of connections are relayed, and how long that takes.
 */
class RelayTest {
  private static final Distance NEAR = new Distance(2, 0);
  private static final int MEBIBYTE = 1024 * 1024;

  private static byte[] randomBytes(int length) {
    byte[] bytes = new byte[length];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private static List<String> threadNamesOf(Relay relay) {
    String prefix = "streambench-relay-" + relay.address().getPort() + "-";
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  private static void awaitThreads(Relay relay, int count) throws Exception {
    Until.isTrue(() -> threadNamesOf(relay).size() == count);
  }

  @Test
  void relaysBytesInOrderInBothDirections() throws Exception {
    byte[] bytes = randomBytes(3 * MEBIBYTE);
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      pair.echo();
      CompletableFuture<Void> written =
          Background.run(() -> pair.client.getOutputStream().write(bytes));
      assertThat(pair.client.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
      written.get();
    }
  }

  @Test
  void endOfStreamEndsOneDirectionOnly() throws Exception {
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      pair.client.getOutputStream().write(1);
      pair.client.shutdownOutput();
      assertThat(pair.node.getInputStream().readAllBytes()).containsExactly(1);
      pair.node.getOutputStream().write(2);
      pair.node.shutdownOutput();
      assertThat(pair.client.getInputStream().readAllBytes()).containsExactly(2);
    }
  }

  @Test
  void endedConnectionLeavesNoThreads() throws Exception {
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      pair.client.shutdownOutput();
      pair.node.shutdownOutput();
      assertThat(pair.client.getInputStream().read()).isNegative();
      assertThat(pair.node.getInputStream().read()).isNegative();
      awaitThreads(pair.relay, 1); // the accepting thread
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void relaysResetAfterSentData(boolean isClientReset) throws Exception {
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      Socket resetSocket = isClientReset ? pair.client : pair.node;
      Socket otherSocket = isClientReset ? pair.node : pair.client;
      resetSocket.getOutputStream().write(1);
      assertThat(otherSocket.getInputStream().read()).isEqualTo(1);
      resetSocket.setSoLinger(true, 0);
      resetSocket.close();
      assertThatThrownBy(() -> otherSocket.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      awaitThreads(pair.relay, 1);
    }
  }

  @Test
  void writingNodeDetectsClosedClient() throws Exception {
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      CompletableFuture<Void> written =
          Background.run(() -> pair.node.getOutputStream().write(new byte[32 * MEBIBYTE]));
      assertThat(pair.client.getInputStream().read()).isZero();
      pair.client.close(); // much is unread, which causes a reset
      assertThatThrownBy(written::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void relaysRefusedConnectionAsReset() throws Exception {
    InetSocketAddress unusedAddress;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      unusedAddress = (InetSocketAddress) closed.getLocalSocketAddress();
    }
    try (Relay relay = Relay.open(unusedAddress, NEAR);
        Socket client = new Socket(relay.address().getAddress(), relay.address().getPort())) {
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void closeEndsAllThreadsAndSockets() throws Exception {
    try (RelayedPair pair = new RelayedPair(new Distance(10_000, 1))) {
      pair.echo();
      pair.client.getOutputStream().write(new byte[64 * 1024]); // one thread sleeps, one waits
      awaitThreads(pair.relay, 5);
      pair.relay.close();
      assertThat(threadNamesOf(pair.relay)).isEmpty();
      assertThat(isAtEnd(pair.client)).isTrue();
      assertThatThrownBy(() -> new Socket().connect(pair.relay.address()))
          .isInstanceOf(IOException.class);
    }
  }

  private static boolean isAtEnd(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true; // a reset is an end as well
    }
  }

  /**
   * Each round trip must take the full time; only the median is compared with an upper limit,
   * because the machine may disturb single round trips.
   */
  @Tag("wall-clock")
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 10})
  void byteAndEchoTakeOneRoundTrip(double rttMillis) throws Exception {
    try (RelayedPair pair = new RelayedPair(new Distance(rttMillis, 0))) {
      pair.echo();
      double[] millis = new double[41];
      for (int i = 0; i < millis.length; i++) {
        long beginNanos = System.nanoTime();
        pair.client.getOutputStream().write(i);
        assertThat(pair.client.getInputStream().read()).isEqualTo(i);
        millis[i] = (System.nanoTime() - beginNanos) / 1e6;
        assertThat(millis[i]).isGreaterThanOrEqualTo(rttMillis);
      }
      Arrays.sort(millis);
      assertThat(millis[millis.length / 2]).isLessThan(rttMillis + 2);
    }
  }

  @Test
  void connectionsToOneNodeShareItsLink() throws Exception {
    byte[] bytes = new byte[1_000_000];
    try (RelayedPair pair = new RelayedPair(new Distance(1, 80))) {
      long beginNanos = System.nanoTime();
      try (Socket other = pair.openSecondConnection(bytes)) {
        pair.client.getOutputStream().write(bytes);
        pair.node.getInputStream().readNBytes(bytes.length);
        other.getInputStream().readNBytes(bytes.length);
      }
      assertThat((System.nanoTime() - beginNanos) / 1e9)
          .isGreaterThanOrEqualTo(2 * bytes.length * 8 / 80e6);
    }
  }
}
