package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.FlowControlSettings;
import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.ReadCounts;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.Session;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Checks that a diagnosis begins with the session that its verdict is about. */
class SessionOfTheVerdictTest {
  private final FlowControlReplay replay =
      new FlowControlReplay(
          Duration.ofSeconds(10), Duration.ZERO, FlowControlSettings.JETTY_BUFFER_RATIO);
  private long now;

  private void event(Session session, int stream, Cause cause, long before, long after) {
    replay.accept(
        new FlowControlEvent(
            now++,
            session,
            stream,
            cause,
            Math.abs(before - after),
            before,
            after,
            UNKNOWN,
            UNKNOWN,
            UNKNOWN));
  }

  @Test
  void theSessionOfTheVerdictIsTheFirstOfThoseThatStalled() {
    Session quiet = new Session("c", Role.CLIENT, "", "c:1", "c:2");
    Session sender = new Session("a", Role.SERVER, "", "a:1", "a:2");
    Session receiver = new Session("b", Role.CLIENT, "", "b:1", "b:2");
    event(quiet, 0, Cause.DATA_RECEIVED, 100, 50);
    event(sender, 0, Cause.DATA_SENT, 100, 0);
    event(receiver, 0, Cause.DATA_RECEIVED, 100, 0);
    event(receiver, 3, Cause.STATE, 100, 100);
    long later = now + Duration.ofSeconds(10).toNanos(); // one end alone shows no stall sooner
    Diagnosis diagnosis = replay.finish(later, ReadCounts.NONE);
    assertThat(diagnosis.verdict().orElseThrow().sessions())
        .extracting(SessionState::id)
        .containsExactly("b");
    assertThat(diagnosis.sessions())
        .extracting(session -> session.state().id())
        .containsExactly("b", "a", "c");
  }
}
