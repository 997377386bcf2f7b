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
 * Opens several responses over one {@code Client}, and reads only the last. If no data arrives for
 * five seconds, it also reads the others, which shows whether they blocked the last. Prints a line
 * of JSON.
 */
class Probe {
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final Pattern SESSION =
      Pattern.compile("HTTP2ClientSession@[^{\\n]*\\{[^}\\n]*?recvWindow=(-?\\d+)");

  /**
   * @param args URL, number of responses, bytes of each, and whether to use HTTP/1.1
   */
  public static void main(String[] args) throws Exception {
    CompletableFuture.delayedExecutor(90, TimeUnit.SECONDS)
        .execute(() -> Runtime.getRuntime().halt(1)); // the parent process may have ended
    int answers = Integer.parseInt(args[1]);
    long bytes = Long.parseLong(args[2]);
    boolean http1 = Boolean.parseBoolean(args[3]);
    Client client = new Client(args[0], http1);
    long start = System.nanoTime();
    List<InputStream> unread = new ArrayList<>(); // opened one by one, over one connection
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
    List<Integer> windowsLeft = windows(client.http());
    boolean isComplete = reader.isDone() && read.get() == bytes;
    boolean isStalled = !reader.isDone() && windowsLeft.equals(List.of(0));
    String result = isComplete ? "READ" : isStalled ? "STALLED" : "NO_DATA";
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
        windowsLeft.size() == 1 ? windowsLeft.get(0) : "null",
        before,
        result,
        seconds,
        afterwards);
    System.out.flush();
    Runtime.getRuntime().halt(0); // the client's threads would keep the JVM alive
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

  /** Returns what is left of each session's receive window, from Jetty's dump. */
  private static List<Integer> windows(HttpClient http) {
    return SESSION
        .matcher(http.dump())
        .results()
        .map(MatchResult::group)
        .distinct() // a session may appear twice
        .map(found -> Integer.valueOf(found.replaceAll(".*=", "")))
        .toList();
  }

  /** Uses reflection, because Jetty 12 has moved the transport's class to another package. */
  private static int initialWindow(HttpClient http) throws ReflectiveOperationException {
    Object transport = http.getTransport();
    HTTP2Client http2 =
        (HTTP2Client) transport.getClass().getMethod("getHTTP2Client").invoke(transport);
    return http2.getInitialSessionRecvWindow();
  }
}
