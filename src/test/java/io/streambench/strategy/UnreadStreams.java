package io.streambench.strategy;

import io.streambench.flow.recording.H2cServer;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.client.util.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * A client in its own JVM that sends many requests and reads no response. It prints the direct
 * memory in use, and then reads all responses at the same time. It uses the repair's strategy,
 * without a limit if {@code -Dunlimited=true}, and as many connections as Solr's client.
 */
public final class UnreadStreams {
  private static final int CONNECTIONS = 4;

  /** The number of responses that are read first, so that a strategy can adapt. */
  private static final int WARM_UP_RESPONSES = 8;

  private UnreadStreams() {}

  /**
   * Runs the client.
   *
   * @param args the address with port, the number of streams, the bytes of a response, and the
   *     bytes of a DATA frame
   */
  public static void main(String[] args) {
    try {
      run(args);
    } catch (Exception | Error e) {
      e.printStackTrace();
    }
    System.out.flush();
    Runtime.getRuntime().halt(0); // Jetty's threads would keep the JVM alive
  }

  private static void run(String[] args) throws Exception {
    int streams = Integer.parseInt(args[1]);
    long length = Long.parseLong(args[2]);
    String uri = args[0] + "/?" + H2cServer.FRAME_BYTES_PARAMETER + "=" + args[3];
    ClientConnector connector = new ClientConnector();
    connector.setSslContextFactory(new SslContextFactory.Client(true)); // trusts the test server
    HTTP2Client http2 = new HTTP2Client(connector);
    UnreadMemory memory =
        Boolean.getBoolean("unlimited")
            ? UnreadMemory.UNLIMITED
            : UnreadMemory.ofJvm(OptionalLong.empty());
    http2.setInitialStreamRecvWindow(DefaultWindows.STREAM_BYTES);
    http2.setFlowControlStrategyFactory(() -> new JettyFlowControl(memory, http2));
    HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(CONNECTIONS);
    client.setMaxRequestsQueuedPerDestination(10_000);
    client.setIdleTimeout(H2cServer.NO_IDLE_TIMEOUT);
    client.start();
    for (int i = 0; i < WARM_UP_RESPONSES; i++) {
      readCompletely(send(client, uri), length);
    }
    List<InputStreamResponseListener> unread = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      unread.add(send(client, uri));
    }
    System.out.println("UNREAD direct MiB " + (awaitStableMemory() >> 20));
    ExecutorService readers = Executors.newFixedThreadPool(streams);
    List<Callable<Void>> reads = new ArrayList<>();
    for (InputStreamResponseListener listener : unread) {
      reads.add(
          () -> {
            readCompletely(listener, length);
            return null;
          });
    }
    for (Future<Void> read : readers.invokeAll(reads)) {
      read.get();
    }
    awaitStableMemory(); // streams end after their readers have finished
    String direct = " direct MiB " + (DirectMemory.usedBytes() >> 20);
    long counted = memory.getUnreadBytes();
    System.out.println("READ " + unread.size() + direct + ", counted " + counted);
  }

  private static InputStreamResponseListener send(HttpClient client, String uri) {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    client
        .newRequest(uri)
        .method(HttpMethod.POST)
        .body(new StringRequestContent("q=1")) // like Solr's requests
        .send(listener);
    return listener;
  }

  private static void readCompletely(InputStreamResponseListener listener, long length)
      throws Exception {
    try (InputStream answer = listener.getInputStream()) {
      long read = answer.transferTo(OutputStream.nullOutputStream());
      if (read != length) {
        throw new IllegalStateException(read + " of " + length + " bytes");
      }
    }
  }

  /**
   * Waits until the direct memory has not changed for a while, and returns its size in bytes. No
   * event shows that all data has arrived.
   */
  private static long awaitStableMemory() throws InterruptedException {
    long before = -1;
    for (int same = 0; same < 25; ) {
      long now = DirectMemory.usedBytes();
      same = now == before ? same + 1 : 0;
      before = now;
      TimeUnit.MILLISECONDS.sleep(200);
    }
    return before;
  }
}
