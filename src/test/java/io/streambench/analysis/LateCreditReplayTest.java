package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.ReadCounts;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.Session;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;

/**
 * Recordings of format version 3 and before count credit when its frame is written: DATA that has
 * used it makes the session window negative until then.
 */
class LateCreditReplayTest {
  private static final long WINDOW = 1_000;
  private static final int HELD = 1;
  private static final int HUNGRY = 3;

  private final Session session = new Session("a", Role.CLIENT, "", "10.0.0.1:1", "10.0.0.2:1");

  /** Events of such a recorder, and the window that Jetty really has. */
  private final class History {
    private final List<FlowControlEvent> events = new ArrayList<>();
    private final Deque<Long> unwritten = new ArrayDeque<>();
    private long window = WINDOW;
    private long jettys = WINDOW;
    private long unread;
    private long unacknowledged;
    private long level;
    private long millis;
    private long exhaustedMillis;

    private void event(int stream, Cause cause, long bytes) {
      boolean ofSession = stream == 0;
      events.add(
          new FlowControlEvent(
              millis * 1_000_000,
              session,
              stream,
              cause,
              bytes,
              UNKNOWN,
              ofSession ? window : WINDOW,
              ofSession || stream == HELD ? unread : 0,
              ofSession ? unacknowledged : 0,
              UNKNOWN));
    }

    void step(Step step) {
      if (exhausted()) {
        exhaustedMillis++;
      }
      millis++;
      long bytes = step.bytes;
      switch (step.kind) {
        case 0, 1 -> {
          bytes = Math.min(bytes, jettys);
          if (bytes > 0) {
            window -= bytes;
            jettys -= bytes;
            unread += bytes;
            event(0, Cause.DATA_RECEIVED, bytes);
            event(HELD, Cause.DATA_RECEIVED, bytes);
          }
        }
        case 2 -> {
          bytes = Math.min(bytes, unread);
          if (bytes > 0) {
            unread -= bytes;
            unacknowledged += bytes;
            level += bytes;
            event(0, Cause.DATA_CONSUMED, bytes);
            event(HELD, Cause.DATA_CONSUMED, bytes);
          }
          if (level > WINDOW / 2) {
            unwritten.add(level);
            jettys += level;
            level = 0;
          }
        }
        case 3 -> {
          if (!unwritten.isEmpty()) {
            long credit = unwritten.remove();
            window += credit;
            unacknowledged -= credit;
            event(0, Cause.WINDOW_UPDATE_SENT, credit);
          }
        }
        default -> event(HUNGRY, Cause.OPENED, 0);
      }
    }

    /** Returns whether the recording shows that no byte of window is left. */
    boolean exhausted() {
      return window == 0 || unread == WINDOW;
    }
  }

  private record Step(int kind, int bytes) {}

  @Provide
  Arbitrary<List<Step>> histories() {
    return Combinators.combine(
            Arbitraries.frequency(
                net.jqwik.api.Tuple.of(4, 0),
                net.jqwik.api.Tuple.of(3, 2),
                net.jqwik.api.Tuple.of(1, 3),
                net.jqwik.api.Tuple.of(1, 4)),
            Arbitraries.integers().between(1, 700))
        .as(Step::new)
        .list()
        .ofMinSize(10)
        .ofMaxSize(60);
  }

  private static Diagnosis diagnosis(List<FlowControlEvent> events, long millis) {
    FlowControlReplay replay = new FlowControlReplay(Duration.ofSeconds(10), Duration.ZERO, 0.5);
    events.forEach(event -> event.session().slot(-1));
    events.forEach(replay::accept);
    return replay.finish(millis * 1_000_000, ReadCounts.NONE);
  }

  @Property
  void aHungryStreamThatOpensWhileCreditIsUnderWayIsNotStarvedAndAStarvedOneIs(
      @ForAll("histories") List<Step> steps) {
    History history = new History();
    history.event(0, Cause.OPENED, 0);
    history.step(new Step(4, 0));
    for (Step step : steps) {
      history.step(step);
      Diagnosis diagnosis = diagnosis(history.events, history.millis);
      Statistics.collect(history.window < 0, history.exhausted());
      assertThat(diagnosis.finding())
          .isEqualTo(history.exhausted() ? Finding.STALLED : Finding.NO_STALL);
      if (history.jettys == 0 && history.unwritten.isEmpty()) {
        assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
      }
      SessionDiagnosis found = diagnosis.sessions().get(0);
      assertThat(found.sessionStalls().totalNanos()).isEqualTo(history.exhaustedMillis * 1_000_000);
      assertThat(found.state().receiveWindow()).isNotNegative();
      assertThat(
              found.state().receiveWindow()
                  + found.state().unreadBytes()
                  + found.state().unacknowledgedBytes())
          .isEqualTo(WINDOW);
    }
  }

  /** The figures of a run: a frame of 8,402,517 bytes came after 324 DATA frames that used it. */
  @Example
  void theGapOfARealRunIsNoStall() {
    long window = 16 << 20;
    History history = new History();
    history.unread = 11_028_907;
    history.unacknowledged = 8_402_517;
    history.window = window - history.unread - history.unacknowledged;
    history.event(0, Cause.DATA_RECEIVED, 8_192);
    history.event(HUNGRY, Cause.OPENED, 0);
    assertThat(history.window).isEqualTo(-2_654_208);
    Diagnosis diagnosis = diagnosis(history.events, 31);
    assertThat(diagnosis.finding()).isEqualTo(Finding.NO_STALL);
    SessionState state = diagnosis.sessions().get(0).state();
    assertThat(state.receiveWindow()).isEqualTo(window - history.unread);
    assertThat(diagnosis.sessions().get(0).sessionStalls().count()).isZero();
  }
}
