package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.streaming.StreamingRun;
import io.streambench.bench.watchdog.StoppedException;
import io.streambench.program.Until;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Waits for the evidence of a stopped run, which is written in the background. */
public final class EvidenceWait {
  private static final int MAX_READINGS = 20;

  private EvidenceWait() {}

  /** Reads until the run stalls, and waits for its evidence. Fails if the run does not stall. */
  public static void awaitStall(StreamingRun run, Path logs) throws Exception {
    assertThatThrownBy(
            () -> {
              for (int reading = 0; reading < MAX_READINGS; reading++) {
                run.read(tuple -> {});
              }
            })
        .isInstanceOf(StoppedException.class)
        .hasMessageStartingWith("STALLED: session ");
    awaitZip(logs);
  }

  /** Waits for the zip, which is written last. */
  public static void awaitZip(Path logs) throws Exception {
    Until.isTrue(() -> Stream.of(logs.toFile().list()).anyMatch(file -> file.endsWith(".zip")));
  }
}
