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

/** Tests what gets through, what becomes of a connection's end, and how long it takes. */
class RelayTest {
  private static final Distance NEAR = new Distance(2, 0);
  private static final int MEBIBYTE = 1024 * 1024;

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(7).nextBytes(bytes);
    return bytes;
  }

  private static List<String> threadsOf(Relay relay) {
    String prefix = "streambench-relay-" + relay.address().getPort() + "-";
    return Thread.getAllStackTraces().keySet().stream()
        .map(Thread::getName)
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  private static void awaitThreads(Relay relay, int count) throws Exception {
    Until.isSo(() -> threadsOf(relay).size() == count);
  }

  @Test
  void everyByteGetsToTheOtherEndInItsOrderAndBackAgain() throws Exception {
    byte[] bytes = random(3 * MEBIBYTE);
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      pair.echo();
      CompletableFuture<Void> written =
          Background.run(() -> pair.client.getOutputStream().write(bytes));
      assertThat(pair.client.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
      written.get();
    }
  }

  @Test
  void anEndEndsOneDirectionAndLeavesTheOther() throws Exception {
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
  void aConnectionThatHasEndedBothWaysLeavesNoThreads() throws Exception {
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      pair.client.shutdownOutput();
      pair.node.shutdownOutput();
      assertThat(pair.client.getInputStream().read()).isNegative();
      assertThat(pair.node.getInputStream().read()).isNegative();
      awaitThreads(pair.relay, 1); // which accepts
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aResetGetsToTheOtherEndBehindWhatWasSent(boolean ofTheClient) throws Exception {
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      Socket gone = ofTheClient ? pair.client : pair.node;
      Socket left = ofTheClient ? pair.node : pair.client;
      gone.getOutputStream().write(1);
      assertThat(left.getInputStream().read()).isEqualTo(1);
      gone.setSoLinger(true, 0);
      gone.close();
      assertThatThrownBy(() -> left.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      awaitThreads(pair.relay, 1);
    }
  }

  @Test
  void aNodeThatWritesHearsOfAClientThatIsGone() throws Exception {
    try (RelayedPair pair = new RelayedPair(NEAR)) {
      CompletableFuture<Void> written =
          Background.run(() -> pair.node.getOutputStream().write(new byte[32 * MEBIBYTE]));
      assertThat(pair.client.getInputStream().read()).isZero();
      pair.client.close(); // with much unread, which makes it a reset
      assertThatThrownBy(written::get)
          .isInstanceOf(ExecutionException.class)
          .hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void aNodeThatTakesNoConnectionIsSeenAsAReset() throws Exception {
    InetSocketAddress nobody;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = (InetSocketAddress) closed.getLocalSocketAddress();
    }
    try (Relay relay = Relay.open(nobody, NEAR);
        Socket client = new Socket(relay.address().getAddress(), relay.address().getPort())) {
      assertThatThrownBy(() -> client.getInputStream().read())
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
    }
  }

  @Test
  void closeEndsEveryThreadAndEverySocket() throws Exception {
    try (RelayedPair pair = new RelayedPair(new Distance(10_000, 1))) {
      pair.echo();
      pair.client.getOutputStream().write(new byte[64 * 1024]); // one thread sleeps, one waits
      awaitThreads(pair.relay, 5);
      pair.relay.close();
      assertThat(threadsOf(pair.relay)).isEmpty();
      assertThat(endOf(pair.client)).isTrue();
      assertThatThrownBy(() -> new Socket().connect(pair.relay.address()))
          .isInstanceOf(IOException.class);
    }
  }

  private static boolean endOf(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return true; // a reset is an end, too
    }
  }

  /** What cannot be faster never is; the median alone may be disturbed by the machine. */
  @Tag("wall-clock")
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 10})
  void aByteAndItsAnswerTakeOneRoundTrip(double rttMillis) throws Exception {
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
  void connectionsShareTheLinkOfTheirNode() throws Exception {
    byte[] bytes = new byte[1_000_000];
    try (RelayedPair pair = new RelayedPair(new Distance(1, 80))) {
      long beginNanos = System.nanoTime();
      try (Socket other = pair.anotherThatWrites(bytes)) {
        pair.client.getOutputStream().write(bytes);
        pair.node.getInputStream().readNBytes(bytes.length);
        other.getInputStream().readNBytes(bytes.length);
      }
      assertThat((System.nanoTime() - beginNanos) / 1e9)
          .isGreaterThanOrEqualTo(2 * bytes.length * 8 / 80e6);
    }
  }
}
