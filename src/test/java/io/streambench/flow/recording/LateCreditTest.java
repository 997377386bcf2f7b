package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import io.streambench.strategy.FakeConnection;
import io.streambench.strategy.FakeConnection.FakeStream;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Tests late WINDOW_UPDATE frames. Jetty enlarges its window first and writes the frame later. DATA
 * frames that use the credit, and more credit, can come in between.
 */
class LateCreditTest {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final Pattern LEVEL = Pattern.compile("sessionLevel=(\\d+)");

  private record Step(int kind, int stream, int bytes) {
    void applyTo(FakeConnection connection) {
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

  private static FakeConnection openSlowConnection(FlowControlMonitor monitor) {
    FakeConnection connection =
        FakeConnection.observedConnection(monitor, SESSION_WINDOW, STREAM_WINDOW);
    connection.delayWrites();
    connection.open();
    return connection;
  }

  @Property
  void lateFramesDoNotChangeWindowsOrBytes(@ForAll("histories") List<Step> history) {
    FlowControlMonitor monitor = new FlowControlMonitor();
    FakeConnection connection = openSlowConnection(monitor);
    for (Step step : history) {
      step.applyTo(connection);
      SessionState state = monitor.sessions(owner -> true).get(0);
      assertThat(state.receiveWindow()).isEqualTo(connection.receiveWindow()).isNotNegative();
      assertThat(state.unacknowledgedBytes()).isEqualTo(unacknowledgedBytes(connection));
      assertThat(state.receiveWindow() + state.unreadBytes() + state.unacknowledgedBytes())
          .isEqualTo(SESSION_WINDOW);
      for (StreamState stream : state.streams()) {
        assertThat(stream.receiveWindow() + stream.unreadBytes() + stream.unacknowledgedBytes())
            .isEqualTo(STREAM_WINDOW);
      }
    }
  }

  /** Returns the consumed bytes without credit, as Jetty counts them. */
  private static long unacknowledgedBytes(FakeConnection connection) {
    Matcher level = LEVEL.matcher(connection.strategyDump());
    assertThat(level.find()).isTrue();
    return Long.parseLong(level.group(1));
  }
}
