import java.io.*;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.*;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.time.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.regex.*;
import java.util.stream.*;

/** Fills two nodes, then measures parallel queries of 40 MB beside an open-loop load: measure|idle SCHEME PORT PID1 PID2. */
public class Load {
  static final int DOCS = Integer.getInteger("docs", 4_000);
  static final int SHARDS = 12;
  static final int[] QUERIES = {1, 4, 16};
  static final long STALL_NANOS = TimeUnit.SECONDS.toNanos(Integer.getInteger("stallSeconds", 10)); // without a byte: the query is ended
  static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(Integer.getInteger("limitSeconds", 60)); // for the whole query
  static final int SEARCHES_PER_SECOND = 40;
  static final int UPDATES_PER_SECOND = 10;
  static final int IDLE_QUERIES = 100;
  static final boolean DIRECT_MEMORY = !Boolean.getBoolean("noDirectMemory"); // Solr 10 samples this metric too seldom
  static final int SMALL_DOCS = 2_000;

  static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10)).build();
  static List<String> nodes;
  static List<Path> processes;
  static Set<String> ports;

  public static void main(String[] args) throws Exception {
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> {
      error.printStackTrace();
      System.exit(1);
    });
    use(args);
    String before = loadAverage();
    fill();
    warmUp();
    if (args[0].equals("idle")) {
      System.out.println("\"time\":\"" + Instant.now() + "\",\"load\":\"" + loadAverage() + "\",\"idle\":" + json(idle()));
      System.exit(0);
    }
    List<String> phases = new ArrayList<>();
    for (int queries : QUERIES) {
      phases.add(phase(queries));
      Thread.sleep(500);
    }
    System.out.println("\"time\":\"" + Instant.now() + "\",\"load\":\"" + before + " " + loadAverage() + "\",\"phases\":[" + String.join(",", phases) + "]");
    System.exit(0);
  }

  static void use(String[] args) {
    int port = Integer.parseInt(args[2]);
    nodes = List.of(args[1] + "://localhost:" + port + "/solr", args[1] + "://localhost:" + (port + 1) + "/solr");
    ports = Set.of(String.format("%04X", port), String.format("%04X", port + 1));
    processes = List.of(Path.of("/proc", args[3]), Path.of("/proc", args[4]));
  }

  // Twelve shards whose documents are in runs of the sort order, and a small replicated collection for the load.
  static void fill() throws Exception {
    for (int i = 0; !get(nodes.get(0) + "/admin/collections?action=CLUSTERSTATUS").replaceAll("(?s).*\"live_nodes\"", "").contains("_solr\",") && i < 100; i++) {
      Thread.sleep(200);
    }
    if (nodes.get(0).startsWith("https")) {
      get(nodes.get(0) + "/admin/collections?action=CLUSTERPROP&name=urlScheme&val=https");
      Thread.sleep(2_000);
    }
    together(List.of(
        () -> get(nodes.get(0) + "/admin/collections?action=CREATE&name=stall&numShards=" + SHARDS + "&replicationFactor=1"),
        () -> get(nodes.get(1) + "/admin/collections?action=CREATE&name=load&numShards=2&replicationFactor=2")));
    List<Callable<String>> updates = new ArrayList<>();
    for (int batch = 0; batch < DOCS / 200; batch++) {
      int first = batch * 200;
      updates.add(() -> post(nodes.get(first / 200 % 2) + "/stall/update/json/docs", documents(first, 200, i -> String.format("{\"id\":\"%s\",\"a_s\":\"%s\"}%n", id(i), text(i, 10_000)))));
    }
    for (int batch = 0; batch < SMALL_DOCS / 500; batch++) {
      int first = batch * 500;
      updates.add(() -> post(nodes.get(0) + "/load/update/json/docs", documents(first, 500, Load::small)));
    }
    together(updates);
    get(nodes.get(0) + "/stall/update?commit=true");
    get(nodes.get(0) + "/load/update?commit=true");
  }

  static String documents(int first, int count, IntFunction<String> document) {
    return IntStream.range(first, first + count).mapToObj(document).collect(Collectors.joining());
  }

  static void together(List<Callable<String>> tasks) throws Exception {
    ExecutorService executor = Executors.newFixedThreadPool(4);
    for (Future<String> task : executor.invokeAll(tasks)) {
      task.get();
    }
    executor.shutdown();
  }

  static String id(int i) {
    return String.format("%02d!%08d", i * 13 / DOCS, i);
  }

  static String text(int seed, int length) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(length + 20);
    while (text.length() < length) {
      text.append(Long.toString(random.nextLong() >>> 1, 36)).append(' ');
    }
    return text.substring(0, length);
  }

  static String small(int i) {
    return String.format("{\"id\":\"u%d\",\"word_s\":\"w%d\",\"a_s\":\"%s\"}%n", i, i % 50, text(i, 1_000));
  }

  // Loads classes and opens connections by what fills no window: ten queries of 1 MB, and searches and updates.
  static void warmUp() throws Exception {
    OpenLoop load = new OpenLoop();
    for (int i = 0; i < 10; i++) {
      Query query = new Query("id:*" + i + "0");
      query.join();
    }
    load.end();
  }

  // Small queries, each sent when the nodes just close the connections of the last one: they must have an idle timeout of 1 s.
  static Map<String, Integer> idle() throws Exception {
    Map<String, Integer> results = new TreeMap<>();
    Random random = new Random(1);
    for (int i = 0; i < IDLE_QUERIES; i++) {
      Thread.sleep(950 + random.nextInt(60));
      Query query = new Query("id:*" + i % 10 + "0");
      query.join();
      results.merge(query.result.replaceAll("[0-9a-f]{6,}|[0-9]+", "N"), 1, Integer::sum);
    }
    return results;
  }

  static String phase(int count) throws Exception {
    long busy = busyTicks();
    long own = ownTicks();
    Sampler sampler = new Sampler();
    OpenLoop load = new OpenLoop();
    long start = System.nanoTime();
    List<Query> queries = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      queries.add(new Query("*:*"));
    }
    int complete = 0;
    int stalled = 0;
    long bytes = 0;
    long gap = 0;
    double seconds = 0;
    Map<String, Integer> failed = new TreeMap<>();
    for (Query query : queries) {
      query.join();
      complete += query.result.equals("complete") ? 1 : 0;
      stalled += query.result.equals("stalled") ? 1 : 0;
      failed.merge(query.result, 1, Integer::sum);
      bytes += query.bytes.get();
      gap = Math.max(gap, query.longestGap);
      seconds = Math.max(seconds, (query.end - start) / 1e9);
    }
    failed.remove("complete");
    failed.remove("stalled");
    load.end();
    sampler.end();
    return String.format(
        Locale.ROOT,
        "{\"queries\":%d,\"complete\":%d,\"stalled\":%d,\"seconds\":%.3f,\"mb\":%.1f,\"longestGap\":%.2f,\"sockets\":%d,\"directMb\":%d,\"otherCpu\":%.2f,"
            + "\"searchMs\":%s,\"updateMs\":%s,\"failedQueries\":%s,\"failedRequests\":%s}",
        count, complete, stalled, seconds, bytes / 1e6, gap / 1e9, sampler.sockets, sampler.direct >> 20,
        (busyTicks() - busy - (ownTicks() - own)) / 100.0 / ((System.nanoTime() - start) / 1e9),
        json(load.searches), json(load.updates), json(failed), json(load.failed));
  }

  /** A query through a node, which counts its documents and checks their order. */
  static class Query extends Thread {
    static final byte[] KEY = "\"id\":\"".getBytes(StandardCharsets.US_ASCII);
    final AtomicLong bytes = new AtomicLong();
    final String node;
    final String query;
    volatile String result;
    final long begin = System.nanoTime();
    volatile long last = begin;
    volatile InputStream body;
    volatile long longestGap;
    volatile long end;
    int docs;
    String previous = "";

    Query(String query) {
      this(nodes.get(0), query);
    }

    Query(String node, String query) {
      this.node = node;
      this.query = query;
      start();
    }

    @Override
    public void run() {
      Thread watch = new Thread(this::watch);
      watch.setDaemon(true);
      watch.start();
      try {
        String expression = "search(stall,q=\"" + query + "\",fl=\"id,a_s\",sort=\"id asc\",qt=\"/export\")";
        HttpRequest request = HttpRequest.newBuilder(URI.create(node + "/stall/stream")).header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString("expr=" + URLEncoder.encode(expression, StandardCharsets.UTF_8))).build();
        body = CLIENT.send(request, BodyHandlers.ofInputStream()).body();
        String tail = read(body);
        Matcher exception = Pattern.compile("\"EXCEPTION\":\"([^\"]{0,200})").matcher(tail);
        boolean whole = query.equals("*:*") ? docs == DOCS : docs > 0;
        result = result != null ? result : exception.find() ? "EXCEPTION " + exception.group(1) : !whole ? docs + " documents" : "complete";
      } catch (Exception e) {
        result = result != null ? result : e.toString();
      }
      end = System.nanoTime();
    }

    private String read(InputStream in) throws IOException {
      byte[] buffer = new byte[1 << 16];
      String tail = "";
      int matched = 0;
      StringBuilder id = null;
      for (int n; (n = in.read(buffer)) >= 0; ) {
        long now = System.nanoTime();
        longestGap = Math.max(longestGap, now - last);
        last = now;
        bytes.addAndGet(n);
        for (int i = 0; i < n; i++) {
          byte b = buffer[i];
          if (id != null) {
            if (b == '"') {
              next(id.toString());
              id = null;
            } else {
              id.append((char) b);
            }
          } else if (b == KEY[matched]) {
            if (++matched == KEY.length) {
              matched = 0;
              id = new StringBuilder();
            }
          } else {
            matched = b == KEY[0] ? 1 : 0;
          }
        }
        String text = new String(buffer, Math.max(0, n - 1000), Math.min(n, 1000), StandardCharsets.UTF_8);
        tail = (tail + text).substring(Math.max(0, tail.length() + text.length() - 1000));
      }
      return tail;
    }

    private void next(String id) {
      if (id.compareTo(previous) <= 0) {
        result = "wrong order";
      }
      previous = id;
      docs++;
    }

    private void watch() {
      while (end == 0) {
        LockSupport.parkNanos(100_000_000);
        long now = System.nanoTime();
        if (end == 0 && (now - last > STALL_NANOS || now - begin > LIMIT_NANOS)) {
          result = now - last > STALL_NANOS ? "stalled" : "not done in time";
          longestGap = Math.max(longestGap, now - last);
          InputStream open = body;
          if (open == null) {
            interrupt();
          } else {
            try {
              open.close();
            } catch (IOException e) {
              // it is ended
            }
          }
          return;
        }
      }
    }
  }

  /** Searches and updates at a fixed rate; a latency begins when the request was due, so a late one counts whole. */
  static class OpenLoop {
    final Map<String, Integer> searches = new TreeMap<>();
    final Map<String, Integer> updates = new TreeMap<>();
    final Map<String, Integer> failed = new TreeMap<>();
    final AtomicInteger pending = new AtomicInteger();
    final List<Thread> threads = new ArrayList<>();
    volatile boolean ended;

    OpenLoop() {
      threads.add(new Thread(() -> send(SEARCHES_PER_SECOND, searches, i -> HttpRequest.newBuilder(
          URI.create(nodes.get(i % 2) + "/load/select?q=word_s:w" + i % 50 + "&rows=10&fl=id")))));
      threads.add(new Thread(() -> send(UPDATES_PER_SECOND, updates, i -> HttpRequest.newBuilder(
          URI.create(nodes.get(i % 2) + "/load/update/json/docs?commitWithin=1000"))
          .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(small(i * 7 % SMALL_DOCS))))));
      threads.forEach(Thread::start);
    }

    private void send(int perSecond, Map<String, Integer> millis, IntFunction<HttpRequest.Builder> request) {
      long start = System.nanoTime();
      for (int i = 0; !ended; i++) {
        long due = start + i * (1_000_000_000L / perSecond);
        while (System.nanoTime() < due) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        pending.incrementAndGet();
        CLIENT.sendAsync(request.apply(i).timeout(Duration.ofSeconds(20)).build(), BodyHandlers.ofString())
            .whenComplete((response, error) -> done(due, millis, response, error));
      }
    }

    private synchronized void done(long due, Map<String, Integer> millis, HttpResponse<String> response, Throwable error) {
      millis.merge(String.format("%05d", (System.nanoTime() - due) / 1_000_000), 1, Integer::sum);
      if (error != null) {
        failed.merge((error.getCause() == null ? error : error.getCause()).toString(), 1, Integer::sum);
      } else if (response.statusCode() != 200) {
        failed.merge("HTTP " + response.statusCode(), 1, Integer::sum);
      }
      pending.decrementAndGet();
    }

    void end() throws Exception {
      ended = true;
      for (Thread thread : threads) {
        thread.join();
      }
      while (pending.get() > 0) {
        Thread.sleep(10);
      }
    }
  }

  /** The most sockets between the nodes, and the most direct memory of a node, seen every half second. */
  static class Sampler extends Thread {
    volatile boolean ended;
    int sockets;
    long direct = DIRECT_MEMORY ? 0 : -1;

    Sampler() {
      start();
    }

    @Override
    public void run() {
      do {
        try {
          sockets = Math.max(sockets, socketsBetweenNodes());
          for (String node : DIRECT_MEMORY ? nodes : List.<String>of()) {
            Matcher used = Pattern.compile("direct.MemoryUsed\":(\\d+)").matcher(get(node + "/admin/metrics?group=jvm&prefix=buffers.direct.MemoryUsed&wt=json"));
            direct = Math.max(direct, used.find() ? Long.parseLong(used.group(1)) : -1);
          }
        } catch (Exception e) {
          System.err.println("sample: " + e);
        }
        LockSupport.parkNanos(ended ? 0 : 500_000_000);
      } while (!ended);
    }

    void end() throws Exception {
      ended = true;
      join();
    }
  }

  static int socketsBetweenNodes() throws IOException {
    Set<String> own = new HashSet<>();
    for (Path process : processes) {
      try (Stream<Path> files = Files.list(process.resolve("fd"))) {
        files.forEach(file -> {
          try {
            own.add(Files.readSymbolicLink(file).toString());
          } catch (IOException e) {
            // closed since
          }
        });
      }
    }
    int count = 0;
    for (String table : List.of("tcp", "tcp6")) {
      for (String line : Files.readAllLines(processes.get(0).resolve("net").resolve(table))) {
        String[] field = line.trim().split("\\s+"); // 2: remote address, 3: state, 9: inode
        if (field.length > 9 && field[3].equals("01") && ports.contains(field[2].replaceAll(".*:", "")) && own.contains("socket:[" + field[9] + "]")) {
          count++;
        }
      }
    }
    return count;
  }

  static long busyTicks() throws IOException {
    String[] field = Files.readAllLines(Path.of("/proc/stat")).get(0).split("\\s+");
    return Stream.of(1, 2, 3, 6, 7).mapToLong(i -> Long.parseLong(field[i])).sum();
  }

  static long ownTicks() throws IOException {
    long ticks = 0;
    for (Path process : List.of(processes.get(0), processes.get(1), Path.of("/proc/self"))) {
      String[] field = Files.readString(process.resolve("stat")).replaceAll(".*\\) ", "").split(" ");
      ticks += Long.parseLong(field[11]) + Long.parseLong(field[12]);
    }
    return ticks;
  }

  static String loadAverage() throws IOException {
    return Files.readString(Path.of("/proc/loadavg")).split(" ")[0];
  }

  static String get(String url) throws Exception {
    return check(HttpRequest.newBuilder(URI.create(url)));
  }

  static String post(String url, String json) throws Exception {
    return check(HttpRequest.newBuilder(URI.create(url)).header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(json)));
  }

  // Nodes that close idle connections after 1 s fail requests while they are slow, so they are sent again.
  static String check(HttpRequest.Builder request) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        HttpResponse<String> response = CLIENT.send(request.timeout(Duration.ofSeconds(60)).build(), BodyHandlers.ofString());
        if (response.statusCode() == 200) {
          return response.body();
        }
        throw new IOException(response.uri() + ": " + response.statusCode() + " " + response.body());
      } catch (IOException e) {
        if (tries == 10) {
          throw e;
        }
      }
    }
  }

  static String json(Map<String, Integer> counts) {
    StringBuilder json = new StringBuilder("{");
    counts.forEach((key, count) -> json.append(json.length() > 1 ? "," : "").append('"').append(key.replaceAll("[\"\\\\\\p{Cntrl}]", "'").replaceFirst("^0+(?=\\d)", ""))
        .append("\":").append(count));
    return json.append('}').toString();
  }
}
