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

/** Against a session that counts as Jetty's strategy does. */
class MovementTest {
  private static final int LARGEST = 1_000_000;
  private static final int FRAME = 16_384;
  private static final int HEAD = 9;

  private static final class Session {
    private int window = LARGEST;
    private int level;
    private long unread;
    private long arrived;
    private long received;
    private long consumed;
    private long credited;

    void receive(int bytes) {
      int now = Math.min(window, bytes);
      for (int left = now; left > 0; left -= FRAME) {
        arrived += Math.min(FRAME, left) + HEAD;
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
      if (level > LARGEST / 2) {
        window += level;
        credited += level;
        level = 0;
      }
    }

    SessionSnapshot look() {
      return new SessionSnapshot(window, level, LARGEST, Set.of(1), 0, arrived);
    }
  }

  /** Each step is bytes that arrive, or below 0 that are read. */
  @Property
  void whatMovedIsExactWithoutCreditAndWithCreditOnlyTheHeadsOfFramesAreTooMuch(
      @ForAll @Size(max = 12) List<@IntRange(min = -900_000, max = 900_000) Integer> steps) {
    Session session = new Session();
    SessionSnapshot before = session.look();
    for (int step : steps) {
      if (step > 0) {
        session.receive(step);
      } else {
        session.read(-step);
      }
    }
    Movement moved = Movement.between(before, session.look());
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
  void aWholeWindowThatCameAndWentBetweenTwoLooksIsSeen() {
    SessionSnapshot before = new SessionSnapshot(0, 0, LARGEST, Set.of(1), 0, 0);
    SessionSnapshot after = new SessionSnapshot(0, 0, LARGEST, Set.of(1), 0, LARGEST);
    assertThat(Movement.between(before, after).isNonZero()).isTrue();
  }

  @Example
  void framesWithoutDataAreNoMovement() {
    SessionSnapshot before = new SessionSnapshot(0, 5, LARGEST, Set.of(1), 0, 0);
    SessionSnapshot after = new SessionSnapshot(0, 5, LARGEST, Set.of(1), 0, 17);
    assertThat(Movement.between(before, after).isNonZero()).isFalse();
  }
}
