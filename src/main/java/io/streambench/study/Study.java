package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.bench.fork.RunProfiler;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.openjdk.jmh.profile.Profiler;

/**
 * A question, and the grid of runs that answers it. A new study is a class, and a line in {@code
 * cli.Studies}. Its constructor sets what is not as usual.
 */
public abstract class Study {
  private final String name;
  private final String question;
  private final Timing quick;
  private final Timing full;

  /** Parameters that cannot be set, apart by spaces, besides those that cells vary. */
  protected String fixed = "";

  /** Measures next to the score in every fork. */
  protected Class<? extends Profiler> profiler = RunProfiler.class;

  /** Whether some of its cells make a report without the others. */
  protected boolean divisible;

  /** Whether it says how many requests at a time stay within a bound of their latency. */
  protected boolean bounded;

  /** Whether every cell has one fork before any has a second. */
  protected boolean interleaved = true;

  /**
   * Whether each round starts nodes of its own, since cells differ in the settings of nodes: forks
   * on the same two clusters would not tell the settings from the clusters.
   */
  protected boolean freshNodes;

  /** The question that its number of rounds is to answer; none if it only counts. */
  protected PrimaryQuestion primary;

  protected Study(String name, String question, Timing quick, Timing full) {
    this.name = name;
    this.question = question;
    this.quick = quick;
    this.full = full;
  }

  public final String name() {
    return name;
  }

  /** The question that it answers, in one line. */
  public final String question() {
    return question;
  }

  /** The question that its number of rounds is to answer. */
  public final Optional<PrimaryQuestion> primary() {
    return Optional.ofNullable(primary);
  }

  final boolean fixes(String parameter) {
    return Set.of(fixed.split(" ")).contains(parameter);
  }

  /** The combinations it measures. */
  public abstract List<StudyCell> cells(Scale scale);

  /** The document of what was found, chosen by the figures. */
  public abstract StudyReport conclude(StudyResults results);

  /** The warmup and measurement of a cell's forks. */
  public Timing timing(StudyCell cell, Scale scale) {
    return scale == Scale.QUICK ? quick : full;
  }

  /** Returns whether evidence is kept: the log of a run that completed is not worth its space. */
  public boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    return outcome != Outcome.COMPLETED || !cell.logged();
  }
}
