package io.streambench.bench.fork;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.Verdict;
import io.streambench.cluster.ClusterException;
import io.streambench.config.Text;
import io.streambench.watchdog.Stop;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A run that could not be prepared, and why. */
public record SetupFailure(Throwable failure) {
  /** The reason in one line. What is wrong with a cluster says all there is to say. */
  public String reason() {
    return failure instanceof ClusterException ? failure.getMessage() : "setup failed: " + failure;
  }

  /** Tells people, and returns the end of the run. */
  public Stop told(Consumer<String> out) {
    out.accept("\n" + Text.comment(Outcome.FAILED + ": " + reason()));
    if (failure instanceof ClusterException known) {
      known.details().forEach(line -> out.accept("#   " + line));
    }
    return new Stop(
        new Verdict(Outcome.FAILED, reason(), List.of()), 0, 0, 0, Optional.of(failure));
  }

  /** The exception for JMH: without the cause of what a line has told, which the evidence has. */
  public RuntimeException toThrow() {
    if (failure instanceof ClusterException known) {
      return known.alone();
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure);
  }
}
