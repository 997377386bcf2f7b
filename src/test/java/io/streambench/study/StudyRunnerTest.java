package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.Outcome;
import io.streambench.results.CellOutcome;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StudyRunnerTest {
  @Test
  void aStudyThatGoesOnElsewhereSaysWhatIsDifferentThere() {
    Instant noon = Instant.parse("2026-11-24T12:00:00.123Z");
    Map<String, Object> before =
        Map.of("cpus", 8, "gitCommit", "abc", "memoryBytes", 1024, "maxHeapBytes", 1L);
    Map<String, Object> now =
        Map.of("cpus", 2, "gitCommit", "abc", "memoryBytes", 1024L, "maxHeapBytes", 2L);
    assertThat(StudyRunner.resumed(noon, 7, before, now))
        .isEqualTo("2026-11-24T12:00:00Z, 7 forks left, cpus now 2, was 8");
    assertThat(StudyRunner.resumed(noon, 1, now, now))
        .isEqualTo("2026-11-24T12:00:00Z, 1 fork left, the same environment");
  }

  @Test
  void aForkThatHasEndedSaysHowAndWhatIsLeft() {
    StudyStep step = new StudyStep(StudyCell.of("x", "B.b", ""), 2, new Timing(1, 5, 4, 10));
    CellOutcome stalled =
        new CellOutcome("B.b", "thrpt", Map.of(), 2, Outcome.STALLED, "why", null, null);
    assertThat(StudyRunner.ended(step, stalled, Optional.empty(), 2, 20))
        .isEqualTo("x-2: STALLED, why, about 40 s left");
    assertThat(StudyRunner.ended(step, stalled, Optional.of("3 ops/s"), 0, 20)).endsWith(", done");
  }
}
