package io.streambench.study;

import io.streambench.bench.fork.RunProfiler;
import java.util.Set;
import org.openjdk.jmh.profile.Profiler;

/** A study whose short answers are values. */
public abstract class DeclaredStudy implements Study {
  private final String name;
  private final String question;
  private final Timing quick;
  private final Timing full;
  private Set<String> fixed = Set.of();
  private Class<? extends Profiler> profiler = RunProfiler.class;
  private boolean divisible;
  private int quickClusters;
  private int fullClusters;

  /**
   * @param quick the warmup and measurement of a fork in the quick form
   * @param full the same in the full form
   */
  protected DeclaredStudy(String name, String question, Timing quick, Timing full) {
    this.name = name;
    this.question = question;
    this.quick = quick;
    this.full = full;
  }

  /** Declares parameters, apart by spaces, that are part of the question, and not to be set. */
  protected final void fixes(String names) {
    fixed = Set.of(names.split(" "));
  }

  /** Declares the profiler that measures next to the score. */
  protected final void measuresWith(Class<? extends Profiler> other) {
    profiler = other;
  }

  /** Declares about how many seconds its clusters take to start and to be filled. */
  protected final void clusters(int quickSeconds, int fullSeconds) {
    quickClusters = quickSeconds;
    fullClusters = fullSeconds;
  }

  /** Declares that some of its cells make a report without the others. */
  protected final void isDivisible() {
    divisible = true;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String question() {
    return question;
  }

  @Override
  public final Set<String> fixed() {
    return fixed;
  }

  @Override
  public final Class<? extends Profiler> profiler() {
    return profiler;
  }

  @Override
  public final boolean divisible() {
    return divisible;
  }

  @Override
  public final Timing timing(Scale scale) {
    return scale == Scale.QUICK ? quick : full;
  }

  @Override
  public int clusterSeconds(Scale scale, int forks) {
    return scale == Scale.QUICK ? quickClusters : fullClusters;
  }
}
