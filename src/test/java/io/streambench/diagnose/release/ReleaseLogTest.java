package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.live.Heartbeat;
import io.streambench.program.Until;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a release with --until-restart in this JVM, in which nothing hangs. */
class ReleaseLogTest {
  @TempDir Path folder;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final CountDownLatch ended = new CountDownLatch(1);
  private Path heartbeat;

  @BeforeEach
  void startHeartbeat() throws IOException {
    heartbeat = folder.resolve(Heartbeat.FILE_NAME);
    Files.writeString(heartbeat, "1");
  }

  private AutoCloseable beginRelease(Supplier<JvmLog> log) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(AgentMain.FOLDER_PROPERTY, folder.toString());
    properties.setProperty(Heartbeat.FOLDER_PROPERTY, folder.toString());
    properties.setProperty(Release.GIVE_PROPERTY, "true");
    properties.setProperty(Release.UNTIL_RESTART_PROPERTY, "true");
    return Release.begin(log, properties, ended::countDown);
  }

  private String readStatus() throws IOException {
    return Files.readString(folder.resolve(AgentMain.STATUS_FILE_NAME));
  }

  @Test
  void logsLastingReleaseAndItsUndo() throws Exception {
    AutoCloseable release = beginRelease(() -> lines::add);
    Files.writeString(heartbeat, Heartbeat.KEEP_RUNNING_CONTENT);
    Until.isTrue(() -> lines.size() == 1);
    assertThat(lines.get(0)).startsWith("release stays active until this JVM ends");
    Files.delete(heartbeat); // the program has ended
    release.close();
    ended.await();
    assertThat(lines).hasSize(2);
    assertThat(lines.get(1)).startsWith("release ended, undone: 0 bytes");
  }

  @Test
  void idleReleaseWithoutCommandLogsNothing() throws Exception {
    beginRelease(() -> lines::add);
    Until.isTrue(() -> readStatus().contains("GIVING"));
    Files.delete(heartbeat);
    ended.await();
    assertThat(lines).isEmpty();
  }

  @Test
  void logsFailedRelease() throws Exception {
    beginRelease(
        () -> {
          preventReports();
          return lines::add;
        });
    ended.await();
    assertThat(lines).singleElement().asString().startsWith("release failed: ");
  }

  private void preventReports() {
    try {
      Path report = folder.resolve(AgentMain.STATUS_FILE_NAME);
      Files.delete(report);
      Files.createDirectories(report.resolve("full"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
