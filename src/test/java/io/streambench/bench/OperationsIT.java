package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.load.SelfChecks;
import io.streambench.bench.fork.Job;
import io.streambench.bench.load.LoadRun;
import io.streambench.results.LoadFile;
import io.streambench.watchdog.OutcomeFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Looks up, reads and writes on a real node. */
class OperationsIT {
  private static final int THREADS = 4;
  private static final double SECONDS = 2;

  @TempDir Path outcomes;

  private static Map<String, String> parameters(boolean http1, String rate) {
    Map<String, String> parameters = new HashMap<>();
    parameters.put("useHttp1", Boolean.toString(http1));
    parameters.put("rate", rate);
    parameters.put("docCount", "100");
    parameters.put("docSizeBytes", "2000");
    parameters.put("readRows", "20");
    parameters.put("writeBytes", "100000");
    parameters.put("maxConcurrentStreams", "default");
    parameters.put("connectionsPerDestination", "default");
    parameters.put("nodeCount", "1");
    parameters.put("numShards", "1");
    parameters.put("numReplicas", "1");
    parameters.put("cluster", "embedded");
    parameters.put("zkHost", "none");
    return parameters;
  }

  private static void load(LoadRun run) throws InterruptedException {
    run.begins(true, SECONDS);
    long end = System.nanoTime() + (long) (SECONDS * 1e9);
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int index = i;
      Thread sender =
          new Thread(
              () -> {
                while (System.nanoTime() < end) {
                  run.operation(index);
                }
              });
      senders.add(sender);
      sender.start();
    }
    for (Thread sender : senders) {
      sender.join();
    }
    run.ends();
  }

  private LoadFile load(String operation, boolean http1, String rate) throws Exception {
    Map<String, String> properties =
        Map.of(OutcomeFile.FOLDER_PROPERTY, outcomes.toString(), "user.name", "test");
    try (LoadRun run =
        Operations.open(
            new Job(
                "Operations." + operation, "thrpt", THREADS, parameters(http1, rate), properties),
            line -> {})) {
      load(run);
    }
    try (Stream<Path> files = Files.list(outcomes)) {
      return LoadFile.read(
          files
              .filter(file -> file.toString().endsWith(LoadFile.EXTENSION))
              .findFirst()
              .orElseThrow());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lookup, false",
    "lookup, true",
    "read, false",
    "read, true",
    "write, false",
    "write, true"
  })
  void everyAnswerIsRightAndTheServerTellsItsPart(String operation, boolean http1)
      throws Exception {
    LoadFile load = load(operation, http1, "none");
    assertThat(load.failures()).isEmpty();
    assertThat(load.requests()).isPositive();
    assertThat(load.parts()).containsKeys(LoadFile.SERVER, LoadFile.TRANSPORT);
    assertThat(load.part(LoadFile.SERVER).orElseThrow().getTotalCount())
        .isEqualTo(load.succeeded());
    assertThat(load.part(LoadFile.SERVER).orElseThrow().getValueAtPercentile(50) % 1_000_000)
        .as("finer than Solr's own time, which is in milliseconds")
        .isNotZero();
    assertThat(load.part(LoadFile.SERVER).orElseThrow().getMean())
        .as("the work, and not what is left to do when the request's end is noticed")
        .isGreaterThan(0.05 * load.latencies().getMean());
    assertThat(load.parts().containsKey(LoadFile.FIRST_BYTE)).isEqualTo(operation.equals("read"));
    assertThat(SelfChecks.of(load.figures("x")))
        .noneMatch(flag -> flag.contains("more than the end-to-end value"));
    if (operation.equals("read")) {
      assertThat(load.bytesReceived()).isGreaterThan(20 * 2000 * load.succeeded());
    }
    if (operation.equals("write")) {
      assertThat(load.bytesSent()).isEqualTo(100_000 * load.succeeded());
    }
  }

  @ParameterizedTest
  @CsvSource("lookup")
  void atARateSoManyAreSentAsWereAskedFor(String operation) throws Exception {
    LoadFile load = load(operation, false, "40");
    assertThat(load.ratePerSecond()).isEqualTo(40);
    assertThat(load.inFlight()).isZero();
    assertThat(load.requestsPerSecond()).isBetween(10.0, 54.0);
  }
}
