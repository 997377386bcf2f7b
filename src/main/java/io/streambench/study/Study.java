package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.report.study.StudyDocument;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.profile.Profiler;

/**
 * A question, and the grid of runs that answers it. A new study is a {@link DeclaredStudy} in a
 * package of its own, and a line in {@code cli.Studies}.
 */
public interface Study {
  /** The name of the study on the command line. */
  String name();

  /** The question that it answers, in one line. */
  String question();

  /** The combinations it measures. */
  List<StudyCell> cells(Scale scale);

  /** The reason why a JDK of that feature release cannot run a cell; empty if it can. */
  default Optional<String> leftOut(StudyCell cell, int jdk) {
    return Optional.empty();
  }

  /** Parameters that are part of the question, and not to be set. */
  default Set<String> fixed() {
    return Set.of();
  }

  /** Returns whether it says how many requests at a time stay within a bound of their latency. */
  default boolean bounded() {
    return false;
  }

  /** Returns whether every cell has one fork before any has a second. */
  default boolean interleaved() {
    return true;
  }

  /** Returns whether some of its cells make a report without the others. */
  default boolean divisible() {
    return false;
  }

  /** The profiler that measures next to the score in every fork. */
  default Class<? extends Profiler> profiler() {
    return RunProfiler.class;
  }

  /** The warmup and measurement of each fork. */
  Timing timing(Scale scale);

  /** The warmup and measurement of a cell's forks, for studies in which cells differ. */
  default Timing timing(StudyCell cell, Scale scale) {
    return timing(scale);
  }

  /**
   * About how many seconds its clusters take to start and to be filled.
   *
   * @param forks of all cells together
   */
  int clusterSeconds(Scale scale, int forks);

  /**
   * Returns whether the evidence that a run has left is kept. Where a run ended as it was to end,
   * its evidence may not be worth the space it takes.
   */
  default boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    return true;
  }

  /** The document of what was found, chosen by the figures. */
  StudyDocument conclude(StudyResults results);
}
