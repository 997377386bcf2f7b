package io.streambench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ReaderProgressTest {
  private static final long MAX_STEP = 1_000;

  @Test
  void takesAPauseOfTheWholeProcessForOneStep() {
    ReaderProgress progress = new ReaderProgress(0, MAX_STEP);
    progress.poll(100, 0);
    assertThat(progress.poll(3_600_000_000_000L, 0)).isEqualTo(100 + MAX_STEP);
  }

  @Property
  void neverReportsMoreSilenceThanTheClockHasSeen(
      @ForAll @Size(max = 50) List<@LongRange(max = 5_000) Long> steps,
      @ForAll @Size(max = 50) List<@LongRange(max = 2) Long> tuples) {
    ReaderProgress progress = new ReaderProgress(0, MAX_STEP);
    long now = 0;
    long read = 0;
    long silentSince = 0;
    for (int i = 0; i < steps.size(); i++) {
      now += steps.get(i);
      long more = i < tuples.size() ? tuples.get(i) : 0;
      read += more;
      long idle = progress.poll(now, read);
      if (more > 0) {
        silentSince = now;
      }
      assertThat(idle).isBetween(0L, now - silentSince);
      assertThat(more == 0 || idle == 0).isTrue();
    }
  }
}
