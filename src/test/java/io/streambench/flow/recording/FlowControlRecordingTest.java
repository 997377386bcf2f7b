package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.JfrEvents;
import java.io.InputStream;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests recordings of a real connection. */
class FlowControlRecordingTest {
  private static final int RESPONSE_BYTES = 1_000_000;

  @TempDir Path folder;

  @Test
  void recordsNothingBeforeItBegins() throws Exception {
    FlowControlMonitor monitor = new FlowControlMonitor();
    try (H2cServer server = new H2cServer(monitor, 200_000, 150_000, RESPONSE_BYTES);
        FlowControlRecording recording = monitor.prepareRecording(folder)) {
      try (InputStream in = server.request()) {
        assertThat(in.readAllBytes()).hasSize(RESPONSE_BYTES);
      }
      recording.begin();
      Path file = folder.resolve("later.jfr");
      recording.dumpTo(file);
      assertThat(RecordingFile.readAllEvents(file))
          .noneMatch(
              event ->
                  event.getEventType().getName().equals(JfrEvents.EVENT_NAME_PREFIX + "FlowControl")
                      && event.getInt("cause") == EventCause.DATA_RECEIVED.code());
    }
  }
}
