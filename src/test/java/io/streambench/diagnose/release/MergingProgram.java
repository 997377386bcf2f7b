package io.streambench.diagnose.release;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A program with Jetty's own client and server, and without code of this project. It opens twelve
 * responses of 4 MB over one connection and reads the last one first, so that it hangs. Then it
 * reads the others. Commands come on standard input, one word per line: {@code merge} begins a
 * merge. {@code pause} opens the responses and reads none, and {@code resume} reads each of them in
 * a thread. {@code read} reads a single response, and {@code listen} an endless one over its own
 * connection. {@code fill} leaves no heap, and {@code fillDirect} no direct memory. The program
 * prints {@code merging}, and {@code merged} with the number of bytes.
 */
public final class MergingProgram {
  private static final int STREAMS = 12;
  private static final int RESPONSE_BYTES = 4 << 20;
  private static final int THREADS = 200;
  private static final String ENDLESS = "/endless";
  private static final int PART_BYTES = 1 << 14;
  private static final long PART_MILLIS = 50;
  private static final int RESERVED_BYTES = 1 << 20;
  private static final List<byte[]> FILLED = new ArrayList<>();
  private static final int DIRECT_BUFFER_BYTES = 1 << 10;
  private static final List<ByteBuffer> FILLED_DIRECT = new ArrayList<>();

  private final Server server = new Server(new QueuedThreadPool(THREADS));
  private final HttpClient client;
  private final int port;

  private MergingProgram(long idleMillis, int inputBytes) throws Exception {
    HTTP2CServerConnectionFactory h2c = new HTTP2CServerConnectionFactory(new HttpConfiguration());
    ServerConnector connector = new ServerConnector(server, h2c);
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(0);
    server.addConnector(connector);
    server.setHandler(new ResponseHandler());
    server.start();
    port = connector.getLocalPort();
    HTTP2Client http2 = new HTTP2Client();
    http2.setInputBufferSize(inputBytes);
    client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.setIdleTimeout(idleMillis);
    client.setUseInputDirectByteBuffers(!Boolean.getBoolean("merging.onHeap"));
    client.start();
  }

  private static final class ResponseHandler extends AbstractHandler {
    private final byte[] content = new byte[RESPONSE_BYTES];
    private final Semaphore parts = new Semaphore(0);

    private ResponseHandler() {
      Timer timer = new Timer("endless-answer", true);
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              parts.release();
            }
          },
          0,
          PART_MILLIS);
    }

    @Override
    public void handle(
        String target, Request base, HttpServletRequest request, HttpServletResponse response) {
      base.setHandled(true);
      try (OutputStream out = response.getOutputStream()) {
        while (target.equals(ENDLESS)) {
          parts.acquireUninterruptibly();
          out.write(content, 0, PART_BYTES);
          out.flush();
        }
        out.write(content);
      } catch (IOException e) {
        System.out.println("server: " + e);
      }
    }
  }

  /**
   * Runs the program.
   *
   * @param args the idle timeout of the client in milliseconds, or 0 for none; its input buffer in
   *     bytes
   */
  public static void main(String[] args) throws Exception {
    MergingProgram program = new MergingProgram(Long.parseLong(args[0]), Integer.parseInt(args[1]));
    System.out.println("ready");
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    List<InputStream> paused = List.of();
    for (String command = commands.readLine(); command != null; command = commands.readLine()) {
      switch (command) {
        case "pause" -> paused = program.openResponses(STREAMS);
        case "resume" -> paused.forEach(one -> program.startReader(List.of(one)));
        case "read" -> program.startReader(program.openResponses(1));
        case "listen" ->
            program.startReader(program.openResponses(1, "http://localhost:", ENDLESS));
        case "fill" -> fillHeap();
        case "fillDirect" -> fillDirectMemory();
        default -> program.startReader(program.openResponses(STREAMS));
      }
    }
    System.exit(0);
  }

  private static void fillHeap() {
    FILLED.add(new byte[RESERVED_BYTES]);
    try {
      for (; ; ) {
        FILLED.add(new byte[PART_BYTES]);
      }
    } catch (OutOfMemoryError e) {
      FILLED.remove(0); // so that this program can continue
    }
    System.out.println("merging");
  }

  private static void fillDirectMemory() {
    try {
      for (; ; ) {
        FILLED_DIRECT.add(ByteBuffer.allocateDirect(DIRECT_BUFFER_BYTES));
      }
    } catch (OutOfMemoryError e) {
      System.out.println("merging");
    }
  }

  private void startReader(List<InputStream> responses) {
    new Thread(() -> readAll(responses), "merging-reader").start();
  }

  private List<InputStream> openResponses(int streams) throws Exception {
    return openResponses(streams, "http://127.0.0.1:", "/");
  }

  /** Opens responses. The client has a connection for each host name. */
  private List<InputStream> openResponses(int streams, String host, String path) throws Exception {
    List<InputStream> responses = new ArrayList<>();
    for (int stream = 0; stream < streams; stream++) {
      InputStreamResponseListener listener = new InputStreamResponseListener();
      client.newRequest(host + port + path).send(listener);
      listener.get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
      responses.add(listener.getInputStream());
    }
    System.out.println("merging");
    return responses;
  }

  private void readAll(List<InputStream> responses) {
    try {
      long bytes = 0;
      for (int stream = responses.size() - 1; stream >= 0; stream--) {
        bytes += responses.get(stream).transferTo(OutputStream.nullOutputStream());
      }
      System.out.println("merged " + bytes);
    } catch (IOException e) {
      System.out.println("failed " + e);
    }
  }
}
