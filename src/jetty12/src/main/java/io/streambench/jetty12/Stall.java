package io.streambench.jetty12;

import ch.qos.logback.classic.LoggerContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.slf4j.LoggerFactory;

/**
 * Client and server in one JVM. Some rounds of responses are read to their end, then comes one that
 * hangs: most of its data lies unread on streams whose turn has not come, and uses up the window of
 * the session. The JVM then ends as one that is killed, so that the log ends with the hang.
 */
public final class Stall {
  private static final int STREAM_WINDOW = 1024 * 1024;
  private static final int SESSION_WINDOW = 2 * STREAM_WINDOW;
  private static final long HANG_NANOS = TimeUnit.SECONDS.toNanos(3);

  /** Read to the end: one that is larger than its stream's window, and two small ones. */
  private static final List<Round> HEALTHY =
      List.of(new Round(1, 150, 150), new Round(6, 6, 6), new Round(6, 6, 0));

  private static final Round HANGING = new Round(6, 300, 20);

  private final CountingFlowControl flowControl = new CountingFlowControl();
  private final TupleServer server = new TupleServer();
  private final AtomicLong bytesRead = new AtomicLong();
  private volatile Merge current;

  private Stall() {}

  /**
   * @param args the log to write and the JSON file to write, both are overwritten; {@code stay} as
   *     a third, to hang until it is killed, or {@code wait}, to do so with Jetty's own flow
   *     control, and to wait for a line of standard input between the rounds that are read and the
   *     one that hangs
   */
  public static void main(String[] args) throws InterruptedException {
    boolean waits = args.length == 3 && args[2].equals("wait");
    boolean stays = waits || args.length == 3 && args[2].equals("stay");
    if (args.length != 2 && !stays) {
      System.err.println(
          "Arguments must be a file for the log and one for the truth, then stay or wait if it should");
      System.exit(2);
    }
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    System.setProperty("jetty12.log", args[0]); // for logback.xml
    int status = 1;
    try {
      if (waits) {
        new Stall().runWaiting();
      }
      Truth truth = new Stall().run();
      Files.writeString(Path.of(args[1]), truth.json());
      System.out.print(truth.json());
      if (truth.doubt().isEmpty()) {
        status = 0;
      } else {
        System.err.println("Not a stall: " + truth.doubt());
      }
    } catch (Exception e) {
      e.printStackTrace();
    }
    if (stays && status == 0) {
      System.out.println("hangs, and stays");
      Thread.currentThread().join();
    }
    System.out.flush();
    ((LoggerContext) LoggerFactory.getILoggerFactory()).stop();
    Runtime.getRuntime().halt(status); // no stream is reset and no session closed
  }

  private Truth run() throws Exception {
    server.start();
    HttpClient client = startClient();
    List<Exception> failures = new ArrayList<>();
    Thread reader =
        new Thread(
            () -> {
              try {
                for (Round round : HEALTHY) {
                  read(client, round);
                }
                read(client, HANGING);
              } catch (Exception e) {
                failures.add(e);
              }
            },
            "reader");
    reader.setDaemon(true);
    reader.start();
    awaitHang(reader);
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    if (!reader.isAlive()) {
      throw new IllegalStateException("All was read, nothing hangs");
    }
    return new Truth(
        flowControl.state(),
        SESSION_WINDOW,
        STREAM_WINDOW,
        current.awaitedStreamId(),
        current.streamIds());
  }

  /** Never returns. */
  private void runWaiting() throws Exception {
    server.start();
    HttpClient client = startClient(new HTTP2Client());
    for (Round round : HEALTHY) {
      read(client, round);
    }
    System.out.println("waits");
    if (System.in.read() >= 0) {
      read(client, HANGING);
    }
    throw new IllegalStateException("All was read, nothing hangs");
  }

  private HttpClient startClient() throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    http2.setFlowControlStrategyFactory(() -> flowControl); // there is one connection
    return startClient(http2);
  }

  private static HttpClient startClient(HTTP2Client http2) throws Exception {
    http2.setInitialStreamRecvWindow(STREAM_WINDOW);
    http2.setInitialSessionRecvWindow(SESSION_WINDOW);
    HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.start();
    return client;
  }

  private void read(HttpClient client, Round round) throws Exception {
    Merge merge = new Merge(bytesRead);
    merge.open(client, server, round);
    current = merge;
    merge.read();
  }

  /** Returns when no byte has been read for a while, or the reader has ended. */
  private void awaitHang(Thread reader) throws InterruptedException {
    long known = -1;
    long since = System.nanoTime();
    while (reader.isAlive() && System.nanoTime() - since < HANG_NANOS) {
      long now = bytesRead.get();
      if (now != known) {
        known = now;
        since = System.nanoTime();
      }
      reader.join(100);
    }
  }
}
