package io.streambench.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionSnapshot;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Compares movements with a session that counts as Jetty's strategy does. */
class MovementTest {
  private static final int MAX_WINDOW = 1_000_000;
  private static final int FRAME_BYTES = 16_384;
  private static final int HEADER_BYTES = 9;

  private static final class Session {
    private int window = MAX_WINDOW;
    private int level;
    private long unread;
    private long arrived;
    private long received;
    private long consumed;
    private long credited;

    void receive(int bytes) {
      int now = Math.min(window, bytes);
      for (int left = now; left > 0; left -= FRAME_BYTES) {
        arrived += Math.min(FRAME_BYTES, left) + HEADER_BYTES;
      }
      window -= now;
      unread += now;
      received += now;
    }

    void read(int bytes) {
      int now = (int) Math.min(unread, bytes);
      unread -= now;
      consumed += now;
      level += now;
      if (level > MAX_WINDOW / 2) {
        window += level;
        credited += level;
        level = 0;
      }
    }

    SessionSnapshot snapshot() {
      return new SessionSnapshot(window, level, MAX_WINDOW, Set.of(1), 0, arrived);
    }
  }

  /** A positive step is the number of bytes that arrive, a negative one the number that is read. */
  @Property
  void movementIsExactExceptForFrameHeadersWithCredit(
      @ForAll @Size(max = 12) List<@IntRange(min = -900_000, max = 900_000) Integer> steps) {
    Session session = new Session();
    SessionSnapshot before = session.snapshot();
    for (int step : steps) {
      if (step > 0) {
        session.receive(step);
      } else {
        session.read(-step);
      }
    }
    Movement moved = Movement.between(before, session.snapshot());
    long heads = session.arrived - session.received;
    if (session.credited == 0) {
      assertThat(moved).isEqualTo(new Movement(session.received, session.consumed, 0));
    } else {
      assertThat(moved.receivedBytes()).isBetween(session.received, session.received + heads);
      assertThat(moved.consumedBytes()).isBetween(session.consumed, session.consumed + heads);
      assertThat(moved.creditedBytes()).isBetween(session.credited, session.credited + heads);
    }
  }

  @Example
  void detectsWholeWindowBetweenTwoSnapshots() {
    SessionSnapshot before = new SessionSnapshot(0, 0, MAX_WINDOW, Set.of(1), 0, 0);
    SessionSnapshot after = new SessionSnapshot(0, 0, MAX_WINDOW, Set.of(1), 0, MAX_WINDOW);
    assertThat(Movement.between(before, after).isNonZero()).isTrue();
  }

  @Example
  void framesWithoutDataAreNoMovement() {
    SessionSnapshot before = new SessionSnapshot(0, 5, MAX_WINDOW, Set.of(1), 0, 0);
    SessionSnapshot after = new SessionSnapshot(0, 5, MAX_WINDOW, Set.of(1), 0, 17);
    assertThat(Movement.between(before, after).isNonZero()).isFalse();
  }
}
