package io.streambench.trial;

import io.streambench.trial.jetty.TrialJetty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares ways to set up a client, by turns, in one JVM. Arguments: see {@link #main}. */
final class RepairTrials {
  private static final int DISTURBED_SERVERS = Integer.getInteger("trial.disturbedServers", 1);

  private final TrialJetty jetty;
  private final List<Way> ways;
  private final int rounds;
  private final double seconds;

  private RepairTrials(TrialJetty jetty, List<Way> ways, int rounds, double seconds) {
    this.jetty = jetty;
    this.ways = ways;
    this.rounds = rounds;
    this.seconds = seconds;
  }

  /**
   * Runs a trial.
   *
   * @param args class of the line of Jetty; ways with commas; rounds; seconds a turn; name of the
   *     trial; its arguments: round trip in ms, threads, and for {@code mixed} POST or GET and
   *     sizes with commas, of which each request has one by chance; for {@code floods} the size of
   *     an answer, and how many requests a second are cancelled; for {@code merges} streams and
   *     size; {@code isolation} has round trip, kind of {@link Disturbance}, streams, frame and
   *     trailers
   */
  public static void main(String[] args) throws Exception {
    TrialJetty jetty = TrialJetty.of(args[0]);
    List<Way> ways = Arrays.stream(args[1].split(",")).map(Way::valueOf).toList();
    RepairTrials trials =
        new RepairTrials(jetty, ways, Integer.parseInt(args[2]), Double.parseDouble(args[3]));
    String[] rest = Arrays.copyOfRange(args, 5, args.length);
    switch (args[4]) {
      case "mixed" -> trials.mixed(rest);
      case "floods" -> trials.floods(rest);
      case "merges" -> trials.merges(rest);
      case "isolation" -> trials.isolation(rest);
      default -> throw new IllegalArgumentException(args[4]);
    }
    System.exit(0);
  }

  private void mixed(String[] args) throws Exception {
    double rtt = Double.parseDouble(args[0]);
    int threads = Integer.parseInt(args[1]);
    boolean post = args[2].equals("POST");
    int[] sizes = Arrays.stream(args[3].split(",")).mapToInt(Integer::parseInt).toArray();
    try (Traffic traffic = new Traffic(jetty, rtt)) {
      ByTurns turns = new ByTurns(ways, ways.get(0));
      turns.measure(
          rounds,
          way -> {
            traffic.renew(way);
            return traffic.latencies(way, threads, post, sizes, seconds);
          });
      turns.print("Jetty " + jetty.version() + " mixed " + String.join(" ", args));
    }
  }

  /** Answers of one size, beside requests that are cancelled: does the server close connections? */
  private void floods(String[] args) throws Exception {
    int threads = Integer.parseInt(args[1]);
    int size = Integer.parseInt(args[2]);
    int cancels = Integer.parseInt(args[3]);
    try (Traffic traffic = new Traffic(jetty, Double.parseDouble(args[0]))) {
      ByTurns turns = new ByTurns(ways, ways.get(0));
      turns.measure(
          rounds,
          way -> {
            traffic.renew(way);
            return traffic.failures(way, threads, size, cancels, seconds);
          });
      turns.print("Jetty " + jetty.version() + " floods " + String.join(" ", args));
    }
  }

  private void merges(String[] args) throws Exception {
    double rtt = Double.parseDouble(args[0]);
    int merges = Integer.parseInt(args[1]);
    int streams = Integer.parseInt(args[2]);
    long size = Long.parseLong(args[3]);
    try (Traffic traffic = new Traffic(jetty, rtt)) {
      ByTurns turns = new ByTurns(ways, ways.get(0));
      turns.measure(
          rounds,
          way -> {
            long end = System.nanoTime() + (long) (seconds * 1e9);
            double sum = 0;
            int n = 0;
            do {
              sum += traffic.mergeMillis(way, merges, streams, size);
              n++;
            } while (System.nanoTime() < end);
            return Map.of("ms", sum / n);
          });
      turns.print("Jetty " + jetty.version() + " merges " + String.join(" ", args));
    }
  }

  /** Answers of one server, without and with a disturbance on others, which the JVM's end stops. */
  private void isolation(String[] args) throws Exception {
    double rtt = Double.parseDouble(args[0]);
    String kind = args[1];
    int streams = Integer.parseInt(args[2]);
    int frame = Integer.parseInt(args[3]);
    boolean trailers = Boolean.parseBoolean(args[4]);
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < DISTURBED_SERVERS; i++) {
      others.add(jetty.serve().port());
    }
    try (Traffic traffic = new Traffic(jetty, rtt)) {
      ByTurns turns = new ByTurns(ways, ways.get(0));
      turns.measure(
          rounds,
          way -> {
            traffic.renew(way);
            traffic.throughput(way, 4, 10_000_000, seconds / 4);
            double alone = traffic.throughput(way, 4, 10_000_000, seconds);
            double filling;
            double beside;
            try (Disturbance disturbance =
                new Disturbance(traffic.client(way), others, kind, streams, frame, trailers)) {
              filling = traffic.throughput(way, 4, 10_000_000, seconds);
              disturbance.awaitFull();
              beside = traffic.throughput(way, 4, 10_000_000, seconds);
            }
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("MB/s alone", alone);
            figures.put("MB/s beside", beside);
            figures.put(ByTurns.KEPT + " at first", filling / alone);
            figures.put(ByTurns.KEPT, beside / alone);
            return figures;
          });
      turns.print("Jetty " + jetty.version() + " isolation " + String.join(" ", args));
    }
  }
}
