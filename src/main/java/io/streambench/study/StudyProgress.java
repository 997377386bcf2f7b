package io.streambench.study;

import io.streambench.analysis.Durations;
import io.streambench.analysis.Outcome;
import io.streambench.config.Text;
import io.streambench.documents.Terminal;
import io.streambench.results.CellOutcome;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Shows the progress of a study: a line for every fork, and on a terminal a bar. The bar has the
 * time that is left, estimated from the time of the forks so far.
 */
final class StudyProgress implements AutoCloseable {
  private static final int WIDTH = 100;

  private final StudyPlan plan;
  private final int alreadyDone;
  private final Consumer<String> lines;
  private final LongSupplier nanoTime;
  private final long start;
  private final Optional<PrintStream> terminal;
  private final Optional<ProgressBar> bar;
  private int done;

  /**
   * @param alreadyDone forks that an earlier call has finished
   * @param lines receives a line for every fork
   */
  StudyProgress(
      StudyPlan plan,
      int alreadyDone,
      Consumer<String> lines,
      Optional<PrintStream> terminal,
      LongSupplier nanoTime) {
    this.plan = plan;
    this.alreadyDone = alreadyDone;
    this.lines = lines;
    this.terminal = terminal;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.bar =
        terminal.map(
            out ->
                new ProgressBarBuilder()
                    .setTaskName("forks")
                    .setInitialMax(plan.steps().size())
                    .startsFrom(alreadyDone, Duration.ZERO)
                    .setStyle(ProgressBarStyle.ASCII)
                    .hideEta()
                    .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
                    .build());
  }

  /** The same on the terminal, if there is one. */
  StudyProgress(StudyPlan plan, int alreadyDone, Consumer<String> lines) {
    this(plan, alreadyDone, lines, Terminal.open(), System::nanoTime);
  }

  void begins(StudyStep step) {
    bar.ifPresent(shown -> shown.setExtraMessage(" " + step.name() + ", " + left()));
  }

  /** Something takes time that is no fork. */
  void prepares(String what) {
    bar.ifPresent(shown -> shown.setExtraMessage(" " + what));
    lines.accept(what);
  }

  void ended(StudyStep step, CellOutcome outcome, Optional<String> score) {
    done++;
    bar.ifPresent(ProgressBar::step);
    lines.accept(
        Text.of(
            "[%d/%d] %s: %s%s, %s",
            alreadyDone + done,
            plan.steps().size(),
            step.name(),
            outcome.outcome() == Outcome.COMPLETED ? "" : outcome.outcome() + ", ",
            score.orElse(outcome.detail()),
            left()));
  }

  /** The time that is left, in words; as the plan has it until a fork has ended. */
  private String left() {
    int forks = plan.steps().size() - alreadyDone - done;
    if (forks == 0) {
      return "done";
    }
    double seconds =
        done == 0
            ? plan.estimatedSeconds(forks)
            : (nanoTime.getAsLong() - start) / 1e9 / done * forks;
    return "about " + Durations.about(seconds) + " left";
  }

  @Override
  public void close() {
    bar.ifPresent(ProgressBar::close);
    terminal.ifPresent(PrintStream::close);
  }
}
