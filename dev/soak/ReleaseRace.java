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
 * The program of dev/soak/race: SECONDS, and the jar that releases; without a jar, the same load
 * runs without release. Jetty 12's client and server share this JVM. Queries hang, are read to the
 * end, closed and reset, while release comes and goes. After each second the load pauses, and the
 * account of each session must be exact.
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
  static final AtomicInteger failedThreads = new AtomicInteger();
  static volatile boolean paused = true;
  static volatile boolean ended;
  static ServerConnector connector;

  public static void main(String[] args) throws Exception {
    boolean releases = args.length > 1;
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, e) -> {
          failedThreads.incrementAndGet();
          e.printStackTrace();
        });
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
    Thread releasing = releases ? started(() -> release(args[1], random)) : null;
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
    if (releases) {
      releasing.join();
    }
    wrong += incompleteAnswers.get() + failedThreads.get();
    System.out.printf(
        "%s s %s release, Jetty %s, Java %s: %d wrong; slowest pause %.1f s; %s%n",
        args[0],
        releases ? "with" : "without",
        Server.getVersion(),
        System.getProperty("java.version"),
        wrong,
        slowest / 1e9,
        counts);
    List<String> needed =
        new ArrayList<>(List.of("checks", "queries whole", "queries closed", "queries reset"));
    if (releases) {
      needed.add("release --yes RELEASED");
      needed.add("release --yes --until-restart RELEASED");
    }
    needed.removeAll(counts.keySet());
    if (!needed.isEmpty()) {
      System.out.println("did not happen, run it for longer: " + needed);
    }
    System.exit(wrong == 0 && needed.isEmpty() ? 0 : 1);
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

  /** Returns the number of sessions with a wrong account while no query runs. */
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
      if (!session.getStreams().isEmpty()) {
        count("accounts with a stream left open");
        session.getStreams().forEach(stream -> System.out.println("left open: " + stream));
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
   * Returns the account of a session without queries, or an empty string if it is exact: the
   * window, the credit that is still to be given, and the unread data of streams that Jetty has
   * left open make up the largest window. Credit given in advance counts as negative. The peer may
   * send exactly what the window says.
   */
  static String wrongAccount(HTTP2Session session, HTTP2Session peer)
      throws ReflectiveOperationException {
    int window = session.updateRecvWindow(0);
    int level = level(session, "sessionLevel");
    int largest = level(session, "maxSessionRecvWindow");
    int initial = http2().getInitialSessionRecvWindow();
    int sendWindow = peer.updateSendWindow(0);
    int unread = 0;
    for (org.eclipse.jetty.http2.api.Stream stream : session.getStreams()) {
      unread += unreadBytes(session, (HTTP2Stream) stream);
    }
    int missing = initial - window - level - unread;
    return missing == 0 && largest == initial && sendWindow == window
        ? ""
        : String.format(
            "%d streams with %,d bytes unread, window %,d + level %,d: %,d are missing; largest"
                + " window %,d; peer %,d",
            session.getStreams().size(), unread, window, level, missing, largest, sendWindow);
  }

  static int unreadBytes(HTTP2Session session, HTTP2Stream stream)
      throws ReflectiveOperationException {
    var declared = BufferingFlowControlStrategy.class.getDeclaredField("streamLevels");
    declared.setAccessible(true);
    AtomicInteger level =
        (AtomicInteger) ((Map<?, ?>) declared.get(session.getFlowControlStrategy())).get(stream);
    return http2().getInitialStreamRecvWindow()
        - stream.updateRecvWindow(0)
        - (level == null ? 0 : level.get());
  }

  static HTTP2Client http2() {
    return ((HttpClientTransportOverHTTP2) client.getTransport()).getHTTP2Client();
  }

  /** Alternates release and its undo, at random moments. */
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
