package io.streambench.cli;

import io.streambench.agent.AgentMain;
import io.streambench.watch.Watch;
import io.streambench.watch.WatchStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.ByteBuddy;

/**
 * A running JVM that records its flow control for us. That ends when this is closed, and 15 s after
 * this process is gone in whatever way.
 */
final class WatchedJvm implements AutoCloseable {
  private static final long END_POLL_MILLIS = 100;

  /** A recording of 24 MB is written in less, and a heap that was to be dumped is, as a rule. */
  private static final Duration END_PATIENCE = Duration.ofMinutes(3);

  private final Jcmd jvm;
  private final Path folder;
  private final LoadedAgent agent;

  private WatchedJvm(Jcmd jvm, Path folder, LoadedAgent agent) {
    this.jvm = jvm;
    this.folder = folder;
    this.agent = agent;
  }

  /** Begins, in an empty folder that the JVM may write to and the caller removes. */
  static WatchedJvm begin(Jcmd jvm, Path folder, Duration silence) throws IOException {
    Map<String, String> order =
        Map.of(
            AgentMain.MAIN,
            Watch.class.getName(),
            AgentMain.RECORDS,
            "true",
            Watch.SILENCE_MILLIS,
            Long.toString(silence.toMillis()));
    WatchedJvm watched =
        new WatchedJvm(
            jvm,
            folder,
            LoadedAgent.begin(
                jvm, folder, order, List.of(Watch.class, ByteBuddy.class), jvm::notWatched));
    try {
      WatchStatus status = watched.status();
      if (status.state() == WatchStatus.State.FAILED) {
        throw jvm.notWatched(status.reason());
      }
    } catch (IOException | RuntimeException e) {
      watched.close();
      throw e;
    }
    return watched;
  }

  WatchStatus status() throws IOException {
    return WatchStatus.of(folder)
        .orElseThrow(() -> new IOException("the JVM loaded the agent, but does not report"));
  }

  /** Ends it; returns the recording, which a JVM that was killed or stands still has not. */
  Optional<Path> end() throws IOException, InterruptedException {
    close();
    long begun = System.nanoTime();
    while (jvm.alive() && status().state() == WatchStatus.State.WATCHING) {
      if (System.nanoTime() - begun > END_PATIENCE.toNanos()) {
        return Optional.empty();
      }
      TimeUnit.MILLISECONDS.sleep(END_POLL_MILLIS);
    }
    Path recording = folder.resolve(Watch.RECORDING);
    return Files.exists(recording) && Files.size(recording) > 0
        ? Optional.of(recording)
        : Optional.empty();
  }

  @Override
  public void close() {
    agent.close();
  }
}
