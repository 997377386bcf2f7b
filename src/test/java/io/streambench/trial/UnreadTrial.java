package io.streambench.trial;

import io.streambench.strategy.DirectMemory;
import io.streambench.trial.jetty.TrialJetty;
import io.streambench.trial.jetty.TrialJetty.TrialClient;
import io.streambench.trial.jetty.TrialJetty.TrialServer;
import java.io.BufferedReader;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The direct memory of a client in a JVM of its own that opens many answers and reads none, and
 * whether it can read them all afterwards.
 */
final class UnreadTrial {
  private static final int SAME_LOOKS = 15;

  private UnreadTrial() {}

  /**
   * @param args options of the client's JVM with commas, streams, bytes, frame, trailers
   */
  static void run(TrialJetty jetty, List<Way> ways, String[] args) throws Exception {
    try (TrialServer server = jetty.serve()) {
      for (Way way : ways) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(args[0].split(",")));
        command.addAll(
            List.of("-Dtrial.connections=4", "-cp", System.getProperty("java.class.path")));
        command.addAll(
            List.of(UnreadTrial.class.getName(), jetty.getClass().getName(), way.name()));
        command.add("" + server.port());
        command.addAll(List.of(args).subList(1, args.length));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
          lines.lines().forEach(line -> System.out.println("  " + way + ": " + line));
        }
        process.waitFor();
      }
    }
  }

  /** The client. */
  public static void main(String[] args) throws Exception {
    TrialJetty jetty = TrialJetty.of(args[0]);
    int port = Integer.parseInt(args[2]);
    int streams = Integer.parseInt(args[3]);
    long bytes = Long.parseLong(args[4]);
    String path =
        TrialJetty.path(bytes, Integer.parseInt(args[5]), false, Boolean.parseBoolean(args[6]));
    ExecutorService threads = Executors.newCachedThreadPool();
    TrialClient client = Way.valueOf(args[1]).connect(jetty);
    List<Future<InputStream>> opened = new ArrayList<>();
    for (int i = 0; i < streams; i++) {
      opened.add(threads.submit(() -> client.open(port, path, true)));
    }
    long most = 0;
    long before = -1;
    for (int same = 0; same < SAME_LOOKS; ) {
      TimeUnit.MILLISECONDS.sleep(200);
      long now = DirectMemory.usedBytes();
      most = Math.max(most, now);
      same = now == before ? same + 1 : 0;
      before = now;
    }
    int open = (int) opened.stream().filter(Future::isDone).count();
    System.out.printf(
        Locale.ROOT,
        "unread: %d of %d answers have begun, direct memory %d MiB (most %d) of %d%n",
        open,
        streams,
        before >> 20,
        most >> 20,
        DirectMemory.limitBytes() >> 20);
    int whole = 0;
    String problem = "";
    for (Future<InputStream> one : opened) {
      Callable<Long> reading = () -> read(one.get());
      try {
        whole += threads.submit(reading).get(20, TimeUnit.SECONDS) == bytes ? 1 : 0;
      } catch (TimeoutException e) {
        problem = ", then one hung for 20 s";
        break;
      } catch (ExecutionException e) {
        problem = ", one failed: " + e.getCause();
      }
    }
    System.out.printf(
        Locale.ROOT,
        "read: %d of %d to the end%s, direct memory %d MiB%n",
        whole,
        streams,
        problem,
        DirectMemory.usedBytes() >> 20);
    System.out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static long read(InputStream in) throws Exception {
    byte[] buffer = new byte[1 << 16];
    long read = 0;
    try (in) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        read += n;
      }
    }
    return read;
  }
}
