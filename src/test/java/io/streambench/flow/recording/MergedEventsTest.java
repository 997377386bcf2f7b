package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Golden;
import io.streambench.flow.events.JfrEvents;
import io.streambench.strategy.FakeConnection;
import io.streambench.strategy.FakeConnection.FakeStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests events of a recording that contain several changes. No change is lost. */
class MergedEventsTest {
  private static final int SESSION_WINDOW = 1_000_000;
  private static final int STREAM_WINDOW = 500_000;

  @TempDir Path folder;

  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private Path file;

  private List<FlowControlEvent> recordEvents(Consumer<FakeConnection> history) throws Exception {
    file = folder.resolve("events.jfr");
    try (FlowControlRecording recording = monitor.prepareRecording(folder).begin()) {
      FakeConnection connection =
          FakeConnection.observedConnection(monitor, SESSION_WINDOW, STREAM_WINDOW);
      connection.open();
      connection.open();
      history.accept(connection);
      recording.dumpTo(file);
    }
    return Golden.events(file);
  }

  private long countDataEvents() throws Exception {
    return RecordingFile.readAllEvents(file).stream()
        .filter(
            event ->
                event.getEventType().getName().equals(JfrEvents.EVENT_NAME_PREFIX + "FlowControl"))
        .filter(event -> event.getInt("cause") == EventCause.DATA_RECEIVED.code())
        .count();
  }

  private static List<FlowControlEvent> eventsOf(
      List<FlowControlEvent> events, EventCause cause, int stream) {
    return events.stream()
        .filter(event -> event.cause() == cause && event.streamId() == stream)
        .toList();
  }

  private static List<Long> byteCounts(List<FlowControlEvent> events) {
    return events.stream().map(FlowControlEvent::bytes).map(Number::longValue).toList();
  }

  @Test
  void storesConsecutivePartsAsOneEventAndReadsTwo() throws Exception {
    List<FlowControlEvent> events =
        recordEvents(
            connection -> {
              FakeStream stream = connection.streams().get(0);
              connection.receive(stream, 16_375, false);
              connection.receive(stream, 9, false);
            });
    assertThat(countDataEvents()).isEqualTo(1);
    List<FlowControlEvent> session = eventsOf(events, EventCause.DATA_RECEIVED, 0);
    List<FlowControlEvent> stream = eventsOf(events, EventCause.DATA_RECEIVED, 1);
    assertThat(byteCounts(session)).containsExactly(16_375L, 9L);
    assertThat(byteCounts(stream)).containsExactly(16_375L, 9L);
    assertThat(session.get(0).windowAfter()).isEqualTo(SESSION_WINDOW - 16_375);
    assertThat(session.get(1).windowAfter()).isEqualTo(SESSION_WINDOW - 16_384);
    assertThat(stream.get(0).windowAfter()).isEqualTo(STREAM_WINDOW - 16_375);
    assertThat(stream.get(0).unreadBytes()).isEqualTo(16_375);
    assertThat(stream.get(1).unreadBytes()).isEqualTo(16_384);
  }

  @Test
  void ordersLateEventByItsArrival() throws Exception {
    List<FlowControlEvent> events =
        recordEvents(
            connection -> {
              connection.receive(connection.streams().get(0), 1_000, false);
              connection.open(); // another thread could report its change just as late
              connection.receive(connection.streams().get(1), 2_000, false);
            });
    assertThat(events.stream().filter(MergedEventsTest::isOpenedOrReceived))
        .extracting(FlowControlEvent::cause)
        .endsWith(EventCause.DATA_RECEIVED, EventCause.OPENED, EventCause.DATA_RECEIVED);
  }

  private static boolean isOpenedOrReceived(FlowControlEvent event) {
    boolean opened = event.cause() == EventCause.OPENED;
    return event.streamId() > 0 && (opened || event.cause() == EventCause.DATA_RECEIVED);
  }

  @Test
  void combinesSmallReadsWithoutLosingBytes() throws Exception {
    List<FlowControlEvent> events =
        recordEvents(
            connection -> {
              FakeStream stream = connection.streams().get(0);
              connection.receive(stream, 200_000, false);
              for (int i = 0; i < 19; i++) {
                connection.consume(stream, 10_000);
              }
            });
    List<Long> reported = byteCounts(eventsOf(events, EventCause.DATA_CONSUMED, 1));
    assertThat(reported.stream().mapToLong(Long::longValue).sum()).isEqualTo(190_000);
    assertThat(reported)
        .hasSizeLessThan(19)
        .allSatisfy(one -> assertThat(one).isBetween(1L, 42_768L));
    assertThat(eventsOf(events, EventCause.DATA_CONSUMED, 1).get(reported.size() - 1).unreadBytes())
        .isEqualTo(10_000);
  }

  @Test
  void reportsCompleteReadImmediately() throws Exception {
    List<FlowControlEvent> events =
        recordEvents(
            connection -> {
              FakeStream stream = connection.streams().get(0);
              connection.receive(stream, 100, false);
              connection.consume(stream, 100);
              connection.receive(stream, 200, false);
              connection.consume(stream, 200);
            });
    assertThat(byteCounts(eventsOf(events, EventCause.DATA_CONSUMED, 1)))
        .containsExactly(100L, 200L);
    assertThat(
            events.stream()
                .filter(event -> event.streamId() == 1)
                .map(FlowControlEvent::cause)
                .filter(
                    cause ->
                        cause == EventCause.DATA_RECEIVED || cause == EventCause.DATA_CONSUMED))
        .as("nothing is read before it has arrived")
        .containsExactly(
            EventCause.DATA_RECEIVED,
            EventCause.DATA_CONSUMED,
            EventCause.DATA_RECEIVED,
            EventCause.DATA_CONSUMED);
  }
}
