package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.streaming.StreamingRun;
import io.streambench.bench.watchdog.StoppedException;
import io.streambench.program.Until;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The evidence of a run that was stopped is written while the caller goes on. */
public final class EvidenceWait {
  private static final int MOST_READINGS = 20;

  private EvidenceWait() {}

  /** Reads until the run stalls, and waits for its evidence; fails if it does not stall. */
  public static void ofAStall(StreamingRun run, Path logs) throws Exception {
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

  /** The zip is what comes last. */
  public static void awaitZipIn(Path logs) throws Exception {
    Until.isSo(() -> Stream.of(logs.toFile().list()).anyMatch(file -> file.endsWith(".zip")));
  }
}
