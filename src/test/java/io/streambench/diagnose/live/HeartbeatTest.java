package io.streambench.diagnose.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeartbeatTest {
  @TempDir Path folder;
  private Path file;
  private Heartbeat heartbeat;

  @BeforeEach
  void startHeartbeat() throws IOException {
    file = folder.resolve(Heartbeat.FILE_NAME);
    Files.writeString(file, "1");
    Properties properties = new Properties();
    properties.setProperty(Heartbeat.FOLDER_PROPERTY, folder.toString());
    heartbeat = new Heartbeat(properties);
    assertThat(heartbeat.state()).isEqualTo(Heartbeat.State.ALIVE);
  }

  @Test
  void deletedFileOfEndedTaskMeansLost() throws IOException {
    Files.writeString(file, Heartbeat.END_CONTENT);
    assertThat(heartbeat.state()).isEqualTo(Heartbeat.State.ENDED);
    Files.delete(file);
    assertThat(heartbeat.state()).isEqualTo(Heartbeat.State.LOST);
    assertThat(heartbeat.hasEnded()).isTrue();
  }

  @Test
  void continuingTaskSurvivesDeletedFile() throws IOException {
    Files.writeString(file, Heartbeat.KEEP_RUNNING_CONTENT);
    assertThat(heartbeat.state()).isEqualTo(Heartbeat.State.KEEP_RUNNING);
    Files.delete(file);
    assertThat(heartbeat.state()).isEqualTo(Heartbeat.State.KEEP_RUNNING);
    assertThat(heartbeat.hasEnded()).isFalse();
  }
}
