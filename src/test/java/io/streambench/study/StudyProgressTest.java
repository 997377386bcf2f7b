package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.Outcome;
import io.streambench.results.CellOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class StudyProgressTest {
  private final List<String> lines = new ArrayList<>();
  private final AtomicLong clock = new AtomicLong();
  private final StudyPlan plan =
      StudyPlan.interleaved(
          List.of(new StudyCell("x", "B.b", Map.of(), List.of(), 1)),
          4,
          cell -> new Timing(1, 5, 4, 10));

  private void ended(StudyProgress progress, int step, Outcome outcome, Optional<String> score) {
    progress.ended(
        plan.steps().get(step),
        new CellOutcome("B.b", "thrpt", Map.of(), 1, outcome, "why", null, null),
        score);
  }

  @Test
  void theTimeLeftIsReckonedFromTheForksOfThisCall() {
    try (StudyProgress progress =
        new StudyProgress(plan, 1, lines::add, Optional.empty(), clock::get)) {
      clock.addAndGet(TimeUnit.SECONDS.toNanos(20));
      ended(progress, 1, Outcome.COMPLETED, Optional.of("3.1 ops/s"));
      clock.addAndGet(TimeUnit.SECONDS.toNanos(40));
      ended(progress, 2, Outcome.STALLED, Optional.empty());
      ended(progress, 3, Outcome.COMPLETED, Optional.of("3.2 ops/s"));
    }
    assertThat(lines)
        .containsExactly(
            "[2/4] x-2: 3.1 ops/s, about 40 s left",
            "[3/4] x-3: STALLED, why, about 30 s left",
            "[4/4] x-4: 3.2 ops/s, done");
  }
}
