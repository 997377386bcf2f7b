package io.streambench.flow.recording;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.Golden;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallRule;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import io.streambench.strategy.FakeConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import org.apache.commons.io.file.PathUtils;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.LoggerConfig;

/**
 * Replays random histories that Jetty's own strategy allows. The watchdog, Jetty's log and a
 * recording yield the same verdict and numbers.
 */
class SameVerdictTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int RESET = 10;
  private static final Lines LINES = new Lines();

  /** An appender that keeps Jetty's debug log in memory. */
  private static final class Lines extends AbstractAppender {
    private final List<String> lines = new ArrayList<>();

    Lines() {
      super("lines", null, null, true, null);
    }

    @Override
    public void append(LogEvent event) {
      lines.add(
          "2026-11-21 09:10:44.715 [t] DEBUG x - " + event.getMessage().getFormattedMessage());
    }
  }

  /** The course of events on one session. */
  private record History(int sessionWindow, int streamWindow, List<Step> steps) {
    void replay(FlowControlMonitor monitor) {
      FakeConnection connection =
          FakeConnection.observedConnection(monitor, sessionWindow, streamWindow);
      for (Step step : steps) {
        List<FakeConnection.FakeStream> streams = connection.streams();
        FakeConnection.FakeStream stream =
            streams.isEmpty() ? null : streams.get(step.stream % streams.size());
        switch (streams.isEmpty() ? 0 : step.kind) {
          case 0 -> connection.open();
          case 1, 2, 3, 4 -> connection.receive(stream, step.bytes, false);
          case 5 -> connection.receive(stream, step.bytes, true);
          case 6 -> connection.receive(stream, 0, true);
          case 7, 8 -> connection.consume(stream, step.bytes);
          case RESET -> connection.reset(stream);
          default -> connection.consume(stream, Integer.MAX_VALUE);
        }
      }
    }
  }

  private record Step(int kind, int stream, int bytes) {}

  @Provide
  Arbitrary<History> histories() {
    return histories(0);
  }

  /** Creates histories with resets, which Jetty's log does not show. */
  @Provide
  Arbitrary<History> historiesWithResets() {
    return histories(3);
  }

  private static Arbitrary<History> histories(int resets) {
    Arbitrary<Step> steps =
        Combinators.combine(
                Arbitraries.frequency(
                    net.jqwik.api.Tuple.of(resets, RESET),
                    net.jqwik.api.Tuple.of(2, 0),
                    net.jqwik.api.Tuple.of(12, 1),
                    net.jqwik.api.Tuple.of(1, 5),
                    net.jqwik.api.Tuple.of(1, 6),
                    net.jqwik.api.Tuple.of(3, 7),
                    net.jqwik.api.Tuple.of(2, 9)),
                Arbitraries.integers().between(0, 7),
                Arbitraries.integers().between(1, 100_000))
            .as(Step::new);
    return Combinators.combine(
            Arbitraries.integers().between(65_536, 300_000),
            Arbitraries.integers().between(65_536, 200_000),
            steps.list().ofMinSize(20).ofMaxSize(120))
        .as(History::new);
  }

  @BeforeContainer
  static void captureJettyLog() {
    LINES.start();
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    LoggerConfig logger =
        new LoggerConfig(FlowControlCapture.JETTY_10_LOGGER_NAME, Level.DEBUG, false);
    logger.addAppender(LINES, null, null);
    context.getConfiguration().addLogger(FlowControlCapture.JETTY_10_LOGGER_NAME, logger);
    context.updateLoggers();
  }

  @AfterContainer
  static void restoreLogging() {
    LoggerContext context = (LoggerContext) LogManager.getContext(false);
    context.getConfiguration().removeLogger(FlowControlCapture.JETTY_10_LOGGER_NAME);
    context.updateLoggers();
  }

  @Property(tries = 500)
  void watchdogAndLogAgree(@ForAll("histories") History history) {
    LINES.lines.clear();
    FlowControlMonitor monitor = new FlowControlMonitor();
    history.replay(monitor);
    assertSame(watchdogVerdict(monitor), Golden.diagnose(Golden.reader(LINES.lines)));
    Statistics.coverage(
        checker -> {
          checker.check(Outcome.STALLED).percentage(share -> share > 15);
          checker.check(Outcome.FAILED).percentage(share -> share > 15);
        });
  }

  @Property(tries = 30)
  void watchdogAndRecordingAgree(@ForAll("historiesWithResets") History history)
      throws IOException {
    Path folder = Files.createTempDirectory("same-verdict");
    Path file = folder.resolve("events.jfr");
    FlowControlMonitor monitor = new FlowControlMonitor();
    try (FlowControlRecording recording = monitor.prepareRecording(folder).begin()) {
      history.replay(monitor);
      recording.dumpTo(file);
    }
    assertSame(watchdogVerdict(monitor), Golden.diagnose(EventFiles.open(List.of(file))));
    PathUtils.deleteDirectory(folder);
  }

  private static Verdict watchdogVerdict(FlowControlMonitor monitor) {
    Optional<Verdict> verdict =
        new StallRule(TIMEOUT).judge(TIMEOUT.toNanos(), () -> monitor.sessions(owner -> true));
    return verdict.orElseThrow();
  }

  private static void assertSame(Verdict live, Diagnosis read) {
    Statistics.collect(live.outcome());
    assertThat(read.finding()).isEqualTo(live.finding());
    assertThat(read.cause())
        .isEqualTo(live.cause().filter(cause -> live.finding() != Finding.NO_STALL));
    SessionState expected = live.sessions().get(0);
    SessionState found = read.sessions().get(0).state();
    assertThat(found.receiveWindow()).isEqualTo(expected.receiveWindow());
    assertThat(found.unreadBytes()).isEqualTo(expected.unreadBytes());
    assertThat(found.unacknowledgedBytes()).isEqualTo(expected.unacknowledgedBytes());
    assertThat(found.cancelledBytes()).isEqualTo(expected.cancelledBytes());
    if (read.finding() != Finding.NO_STALL) {
      assertThat(read.verdict().orElseThrow().awaitedStreamIds())
          .isEqualTo(live.awaitedStreamIds());
      assertThat(read.verdict().orElseThrow().session().map(SessionState::id))
          .isEqualTo(live.session().map(SessionState::id));
    }
    if (read.isStalled()) {
      assertThat(streamIds(found.streamsWithoutData()))
          .isEqualTo(streamIds(expected.streamsWithoutData()));
      assertThat(unreadByStream(found)).isEqualTo(unreadByStream(expected));
      assertThat(read.verdict().orElseThrow().reason().replaceAll("to \\S+", ""))
          .isEqualTo(live.reason().replaceAll("to \\S+", ""));
    }
  }

  private static List<Integer> streamIds(List<StreamState> streams) {
    return streams.stream().map(StreamState::id).toList();
  }

  private static List<String> unreadByStream(SessionState session) {
    return session.streams().stream()
        .filter(stream -> stream.unreadBytes() > 0 && !stream.cancelled())
        .map(stream -> stream.id() + ":" + stream.unreadBytes())
        .toList();
  }
}
