package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Golden;
import io.streambench.flow.events.JfrEvents;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real connection, recorded. */
class FlowControlRecordingTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 1_000_000;

  @TempDir Path folder;
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private H2cServer server;
  private FlowControlRecording recording;

  @BeforeEach
  void start() throws Exception {
    server = new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE);
    recording = monitor.prepareRecording(folder).begin();
  }

  @AfterEach
  void stop() throws Exception {
    recording.close();
    server.close();
  }

  private Path dump() throws Exception {
    Path file = folder.resolve("events.jfr");
    recording.dumpTo(file);
    return file;
  }

  @Test
  void everyByteThatWasReadIsInTheRecordingOnBothEnds() throws Exception {
    try (InputStream in = server.request()) {
      assertThat(in.readAllBytes()).hasSize(RESPONSE);
    }
    FlowControlMonitorTest.awaitClientSession(monitor, session -> session.streams().isEmpty());
    Map<String, Long> bytes = new TreeMap<>();
    for (FlowControlEvent event : Golden.events(dump())) {
      if (event.isSessionEvent()) {
        bytes.merge(event.session().role() + " " + event.cause(), event.bytes(), Long::sum);
      }
    }
    assertThat(bytes)
        .containsEntry("client DATA_RECEIVED", (long) RESPONSE)
        .containsEntry("client DATA_CONSUMED", (long) RESPONSE)
        .containsEntry("server DATA_SENT", (long) RESPONSE);
    assertThat(bytes.get("client WINDOW_UPDATE_SENT") - (SESSION_WINDOW - 65_535))
        .as("what was given back, without what makes the window as large as it is")
        .isBetween((long) RESPONSE - SESSION_WINDOW, (long) RESPONSE);
  }

  @Test
  void nothingIsRecordedUntilItBegins() throws Exception {
    FlowControlMonitor own = new FlowControlMonitor();
    H2cServer itsServer = new H2cServer(own, SESSION_WINDOW, STREAM_WINDOW, RESPONSE);
    try (itsServer;
        FlowControlRecording later = own.prepareRecording(folder)) {
      try (InputStream in = itsServer.request()) {
        assertThat(in.readAllBytes()).hasSize(RESPONSE);
      }
      later.begin();
      Path file = folder.resolve("later.jfr");
      later.dumpTo(file);
      assertThat(RecordingFile.readAllEvents(file))
          .noneMatch(
              event ->
                  event.getEventType().getName().equals(JfrEvents.EVENT_NAME_PREFIX + "FlowControl")
                      && event.getInt("cause") == EventCause.DATA_RECEIVED.code());
    }
  }
}
