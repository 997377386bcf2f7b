package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StudyRunnerTest {
  private static final Instant NOON = Instant.parse("2026-11-24T12:00:00.123Z");

  @Test
  void aStudyThatGoesOnElsewhereTellsWhatIsDifferentThere() {
    Map<String, Object> before =
        Map.of("cpus", 8, "gitCommit", "abc", "memoryBytes", 1024, "maxHeapBytes", 1L);
    Map<String, Object> now =
        Map.of("cpus", 2, "gitCommit", "abc", "memoryBytes", 1024L, "maxHeapBytes", 2L);
    assertThat(StudyRunner.resumed(NOON, 7, before, now))
        .isEqualTo("2026-11-24T12:00:00Z, 7 forks left, cpus now 2, was 8");
  }

  @Test
  void aStudyThatGoesOnInItsPlaceTellsThat() {
    Map<String, Object> environment = Map.of("cpus", 2, "gitCommit", "abc");
    assertThat(StudyRunner.resumed(NOON, 1, environment, environment))
        .isEqualTo("2026-11-24T12:00:00Z, 1 fork left, the same environment");
  }
}
