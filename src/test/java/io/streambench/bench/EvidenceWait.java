package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Stream;

/** The evidence of a run that was stopped is written while the caller goes on. */
public final class EvidenceWait {
  private EvidenceWait() {}

  /** The zip is what comes last; the test's own timeout ends this. */
  public static void awaitZipIn(Path logs) {
    while (Stream.of(logs.toFile().list()).noneMatch(file -> file.endsWith(".zip"))) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
    }
  }
}
