package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.fork.Job;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.load.LoadRun;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.compare.cells.SelfChecks;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperationsIT {
  private static final int THREADS = 4;
  private static final double SECONDS = 2;

  @TempDir Path outcomes;

  private static Map<String, String> parameters(boolean http1, String rate) {
    return Loads.parameters(
        "useHttp1", Boolean.toString(http1),
        "rate", rate,
        "docCount", "100",
        "docSizeBytes", "2000",
        "readRows", "20",
        "writeBytes", "100000",
        "maxConcurrentStreams", "default",
        "connectionsPerDestination", "default");
  }

  private LoadFile runLoad(String operation, boolean http1, String rate) throws Exception {
    Map<String, String> properties =
        Map.of(OutcomeFile.FOLDER_PROPERTY, outcomes.toString(), "user.name", "test");
    try (LoadRun run =
        new Operations.Collection()
            .open(
                new Job(
                    "Operations." + operation,
                    "thrpt",
                    THREADS,
                    parameters(http1, rate),
                    properties),
                line -> {})) {
      Loads.send(run, THREADS, true, SECONDS);
    }
    return Loads.readLoadFile(outcomes);
  }

  @ParameterizedTest
  @CsvSource({"read, false", "write, true"})
  void measuresCorrectResponsesAndServerTime(String operation, boolean http1) throws Exception {
    assertLoadIsMeasured(operation, http1);
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"lookup, false", "lookup, true", "read, true", "write, false"})
  void measuresOtherOperationsAndProtocols(String operation, boolean http1) throws Exception {
    assertLoadIsMeasured(operation, http1);
  }

  private void assertLoadIsMeasured(String operation, boolean http1) throws Exception {
    LoadFile load = runLoad(operation, http1, "none");
    assertThat(load.failures()).isEmpty();
    assertThat(load.requests()).isPositive();
    assertThat(load.parts()).containsKeys(LoadFile.SERVER, LoadFile.TRANSPORT);
    assertThat(load.partLatencies(LoadFile.SERVER).orElseThrow().getTotalCount())
        .isEqualTo(load.succeededCount());
    assertThat(
            load.partLatencies(LoadFile.SERVER).orElseThrow().getValueAtPercentile(50) % 1_000_000)
        .as("finer than Solr's own time, which is in milliseconds")
        .isNotZero();
    // The minimum is used because other requests may wait for a processor.
    assertThat((double) load.partLatencies(LoadFile.SERVER).orElseThrow().getMinValue())
        .as("the work, and not what is left to do when the request's end is noticed")
        .isGreaterThan(0.05 * load.latencies().getMinValue());
    assertThat(load.parts().containsKey(LoadFile.FIRST_BYTE)).isEqualTo(operation.equals("read"));
    assertThat(SelfChecks.checkLoad(load))
        .noneMatch(flag -> flag.contains("more than the end-to-end value"));
    if (operation.equals("read")) {
      assertThat(load.bytesReceived()).isGreaterThan(20 * 2000 * load.succeededCount());
    }
    if (operation.equals("write")) {
      assertThat(load.bytesSent()).isEqualTo(100_000 * load.succeededCount());
    }
  }

  @Tag("slow")
  @Test
  void doesNotExceedRequestedRate() throws Exception {
    LoadFile load = runLoad("lookup", false, "40");
    assertThat(load.ratePerSecond()).isEqualTo(40);
    assertThat(load.inFlight()).isZero();
    assertThat(load.requests()).isPositive();
    assertThat(load.requestsPerSecond()).isLessThan(54);
  }
}
