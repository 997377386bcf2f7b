package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.streaming.StreamingRun;
import io.streambench.watchdog.StoppedException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The evidence of a run that was stopped is written while the caller goes on. */
public final class EvidenceWait {
  private static final int MOST_READINGS = 20;

  private EvidenceWait() {}

  /** Reads until the run stalls, and waits for its evidence; fails if it does not stall. */
  public static void ofAStall(StreamingRun run, Path logs) {
    assertThatThrownBy(
            () -> {
              for (int reading = 0; reading < MOST_READINGS; reading++) {
                run.read(tuple -> {});
              }
            })
        .isInstanceOf(StoppedException.class)
        .hasMessageStartingWith("STALLED: session ");
    awaitZipIn(logs);
  }

  /** The zip is what comes last; the test's own timeout ends this. */
  public static void awaitZipIn(Path logs) {
    while (Stream.of(logs.toFile().list()).noneMatch(file -> file.endsWith(".zip"))) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
    }
  }
}
