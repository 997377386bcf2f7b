package io.streambench.trial;

import io.streambench.trial.jetty.TrialJetty;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares client settings, interleaved in one JVM. See {@link #main} for the arguments. */
final class RepairTrials {
  private static final int DISTURBED_SERVERS = Integer.getInteger("trial.disturbedServers", 1);

  private final TrialJetty jetty;
  private final List<ClientSetting> settings;
  private final int rounds;
  private final double seconds;

  private RepairTrials(TrialJetty jetty, List<ClientSetting> settings, int rounds, double seconds) {
    this.jetty = jetty;
    this.settings = settings;
    this.rounds = rounds;
    this.seconds = seconds;
  }

  /**
   * Runs a trial. The arguments of a trial are the round trip in ms and the number of threads. Then
   * {@code mixed} has POST or GET and comma-separated sizes, of which each request uses a random
   * one. {@code floods} has the size of a response and the number of cancelled requests per second.
   * {@code merges} has streams and size. {@code isolation} has the round trip, a kind of {@link
   * Disturbance}, streams, frame and trailers.
   *
   * @param args the class of the Jetty version, comma-separated settings, rounds, seconds per turn,
   *     the name of the trial, and the trial's arguments
   */
  public static void main(String[] args) throws Exception {
    TrialJetty jetty = TrialJetty.create(args[0]);
    List<ClientSetting> settings =
        Arrays.stream(args[1].split(",")).map(ClientSetting::valueOf).toList();
    RepairTrials trials =
        new RepairTrials(jetty, settings, Integer.parseInt(args[2]), Double.parseDouble(args[3]));
    String[] rest = Arrays.copyOfRange(args, 5, args.length);
    switch (args[4]) {
      case "mixed" -> trials.runMixed(rest);
      case "floods" -> trials.runFloods(rest);
      case "merges" -> trials.runMerges(rest);
      case "isolation" -> trials.runIsolation(rest);
      default -> throw new IllegalArgumentException(args[4]);
    }
    System.exit(0);
  }

  private void runMixed(String[] args) throws Exception {
    double rtt = Double.parseDouble(args[0]);
    int threads = Integer.parseInt(args[1]);
    boolean post = args[2].equals("POST");
    int[] sizes = Arrays.stream(args[3].split(",")).mapToInt(Integer::parseInt).toArray();
    try (Traffic traffic = new Traffic(jetty, rtt)) {
      InterleavedMeasurement measurement = new InterleavedMeasurement(settings, settings.get(0));
      measurement.measure(
          rounds,
          setting -> {
            traffic.renewConnections(setting);
            return traffic.measureLatencies(setting, threads, post, sizes, seconds);
          });
      measurement.print("Jetty " + jetty.version() + " mixed " + String.join(" ", args));
    }
  }

  /**
   * Measures responses of one size while other requests are cancelled. Shows whether the server
   * closes connections.
   */
  private void runFloods(String[] args) throws Exception {
    int threads = Integer.parseInt(args[1]);
    int size = Integer.parseInt(args[2]);
    int cancels = Integer.parseInt(args[3]);
    try (Traffic traffic = new Traffic(jetty, Double.parseDouble(args[0]))) {
      InterleavedMeasurement measurement = new InterleavedMeasurement(settings, settings.get(0));
      measurement.measure(
          rounds,
          setting -> {
            traffic.renewConnections(setting);
            return traffic.measureFailures(setting, threads, size, cancels, seconds);
          });
      measurement.print("Jetty " + jetty.version() + " floods " + String.join(" ", args));
    }
  }

  private void runMerges(String[] args) throws Exception {
    double rtt = Double.parseDouble(args[0]);
    int merges = Integer.parseInt(args[1]);
    int streams = Integer.parseInt(args[2]);
    long size = Long.parseLong(args[3]);
    try (Traffic traffic = new Traffic(jetty, rtt)) {
      InterleavedMeasurement measurement = new InterleavedMeasurement(settings, settings.get(0));
      measurement.measure(
          rounds,
          setting -> {
            long end = System.nanoTime() + (long) (seconds * 1e9);
            double sum = 0;
            int n = 0;
            do {
              sum += traffic.measureMergeMillis(setting, merges, streams, size);
              n++;
            } while (System.nanoTime() < end);
            return Map.of("ms", sum / n);
          });
      measurement.print("Jetty " + jetty.version() + " merges " + String.join(" ", args));
    }
  }

  /**
   * Measures responses of one server, without and with a disturbance on other servers. These
   * servers stop with the JVM.
   */
  private void runIsolation(String[] args) throws Exception {
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
      InterleavedMeasurement measurement = new InterleavedMeasurement(settings, settings.get(0));
      measurement.measure(
          rounds,
          setting -> {
            traffic.renewConnections(setting);
            traffic.measureThroughput(setting, 4, 10_000_000, seconds / 4);
            double alone = traffic.measureThroughput(setting, 4, 10_000_000, seconds);
            double filling;
            double beside;
            try (Disturbance disturbance =
                new Disturbance(traffic.client(setting), others, kind, streams, frame, trailers)) {
              filling = traffic.measureThroughput(setting, 4, 10_000_000, seconds);
              disturbance.awaitFull();
              beside = traffic.measureThroughput(setting, 4, 10_000_000, seconds);
            }
            Map<String, Double> figures = new LinkedHashMap<>();
            figures.put("MB/s alone", alone);
            figures.put("MB/s beside", beside);
            figures.put(InterleavedMeasurement.SPEED_RATIO + " at first", filling / alone);
            figures.put(InterleavedMeasurement.SPEED_RATIO, beside / alone);
            return figures;
          });
      measurement.print("Jetty " + jetty.version() + " isolation " + String.join(" ", args));
    }
  }
}
