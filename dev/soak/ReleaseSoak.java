import java.io.*;
import java.nio.file.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.*;
import java.util.stream.*;

/**
 * What dev/soak/release does with its two nodes: fill | load FOLDER MINUTES LARGE_SECONDS | large
 * NODE | summary FOLDER. The first arguments are those of Load: WHAT SCHEME PORT PID1 PID2. Rows go
 * to rows.csv in FOLDER.
 */
public class ReleaseSoak {
  static final int SMALL_SECONDS = 8;
  static final int LOOK_SECONDS = 30;
  static final Map<Boolean, String> QUERIES = Map.of(true, "*:*", false, "id:*");
  static final String COLUMNS =
      "seconds,kind,node,n,load,millis,documents,result,longestGapMillis,withLarge,rssBytes,fds,threads,classes,directBytes,heapAfterGcBytes,collections,agentCpuMillis,cpuMillis";

  static PrintWriter rows;
  static Path folder;
  static final long BEGIN = Long.getLong("begin", System.currentTimeMillis());
  static volatile int largeRunning;
  static volatile int largeBegun;

  public static void main(String[] args) throws Exception {
    if (args[0].equals("summary")) {
      summarize(Path.of(args[1]));
      return;
    }
    Load.use(args);
    switch (args[0]) {
      case "fill" -> {
        Load.fill();
        for (int i = 0; i < 10; i++) { // opens connections and loads classes
          new Load.Query(Load.nodes.get(i % 2), QUERIES.get(false) + i).join();
        }
      }
      case "load" -> load(Path.of(args[5]), Integer.parseInt(args[6]), Integer.parseInt(args[7]));
      case "large" -> {
        Load.Query query =
            new Load.Query(Load.nodes.get(Integer.parseInt(args[5]) - 1), QUERIES.get(true));
        query.join();
        System.out.printf(
            "%s, %d documents, %.1f s%n",
            query.result, query.docs, (query.end - query.begin) / 1e9);
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.exit(0);
  }

  /**
   * Small queries in an open loop through both nodes, and large ones through node 1 unless
   * largeSeconds is 0.
   */
  static void load(Path to, int seconds, int largeSeconds) throws Exception {
    folder = to;
    Path file = folder.resolve("rows.csv");
    boolean fresh = !Files.exists(file);
    rows =
        new PrintWriter(
            Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND),
            true);
    if (fresh) {
      rows.println(COLUMNS);
    }
    long start = System.nanoTime();
    long end = start + TimeUnit.SECONDS.toNanos(seconds);
    List<Thread> threads = new CopyOnWriteArrayList<>();
    String small = largeSeconds == 0 ? "small-before" : "small";
    threads.add(
        loop(
            start,
            end,
            SMALL_SECONDS,
            i -> {
              // Which node is first alternates from pair to pair.
              int node = (i / 2 + i) % 2 + 1;
              threads.add(
                  started(() -> query(small, node, i / 2, QUERIES.get(false) + i / 2 % 10)));
            }));
    threads.add(loop(start, end, LOOK_SECONDS, i -> look(i)));
    if (largeSeconds > 0) {
      threads.add(loop(start, end, largeSeconds, i -> query("large", 1, i, QUERIES.get(true))));
    }
    for (int i = 0; i < threads.size(); i++) { // the list grows until the loops have ended
      threads.get(i).join();
    }
  }

  interface Task {
    void run(int i) throws Exception;
  }

  static Thread loop(long start, long end, int seconds, Task task) {
    return started(
        () -> {
          for (int i = 0; ; i++) {
            long due = start + TimeUnit.SECONDS.toNanos((long) i * seconds);
            if (due >= end) {
              return;
            }
            while (System.nanoTime() < due) {
              LockSupport.parkNanos(due - System.nanoTime());
            }
            try {
              task.run(i);
            } catch (Exception e) {
              System.err.println(e);
            }
          }
        });
  }

  static Thread started(Callable<?> task) {
    return started(
        () -> {
          try {
            task.call();
          } catch (Exception e) {
            System.err.println(e);
          }
        });
  }

  static Thread started(Runnable task) {
    Thread thread = new Thread(task);
    thread.start();
    return thread;
  }

  static Void query(String kind, int node, int n, String text) throws Exception {
    boolean large = kind.equals("large");
    int before = largeBegun;
    boolean with = largeRunning > 0;
    if (large) {
      largeBegun++;
      largeRunning++;
    }
    Load.Query query = new Load.Query(Load.nodes.get(node - 1), text);
    query.join();
    if (large) {
      largeRunning--;
    }
    int expected = large ? Load.DOCS : Load.DOCS / 10;
    String result =
        query.result.equals("complete") && query.docs != expected
            ? query.docs + " documents"
            : query.result;
    row(
        kind,
        node,
        n,
        (query.end - query.begin) / 1_000_000,
        query.docs,
        result,
        query.longestGap / 1_000_000,
        with || largeBegun != before,
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "",
        "");
    return null;
  }

  static void look(int n) {
    for (int node = 1; node <= 2; node++) {
      try {
        look(node, n);
      } catch (Exception e) {
        System.err.println("look: " + e);
      }
    }
  }

  static void look(int node, int n) throws Exception {
    Path process = Load.processes.get(node - 1);
    long agent = 0;
    int threads = 0;
    try (Stream<Path> tasks = Files.list(process.resolve("task"))) {
      for (Path task : tasks.toList()) {
        try {
          threads++;
          if ("streambench-release".startsWith(Files.readString(task.resolve("comm")).strip())) {
            agent += millis(task);
          }
        } catch (NoSuchFileException e) {
          // a thread that has just ended
        }
      }
    }
    long files;
    try (Stream<Path> all = Files.list(process.resolve("fd"))) {
      files = all.count();
    }
    Matcher rss =
        Pattern.compile("VmRSS:\\s+(\\d+)").matcher(Files.readString(process.resolve("status")));
    String metrics =
        Load.get(
            Load.nodes.get(node - 1)
                + "/admin/metrics?group=jvm&prefix=buffers.direct.MemoryUsed,classes.loaded&wt=json");
    Matcher after =
        Pattern.compile("GC\\((\\d+)\\) Pause.*->(\\d+)M\\(")
            .matcher(Files.readString(folder.resolve("gc-" + process.getFileName() + ".log")));
    String heap = "";
    String collections = "";
    while (after.find()) {
      collections = after.group(1);
      heap = "" + (Long.parseLong(after.group(2)) << 20);
    }
    row(
        "look",
        node,
        n,
        "",
        "",
        "",
        "",
        largeRunning > 0,
        rss.find() ? Long.parseLong(rss.group(1)) * 1024 : "",
        files,
        threads,
        number("classes.loaded", metrics),
        number("buffers.direct.MemoryUsed", metrics),
        heap,
        collections,
        agent,
        millis(process));
  }

  /** Time of processor, from ticks of 10 ms. */
  static long millis(Path task) throws IOException {
    String[] field = Files.readString(task.resolve("stat")).replaceAll("(?s).*\\) ", "").split(" ");
    return 10 * (Long.parseLong(field[11]) + Long.parseLong(field[12]));
  }

  static Object number(String name, String metrics) {
    Matcher matcher = Pattern.compile(Pattern.quote(name) + "\":(\\d+)").matcher(metrics);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : "";
  }

  static synchronized void row(String kind, int node, int n, Object... values) throws IOException {
    rows.println(
        (System.currentTimeMillis() - BEGIN) / 1000
            + ","
            + kind
            + ","
            + node
            + ","
            + n
            + ","
            + Load.loadAverage()
            + ","
            + Stream.of(values)
                .map(value -> value.toString().replace(',', ';').replaceAll("\\p{Cntrl}", " "))
                .collect(Collectors.joining(",")));
  }

  // The summary

  static void summarize(Path folder) throws IOException {
    List<String> lines = Files.readAllLines(folder.resolve("rows.csv"));
    List<String> names = List.of(lines.get(0).split(","));
    List<Map<String, String>> all = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] values = line.split(",", -1);
      Map<String, String> row = new LinkedHashMap<>();
      for (int i = 0; i < names.size() && i < values.length; i++) {
        row.put(names.get(i), values[i]);
      }
      all.add(row);
    }
    List<Double> load = figures(all, "load");
    System.out.printf(
        "%s rows in %s s; load average %s%n",
        all.size(), all.get(all.size() - 1).get("seconds"), quartiles(load));
    for (String kind : List.of("small-before", "small", "large")) {
      for (int node = 1; node <= 2; node++) {
        List<Map<String, String>> of = of(all, kind, node);
        if (!of.isEmpty()) {
          Map<String, Long> results =
              of.stream()
                  .collect(
                      Collectors.groupingBy(
                          row -> row.get("result"), TreeMap::new, Collectors.counting()));
          System.out.printf(
              "%s, node %d: %d queries %s; millis %s; longest gap, millis %s%n",
              kind,
              node,
              of.size(),
              results,
              quartiles(figures(of, "millis")),
              quartiles(figures(of, "longestGapMillis")));
        }
      }
    }
    ratio(all, "small-before", "before the release, no large queries", row -> true);
    ratio(all, "small", "with the release, all pairs", row -> true);
    ratio(
        all,
        "small",
        "with the release, no large query beside either",
        row -> row.get("withLarge").equals("false"));
    ratio(
        all,
        "small",
        "with the release, a large query beside one or both",
        row -> row.get("withLarge").equals("true"),
        true);
    // The release begins with the first large query; the looks before it are left out.
    int begun =
        of(all, "large", 1).stream()
            .mapToInt(row -> Integer.parseInt(row.get("seconds")))
            .min()
            .orElse(0);
    for (int node = 1; node <= 2; node++) {
      List<Map<String, String>> looks =
          of(all, "look", node).stream()
              .filter(row -> Integer.parseInt(row.get("seconds")) >= begun)
              .toList();
      int quarter = looks.size() / 4;
      if (quarter == 0) {
        continue;
      }
      System.out.printf(
          "node %d, %d looks: quartiles of the first quarter, of the last one, and the highest%n",
          node, looks.size());
      for (String column :
          List.of("rssBytes", "fds", "threads", "classes", "directBytes", "heapAfterGcBytes")) {
        List<Double> every = figures(looks, column);
        System.out.printf(
            "  %s: %s -> %s; highest %,.0f%n",
            column,
            quartiles(figures(looks.subList(0, quarter), column)),
            quartiles(figures(looks.subList(looks.size() - quarter, looks.size()), column)),
            every.stream().mapToDouble(x -> x).max().orElse(Double.NaN));
      }
      for (String column : List.of("agentCpuMillis", "cpuMillis", "collections")) {
        List<Double> every = figures(looks, column);
        double grown = every.isEmpty() ? Double.NaN : every.get(every.size() - 1) - every.get(0);
        double seconds =
            figures(looks, "seconds").get(looks.size() - 1) - figures(looks, "seconds").get(0);
        System.out.printf(
            "  %s: %,.0f in %.0f s%s%n",
            column,
            grown,
            seconds,
            column.endsWith("Millis")
                ? String.format(" (%.2f %% of a core)", grown / 10 / seconds)
                : "");
      }
    }
  }

  static void ratio(
      List<Map<String, String>> all,
      String kind,
      String what,
      java.util.function.Predicate<Map<String, String>> wanted) {
    ratio(all, kind, what, wanted, false);
  }

  /**
   * Times of node 1 as multiples of those of node 2, paired; the interval is a bootstrap by blocks
   * of 15 pairs (four minutes).
   */
  static void ratio(
      List<Map<String, String>> all,
      String kind,
      String what,
      java.util.function.Predicate<Map<String, String>> wanted,
      boolean either) {
    Map<String, Map<String, String>> second =
        of(all, kind, 2).stream().collect(Collectors.toMap(row -> row.get("n"), row -> row));
    List<Double> logs = new ArrayList<>();
    of(all, kind, 1).stream()
        .sorted(Comparator.comparingInt(row -> Integer.parseInt(row.get("n"))))
        .forEach(
            one -> {
              Map<String, String> two = second.get(one.get("n"));
              if (two != null
                  && (either
                      ? wanted.test(one) || wanted.test(two)
                      : wanted.test(one) && wanted.test(two))
                  && one.get("result").equals("complete")
                  && two.get("result").equals("complete")) {
                logs.add(
                    Math.log(
                        Double.parseDouble(one.get("millis"))
                            / Double.parseDouble(two.get("millis"))));
              }
            });
    if (logs.size() < 5) {
      System.out.printf("ratio %s: %d pairs are too few%n", what, logs.size());
      return;
    }
    Random random = new Random(1);
    int block = Math.max(1, Math.min(15, logs.size() / 10));
    double[] means = new double[10_000];
    for (int i = 0; i < means.length; i++) {
      double sum = 0;
      int count = 0;
      while (count < logs.size()) {
        int from = random.nextInt(logs.size());
        for (int j = 0; j < block && count < logs.size(); j++, count++) {
          sum += logs.get((from + j) % logs.size());
        }
      }
      means[i] = sum / count;
    }
    Arrays.sort(means);
    double mean = logs.stream().mapToDouble(x -> x).average().orElseThrow();
    System.out.printf(
        "ratio %s: node 1 took %.3f (%.3f-%.3f) times as long, geometric mean; median %.3f; %d pairs%n",
        what,
        Math.exp(mean),
        Math.exp(means[250]),
        Math.exp(means[9_749]),
        Math.exp(at(logs.stream().sorted().toList(), 0.5)),
        logs.size());
  }

  static List<Map<String, String>> of(List<Map<String, String>> all, String kind, int node) {
    return all.stream()
        .filter(row -> row.get("kind").equals(kind) && row.get("node").equals("" + node))
        .toList();
  }

  static List<Double> figures(List<Map<String, String>> rows, String column) {
    return rows.stream()
        .map(row -> row.getOrDefault(column, ""))
        .filter(value -> !value.isEmpty())
        .map(Double::valueOf)
        .toList();
  }

  static String quartiles(List<Double> figures) {
    List<Double> sorted = figures.stream().sorted().toList();
    return sorted.isEmpty()
        ? "-"
        : Stream.of(0.25, 0.5, 0.75)
            .map(q -> String.format(sorted.get(0) < 1000 ? "%,.1f" : "%,.0f", at(sorted, q)))
            .collect(Collectors.joining(" / "));
  }

  static double at(List<Double> sorted, double q) {
    double place = q * (sorted.size() - 1);
    int low = (int) place;
    return sorted.get(low)
        + (place - low) * (sorted.get(Math.min(low + 1, sorted.size() - 1)) - sorted.get(low));
  }
}
