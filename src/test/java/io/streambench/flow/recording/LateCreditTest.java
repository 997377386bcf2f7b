package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Cause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Golden;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import io.streambench.strategy.FakeConnection;
import io.streambench.strategy.FakeConnection.FakeStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.apache.commons.io.file.PathUtils;

/**
 * Jetty enlarges its window first and writes the WINDOW_UPDATE later. DATA that uses the credit may
 * come between, and more credit, too.
 */
class LateCreditTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final Pattern LEVEL = Pattern.compile("sessionLevel=(\\d+)");

  private record Step(int kind, int stream, int bytes) {
    void on(FakeConnection connection) {
      FakeStream stream = connection.streams().get(this.stream % connection.streams().size());
      switch (kind) {
        case 0, 1, 2 -> connection.receive(stream, bytes, false);
        case 3 -> connection.consume(stream, bytes);
        case 4 -> connection.write(1 + this.stream % 2);
        default -> connection.open();
      }
    }
  }

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 5),
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(1, 120_000))
        .as(Step::new)
        .list()
        .ofMinSize(20)
        .ofMaxSize(200);
  }

  private static FakeConnection connection(FlowControlMonitor monitor) {
    FakeConnection connection =
        new FakeConnection(
            monitor.observing(FakeConnection.jettys(0.5f), FakeConnection.client()),
            0x1a2b3c4d,
            SESSION_WINDOW,
            STREAM_WINDOW);
    connection.slowToWrite();
    connection.open();
    return connection;
  }

  @Property
  void whenAFrameIsWrittenChangesNoWindowAndNoBytes(@ForAll("histories") List<Step> history) {
    FlowControlMonitor monitor = new FlowControlMonitor();
    FakeConnection connection = connection(monitor);
    for (Step step : history) {
      step.on(connection);
      SessionState state = monitor.sessions(owner -> true).get(0);
      assertThat(state.receiveWindow()).isEqualTo(connection.receiveWindow()).isNotNegative();
      assertThat(state.unacknowledgedBytes()).isEqualTo(level(connection));
      assertThat(state.receiveWindow() + state.unreadBytes() + state.unacknowledgedBytes())
          .isEqualTo(SESSION_WINDOW);
      for (StreamState stream : state.streams()) {
        assertThat(stream.receiveWindow() + stream.unreadBytes() + stream.unacknowledgedBytes())
            .isEqualTo(STREAM_WINDOW);
      }
    }
  }

  /** Consumed and not given back, as Jetty itself counts it. */
  private static long level(FakeConnection connection) {
    Matcher level = LEVEL.matcher(connection.strategyShown());
    assertThat(level.find()).isTrue();
    return Long.parseLong(level.group(1));
  }

  @Property(tries = 30)
  void aRecordingThatIsCutWhileTheSessionHasWindowTellsOfNoStall(
      @ForAll("histories") List<Step> history) throws IOException {
    List<FlowControlEvent> events = recorded(history);
    for (int to = 1; to <= events.size(); to++) {
      FlowControlEvent last = events.get(to - 1);
      if (last.isSessionEvent() && last.cause() == Cause.DATA_RECEIVED) {
        assertThat(last.windowAfter()).isBetween(0L, (long) SESSION_WINDOW);
        assertThat(last.windowAfter() + last.unreadBytes() + last.unacknowledgedBytes())
            .isEqualTo(SESSION_WINDOW);
      }
      if (last.isSessionEvent() && last.isRecorded() && !ofSending(last)) {
        boolean open = last.windowAfter() > 0;
        Statistics.collect(open);
        if (open) {
          assertThat(finding(events.subList(0, to))).isEqualTo(Finding.NO_STALL);
        }
      }
    }
  }

  private static boolean ofSending(FlowControlEvent event) {
    return switch (event.cause()) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED, STALLED, RESUMED -> true;
      default -> false;
    };
  }

  private static Finding finding(List<FlowControlEvent> events) {
    FlowControlReplay replay = new FlowControlReplay(Duration.ofSeconds(10), Duration.ZERO, 0.5);
    events.forEach(event -> event.session().slot(-1));
    events.forEach(replay::accept);
    Diagnosis diagnosis = replay.finish(events.get(events.size() - 1).timeNanos(), ReadCounts.NONE);
    return diagnosis.finding();
  }

  private static List<FlowControlEvent> recorded(List<Step> history) throws IOException {
    Path folder = Files.createTempDirectory("late-credit");
    Path file = folder.resolve("events.jfr");
    FlowControlMonitor monitor = new FlowControlMonitor();
    try (FlowControlRecording recording = monitor.prepareRecording(folder).begin()) {
      FakeConnection connection = connection(monitor);
      history.forEach(step -> step.on(connection));
      recording.dumpTo(file);
    }
    List<FlowControlEvent> events = Golden.events(file);
    PathUtils.deleteDirectory(folder);
    return events;
  }
}
