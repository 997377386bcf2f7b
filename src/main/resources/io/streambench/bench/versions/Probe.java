import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Jetty;

/**
 * Opens several answers over a {@code Client}, which is in a file of its own, and reads only the
 * last one. Once nothing has come for some seconds it reads the others, too, to see whether they
 * were the reason. Prints one line of JSON.
 */
class Probe {
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final Pattern SESSION =
      Pattern.compile("HTTP2ClientSession@[^{\\n]*\\{[^}\\n]*?recvWindow=(-?\\d+)");

  /**
   * @param args address, number of answers, bytes of each, whether over HTTP/1.1
   */
  public static void main(String[] args) throws Exception {
    CompletableFuture.delayedExecutor(90, TimeUnit.SECONDS)
        .execute(() -> Runtime.getRuntime().halt(1)); // whoever started it may be gone
    int answers = Integer.parseInt(args[1]);
    long bytes = Long.parseLong(args[2]);
    boolean http1 = Boolean.parseBoolean(args[3]);
    Client client = new Client(args[0], http1);
    long start = System.nanoTime();
    List<InputStream> unread = new ArrayList<>(); // one after the other: one connection
    for (int i = 1; i < answers; i++) {
      unread.add(client.open());
    }
    AtomicLong read = new AtomicLong();
    CompletableFuture<Void> reader = read(client.open(), read);
    long last = System.nanoTime();
    for (long before = 0; !reader.isDone() && System.nanoTime() - last < SILENT_NANOS; ) {
      TimeUnit.MILLISECONDS.sleep(50);
      if (read.get() != before) {
        before = read.get();
        last = System.nanoTime();
      }
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    List<Integer> left = windows(client.http());
    boolean whole = reader.isDone() && read.get() == bytes;
    boolean stalled = !reader.isDone() && left.equals(List.of(0));
    String result = whole ? "READ" : stalled ? "STALLED" : "NO_DATA";
    long before = read.get();
    String afterwards = "null";
    if (!reader.isDone()) {
      List<CompletableFuture<Void>> others = new ArrayList<>();
      for (InputStream answer : unread) {
        others.add(read(answer, new AtomicLong()));
      }
      try {
        reader.get(20, TimeUnit.SECONDS);
        afterwards = String.valueOf(read.get() == bytes);
      } catch (java.util.concurrent.TimeoutException e) {
        afterwards = "false";
      }
    }
    System.out.printf(
        Locale.ROOT,
        "{\"jetty\":\"%s\",\"sessionWindow\":%s,\"windowLeft\":%s,\"bytesRead\":%d,"
            + "\"result\":\"%s\",\"seconds\":%.1f,\"readAfterTheOthers\":%s}%n",
        Jetty.VERSION,
        http1 ? "null" : initialWindow(client.http()),
        left.size() == 1 ? left.get(0) : "null",
        before,
        result,
        seconds,
        afterwards);
    System.out.flush();
    Runtime.getRuntime().halt(0); // the client's threads would stay
  }

  private static CompletableFuture<Void> read(InputStream answer, AtomicLong read) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                byte[] part = new byte[8192];
                for (int n = answer.read(part); n >= 0; n = answer.read(part)) {
                  read.addAndGet(n);
                }
                done.complete(null);
              } catch (Throwable e) {
                done.completeExceptionally(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    return done;
  }

  /** What Jetty's own dump says is left of the window of each session. */
  private static List<Integer> windows(HttpClient http) {
    return SESSION
        .matcher(http.dump())
        .results()
        .map(MatchResult::group)
        .distinct() // it may be shown twice
        .map(found -> Integer.valueOf(found.replaceAll(".*=", "")))
        .toList();
  }

  /** The class of the transport is in another package since Jetty 12. */
  private static int initialWindow(HttpClient http) throws ReflectiveOperationException {
    Object transport = http.getTransport();
    HTTP2Client http2 =
        (HTTP2Client) transport.getClass().getMethod("getHTTP2Client").invoke(transport);
    return http2.getInitialSessionRecvWindow();
  }
}
