package io.streambench.flow.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Cause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.rule.Finding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** Twelve seconds of silence on one starved and many held streams, and ends in every order. */
class SilenceOrderTest {
  private static final long EACH = 1_000_000;
  private static final int STARVED = 1;

  private final List<FlowControlEvent> events = new ArrayList<>();
  private Session session;
  private long held;
  private long unread;
  private long unacknowledged;
  private long left;

  private record Step(Cause cause, int stream) {}

  private void event(double second, int stream, Cause cause, long bytes, long streamUnread) {
    boolean ofSession = stream == 0;
    events.add(
        Events.recorded(
            (long) (second * 1e9),
            session,
            stream,
            cause,
            bytes,
            ofSession ? left : EACH,
            ofSession ? unread : streamUnread,
            ofSession ? unacknowledged : 0));
  }

  private void exhausted(int streams) {
    events.clear();
    session = new Session("a", Role.CLIENT, "", "10.0.0.1:1", "10.0.0.2:1");
    held = streams;
    unread = streams * EACH;
    unacknowledged = 0;
    left = 0;
    event(0, STARVED, Cause.OPENED, 0, 0);
    event(1, 0, Cause.DATA_RECEIVED, unread, 0);
    for (int stream = 1; stream <= held; stream++) {
      event(1, 2 * stream + 1, Cause.DATA_RECEIVED, EACH, EACH);
    }
  }

  private void read(double second, int stream) {
    unread -= 1_000;
    unacknowledged += 1_000;
    event(second, 0, Cause.DATA_CONSUMED, 1_000, 0);
    event(second, stream, Cause.DATA_CONSUMED, 1_000, EACH - 1_000);
  }

  private Finding finding(double second) {
    FlowControlReplay replay = new FlowControlReplay(Duration.ofSeconds(10), Duration.ZERO, 0.5);
    session.slot(-1); // each replay has its own
    events.forEach(replay::accept);
    return replay.finish((long) (second * 1e9), ReadCounts.NONE).finding();
  }

  @Property
  void whereStreamsAreResetItWasAHangInWhateverOrderAndWhateverIsReadMeanwhile(
      @ForAll @IntRange(min = 1, max = 12) int streams,
      @ForAll @IntRange(min = 1, max = 13) int resets,
      @ForAll @IntRange(max = 12) int reads,
      @ForAll Random random) {
    exhausted(streams);
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < Math.min(resets, streams + 1); i++) {
      steps.add(new Step(Cause.RESET, 2 * i + 1));
    }
    for (int i = 1; i <= Math.min(reads, streams); i++) {
      steps.add(new Step(Cause.DATA_CONSUMED, 2 * i + 1));
    }
    Collections.shuffle(steps, random);
    double second = 13;
    for (Step step : steps) {
      second += random.nextDouble() * 0.06;
      if (step.cause == Cause.RESET) {
        event(second, step.stream, Cause.RESET, 0, step.stream == STARVED ? 0 : EACH);
      } else {
        read(second, step.stream);
      }
    }
    assertThat(finding(second)).as("cut there").isEqualTo(Finding.STALLED);
    event(second + 20, 99, Cause.OPENED, 0, 0);
    assertThat(finding(second + 21)).as("later queries").isEqualTo(Finding.STALLED);
  }

  @Property
  void whereAllStreamsStayAndAreReadItWasAPause(
      @ForAll @IntRange(min = 1, max = 12) int streams,
      @ForAll @IntRange(min = 1, max = 100) int reads,
      @ForAll Random random) {
    exhausted(streams);
    double second = 13;
    for (int i = 0; i < reads; i++) {
      second += random.nextDouble() * 0.1;
      read(second, 2 * (1 + random.nextInt(streams)) + 1);
    }
    assertThat(finding(second)).as("cut there").isEqualTo(Finding.POSSIBLE);
    left = unacknowledged;
    unacknowledged = 0;
    event(second, 0, Cause.WINDOW_UPDATE_SENT, left, 0);
    assertThat(finding(second)).as("with credit").isEqualTo(Finding.NO_STALL);
    event(second + 3, STARVED, Cause.RESET, 0, 0);
    assertThat(finding(second + 4)).as("cancelled later").isEqualTo(Finding.NO_STALL);
  }
}
