package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Golden;
import io.streambench.flow.events.Role;
import io.streambench.flow.recording.WireTap.Frame;
import io.streambench.flow.rule.SessionState;
import io.streambench.program.Until;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the recorder's windows with the windows that follow from the frames on the wire. On CI,
 * tshark must be installed.
 */
@Tag("oracle")
class FlowControlOracleIT {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE_BYTES = 700_000;
  private static final int COMPLETED_RESPONSES = 5;

  /** The initial window of every session (RFC 9113, 6.9.2). */
  private static final long INITIAL_SESSION_WINDOW = 65_535;

  @TempDir Path folder;

  /**
   * Reads several responses completely, then leaves two unread until the window is exhausted.
   *
   * @param wire receives the captured frames
   */
  private List<FlowControlEvent> recordEvents(List<Frame> wire) throws Exception {
    FlowControlMonitor monitor = new FlowControlMonitor();
    Path file = folder.resolve("events.jfr");
    try (FlowControlRecording recording = monitor.prepareRecording(folder).begin();
        H2cServer server = new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE_BYTES)) {
      WireTap tap = WireTap.begin(server.port(), folder);
      for (int i = 0; i < COMPLETED_RESPONSES; i++) {
        try (InputStream in = server.request()) {
          assertThat(in.readAllBytes()).hasSize(RESPONSE_BYTES);
        }
      }
      server.request();
      server.request();
      Until.isTrue(
          () -> monitor.sessions(owner -> true).stream().anyMatch(SessionState::isExhausted));
      tap.close();
      wire.addAll(tap.frames());
      recording.dumpTo(file);
    }
    return Golden.events(file);
  }

  @Test
  void recordedWindowsMatchWireFrameByFrame() throws Exception {
    assumeTrue(
        System.getenv("CI") != null || WireTap.isAvailable(), "tshark is not installed here");
    List<Frame> wire = new ArrayList<>();
    List<FlowControlEvent> events = recordEvents(wire);
    assertThat(wire.stream().filter(frame -> frame.data() && frame.fromServer()).count())
        .isGreaterThan(COMPLETED_RESPONSES * RESPONSE_BYTES / 16_384);

    for (Role end : List.of(Role.CLIENT, Role.SERVER)) {
      checkWindow(end, wire, events, 0, INITIAL_SESSION_WINDOW);
      for (int stream = 1; stream <= 2 * (COMPLETED_RESPONSES + 2) - 1; stream += 2) {
        checkWindow(end, wire, events, stream, STREAM_WINDOW);
      }
    }
  }

  /**
   * Checks one window at one end. Jetty passes on parts of a DATA frame as they arrive, so the
   * recorder has at least the end of each frame. A server's window shrinks before the data is on
   * the wire. Credit is counted shortly before or after it is on the wire. Therefore any number of
   * credits may be included, but they must be complete, in order, and all counted in the end.
   *
   * @param window the stream's ID, or 0 for the session
   */
  private static void checkWindow(
      Role end, List<Frame> wire, List<FlowControlEvent> events, int window, long initial) {
    boolean client = end == Role.CLIENT;
    Map<Long, Long> windowAt = new TreeMap<>();
    List<Long> credits = new ArrayList<>();
    long bytes = 0;
    for (FlowControlEvent event : events) {
      if (event.session().role() != end || event.streamId() != window) {
        continue;
      }
      if (event.cause() == (client ? EventCause.DATA_RECEIVED : EventCause.DATA_SENT)) {
        bytes += event.bytes();
        windowAt.put(bytes, event.windowAfter());
      } else if (event.cause()
          == (client ? EventCause.WINDOW_UPDATE_SENT : EventCause.WINDOW_UPDATE_RECEIVED)) {
        credits.add(event.bytes());
      }
    }
    if (client) {
      assertThat(credits)
          .as("WINDOW_UPDATEs of %d", window)
          .isEqualTo(
              wire.stream()
                  .filter(frame -> !frame.fromServer() && !frame.data() && frame.stream() == window)
                  .map(Frame::bytes)
                  .toList());
    }
    long onWire = 0;
    long creditBefore = 0;
    int frames = 0;
    for (Frame frame : wire) {
      if (frame.data() && frame.fromServer() && (window == 0 || window == frame.stream())) {
        onWire += frame.bytes();
        frames++;
        assertThat(windowAt).as("DATA frame %d of %d", frames, window).containsKey(onWire);
        long credit = windowAt.get(onWire) - initial + onWire;
        assertThat(runningSums(credits))
            .as("credit at frame %d of %d", frames, window)
            .contains(credit);
        assertThat(credit).isGreaterThanOrEqualTo(client ? creditBefore : 0);
        creditBefore = credit;
      }
    }
    assertThat(bytes).isEqualTo(onWire);
  }

  /**
   * Returns the possible sums of credit: nothing, the first, the first and the second, and so on.
   */
  private static List<Long> runningSums(List<Long> credits) {
    List<Long> sums = new ArrayList<>(List.of(0L));
    credits.forEach(credit -> sums.add(sums.get(sums.size() - 1) + credit));
    return sums;
  }
}
