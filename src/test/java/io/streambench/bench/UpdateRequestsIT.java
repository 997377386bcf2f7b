package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.fork.Job;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.load.LoadRun;
import io.streambench.bench.runfolder.OutcomeFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UpdateRequestsIT {
  private static final int THREADS = 8;
  private static final int REQUESTS = 400;

  @TempDir Path outcomes;

  private static Map<String, String> parameters(boolean http1) {
    return Loads.parameters(
        "useHttp1",
        Boolean.toString(http1),
        "requests",
        Integer.toString(REQUESTS),
        "maxConcurrentStreams",
        "2",
        "connectionsPerDestination",
        http1 ? "default" : "1",
        "docSizeBytes",
        "64");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void sendsRequestedNumberOfUpdates(boolean http1) throws Exception {
    Map<String, String> properties =
        Map.of(OutcomeFile.FOLDER_PROPERTY, outcomes.toString(), "user.name", "test");
    List<String> lines = new ArrayList<>();
    try (LoadRun run =
        new UpdateRequests.Collection()
            .open(
                new Job("UpdateRequests.add", "ss", THREADS, parameters(http1), properties),
                lines::add)) {
      Loads.send(run, THREADS, false, 0);
      Loads.send(run, THREADS, true, 0);
      assertThat(run.lastLoad().succeededCount()).isEqualTo(REQUESTS);
    }
    LoadFile load = Loads.readLoadFile(outcomes);
    assertThat(load.requests()).isEqualTo(REQUESTS);
    assertThat(load.successRatio()).isEqualTo(1);
    assertThat(load.inFlight()).isEqualTo(THREADS);
    assertThat(load.allocatedBytesPerRequest()).isPositive();
    assertThat(load.connections()).isPositive();
    if (!http1) {
      assertThat(load.connections()).as("as many as the settings allow").isEqualTo(1);
    }
    assertThat(OutcomeFile.readAll(outcomes))
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.detail()).contains("100.000 % succeeded"));
  }
}
