import java.io.*;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.client.*;
import org.eclipse.jetty.http2.*;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.client.transport.internal.HttpConnectionOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.*;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Pool;

/**
 * What dev/soak/race runs: SECONDS JAR. Jetty 12's client and server in this JVM. Queries hang, are
 * read to the end, closed and reset, while release comes and goes. After each second the load
 * pauses, and the account of each session must be exact.
 */
public class ReleaseRace {
  static final int STREAMS = 12;
  static final int QUERIES_PER_SESSION = 3;

  /**
   * Bytes of an answer by host, each of which has a session: the first hangs, the other does not.
   */
  static final Map<String, Integer> ANSWER_BYTES =
      new TreeMap<>(Map.of("127.0.0.1", 4 << 20, "localhost", 1 << 16));

  static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(10);
  static final int LONG_SECONDS = 8; // long enough for release --yes to see a hang

  static final HttpClient client =
      new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
  static final Set<org.eclipse.jetty.client.Request> open = ConcurrentHashMap.newKeySet();
  static final AtomicInteger running = new AtomicInteger();
  static final Map<String, AtomicLong> counts = new ConcurrentSkipListMap<>();
  static final AtomicInteger incompleteAnswers = new AtomicInteger();
  static volatile boolean paused = true;
  static volatile boolean ended;
  static ServerConnector connector;

  public static void main(String[] args) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[0]));
    Server server = new Server();
    HTTP2CServerConnectionFactory h2c = new HTTP2CServerConnectionFactory(new HttpConfiguration());
    h2c.setRateControlFactory(new RateControl.Factory() {}); // any number of resets per second
    connector = new ServerConnector(server, h2c);
    connector.setIdleTimeout(0);
    server.addConnector(connector);
    server.setHandler(new Answers());
    server.start();
    client.setMaxConnectionsPerDestination(1);
    client.setIdleTimeout(0);
    client.start();
    for (int i = 0; i < QUERIES_PER_SESSION; i++) {
      ANSWER_BYTES.keySet().forEach(host -> started(() -> query(host)));
    }
    Random random = new Random(1);
    Thread releases = new Thread(() -> release(args[1], random));
    releases.setDaemon(true);
    releases.start();
    int wrong = 0;
    long slowest = 0;
    while (System.nanoTime() < end) {
      paused = false;
      TimeUnit.SECONDS.sleep(random.nextInt(5) == 0 ? LONG_SECONDS : 1);
      long begin = System.nanoTime();
      pause();
      wrong += check();
      slowest = Math.max(slowest, System.nanoTime() - begin);
    }
    ended = true;
    releases.join();
    wrong += incompleteAnswers.get();
    System.out.printf(
        "%s s, Jetty %s, Java %s: %d wrong; slowest pause %.1f s; %s%n",
        args[0],
        Server.getVersion(),
        System.getProperty("java.version"),
        wrong,
        slowest / 1e9,
        counts);
    boolean hasRaced =
        counts.keySet().containsAll(List.of("queries whole", "queries closed", "queries reset"))
            && counts.keySet().stream().anyMatch(what -> what.matches("release --yes.* RELEASED"));
    System.exit(wrong == 0 && hasRaced ? 0 : 1);
  }

  static void count(String what) {
    counts.computeIfAbsent(what, key -> new AtomicLong()).incrementAndGet();
  }

  static Thread started(Runnable task) {
    Thread thread = new Thread(task, "race-reader");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  static final class Answers extends Handler.Abstract {
    @Override
    public boolean handle(
        org.eclipse.jetty.server.Request request,
        org.eclipse.jetty.server.Response response,
        Callback callback) {
      int bytes = ANSWER_BYTES.get(org.eclipse.jetty.server.Request.getServerName(request));
      response.write(true, ByteBuffer.allocate(bytes), callback);
      return true;
    }
  }

  /** Begins queries until the end: opens twelve answers each time, and reads the last one first. */
  static void query(String host) {
    while (!ended) {
      running.incrementAndGet();
      List<org.eclipse.jetty.client.Request> requests = new ArrayList<>();
      try {
        if (!paused) {
          count("queries " + read(host, requests));
        }
      } catch (IOException | ExecutionException e) {
        count("queries stopped"); // hung at the end of a second
      } catch (InterruptedException | TimeoutException e) {
        throw new IllegalStateException(e);
      } finally {
        requests.forEach(
            request -> request.abort(new IOException("ended"))); // no stream stays open
        requests.forEach(open::remove);
        running.decrementAndGet();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  static String read(String host, List<org.eclipse.jetty.client.Request> requests)
      throws IOException, ExecutionException, InterruptedException, TimeoutException {
    List<InputStream> answers = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      InputStreamResponseListener answer = new InputStreamResponseListener();
      org.eclipse.jetty.client.Request request =
          client.newRequest("http://" + host + ":" + connector.getLocalPort());
      requests.add(request);
      open.add(request);
      request.send(answer);
      answer.get(1, TimeUnit.HOURS);
      answers.add(answer.getInputStream());
    }
    Collections.reverse(answers);
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int bytes = ANSWER_BYTES.get(host);
    int kind = random.nextInt(3);
    if (kind == 0) {
      for (InputStream answer : answers) {
        if (answer.transferTo(OutputStream.nullOutputStream()) != bytes) {
          incompleteAnswers.incrementAndGet();
        }
      }
      return "whole";
    }
    answers.get(0).readNBytes(random.nextInt(bytes));
    for (int i = 0; i < STREAMS; i++) {
      if (kind == 1) {
        answers.get(i).close();
      } else {
        requests.get(i).abort(new IOException("reset"));
      }
    }
    return kind == 1 ? "closed" : "reset";
  }

  /** Stops the queries, and waits until none runs. */
  static void pause() {
    paused = true;
    while (running.get() > 0) {
      open.forEach(request -> request.abort(new IOException("paused")));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
    }
  }

  /** Returns how many sessions have a wrong account, although nothing is open. */
  static int check() throws ReflectiveOperationException {
    Map<Integer, HTTP2Session> peers = new HashMap<>();
    connector.getConnectedEndPoints().stream()
        .filter(endPoint -> endPoint.getConnection() instanceof HTTP2Connection)
        .forEach(
            endPoint ->
                peers.put(
                    ((InetSocketAddress) endPoint.getRemoteSocketAddress()).getPort(),
                    (HTTP2Session) ((HTTP2Connection) endPoint.getConnection()).getSession()));
    int wrong = 0;
    for (HTTP2Session session : sessions()) {
      HTTP2Session peer =
          peers.get(((InetSocketAddress) session.getLocalSocketAddress()).getPort());
      if (peer == null) {
        count("connections that the server had closed");
        continue;
      }
      long limit = System.nanoTime() + SETTLE_NANOS;
      String account = wrongAccount(session, peer);
      while (!account.isEmpty() && System.nanoTime() < limit) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        account = wrongAccount(session, peer);
      }
      count("checks");
      if (level(session, "sessionLevel") < 0) {
        count("accounts with credit");
      }
      if (!account.isEmpty()) {
        wrong++;
        System.out.println("wrong: " + account);
      }
    }
    return wrong;
  }

  static List<HTTP2Session> sessions() {
    List<HTTP2Session> sessions = new ArrayList<>();
    for (Destination destination : client.getDestinations()) {
      Pool<?> pool = ((AbstractConnectionPool) destination.getConnectionPool()).getBean(Pool.class);
      pool.stream()
          .map(Pool.Entry::getPooled)
          .filter(Objects::nonNull)
          .forEach(
              connection ->
                  sessions.add((HTTP2Session) ((HttpConnectionOverHTTP2) connection).getSession()));
    }
    return sessions;
  }

  static int level(HTTP2Session session, String field) throws ReflectiveOperationException {
    var declared = BufferingFlowControlStrategy.class.getDeclaredField(field);
    declared.setAccessible(true);
    return ((AtomicInteger) declared.get(session.getFlowControlStrategy())).get();
  }

  /**
   * Returns the account of an idle session, or an empty string if it is exact: nothing is unread,
   * so the window and the credit that is still to be given make up the largest window, credit given
   * in advance counting as negative; and the peer may send exactly what the window says.
   */
  static String wrongAccount(HTTP2Session session, HTTP2Session peer)
      throws ReflectiveOperationException {
    int window = session.updateRecvWindow(0);
    int level = level(session, "sessionLevel");
    int largest = level(session, "maxSessionRecvWindow");
    int initial = initialWindow();
    int sendWindow = peer.updateSendWindow(0);
    boolean exact =
        session.getStreams().isEmpty()
            && window + level == initial
            && largest == initial
            && sendWindow == window;
    return exact
        ? ""
        : String.format(
            "%d streams, window %,d + level %,d - %,d = %,d; largest window %,d; peer %,d",
            session.getStreams().size(),
            window,
            level,
            initial,
            window + level - initial,
            largest,
            sendWindow);
  }

  static int initialWindow() {
    return ((HttpClientTransportOverHTTP2) client.getTransport())
        .getHTTP2Client()
        .getInitialSessionRecvWindow();
  }

  /** Runs release and its undo by turns, at random moments. */
  static void release(String jar, Random seed) {
    Random random = new Random(seed.nextLong());
    try {
      while (!ended) {
        if (random.nextBoolean()) {
          run(jar, "--yes", "--until-restart");
          TimeUnit.MILLISECONDS.sleep(random.nextInt(5_000));
          run(jar, "--undo");
        } else {
          run(jar, "--yes");
        }
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs release on this JVM, and counts its verdict; interrupts it if it takes long. */
  static void run(String jar, String... options) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-jar",
                jar,
                "release"));
    command.addAll(List.of(options));
    command.add(Long.toString(ProcessHandle.current().pid()));
    File output = File.createTempFile("release", ".txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      count("release interrupted");
      process.destroy();
      process.waitFor();
    }
    String text = java.nio.file.Files.readString(output.toPath());
    output.delete();
    String verdict =
        text.lines()
            .filter(line -> line.matches("[A-Z_]+: .*|release ended .*"))
            .map(line -> line.replaceAll("[: ].*", ""))
            .findFirst()
            .orElse("without a verdict");
    count("release " + String.join(" ", options) + " " + verdict);
  }
}
