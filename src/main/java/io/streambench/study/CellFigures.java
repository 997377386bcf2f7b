package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Fork;
import io.streambench.analysis.compare.Sample;
import io.streambench.report.table.Rounded;
import io.streambench.results.CellOutcome;
import io.streambench.results.LoadFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The figures of the forks of one cell.
 *
 * @param outcomes one a fork, in the order of their rounds
 * @param completed the forks that have a score, in the same order
 * @param unit of the scores; empty if no fork completed
 * @param secondary what profilers measured, by name: the median of the forks
 * @param loads what each fork that completed counted of its requests; none where none are sent
 */
public record CellFigures(
    StudyCell cell,
    List<CellOutcome> outcomes,
    List<Fork> completed,
    String unit,
    Map<String, Double> secondary,
    List<LoadFile> loads) {

  public CellFigures {
    outcomes = List.copyOf(outcomes);
    completed = List.copyOf(completed);
    secondary = Map.copyOf(secondary);
    loads = List.copyOf(loads);
  }

  /** The label of the cell. */
  public String label() {
    return cell.label();
  }

  /** The value of a parameter; a dash if the cell has none. */
  public String parameter(String name) {
    return cell.parameters().getOrDefault(name, "-");
  }

  /** The value of a parameter that is a whole number. */
  public int number(String name) {
    return (int) Double.parseDouble(cell.parameters().get(name));
  }

  /** Returns whether it was measured over HTTP/1.1. */
  public boolean http1() {
    return Boolean.parseBoolean(cell.parameters().get(Parameters.USE_HTTP1));
  }

  /** The name of its protocol. */
  public String protocol() {
    return http1() ? "HTTP/1.1" : "HTTP/2";
  }

  /** A value of a profiler, if it measured one. */
  public Optional<Double> value(String name) {
    return Optional.ofNullable(secondary.get(name));
  }

  /** The same divided by a unit, with three digits. */
  public Optional<String> rounded(String name, double unit) {
    return value(name).map(value -> Rounded.alone(value / unit));
  }

  /** The number of forks with that outcome. */
  public long count(Outcome outcome) {
    return outcomes.stream().filter(one -> one.outcome() == outcome).count();
  }

  /** Returns whether it has a fork, and every one completed. */
  public boolean allCompleted() {
    return !outcomes.isEmpty() && count(Outcome.COMPLETED) == outcomes.size();
  }

  /** Returns whether a fork stalled. */
  public boolean stalled() {
    return count(Outcome.STALLED) > 0;
  }

  /** The first fork that did not complete, if there is one. */
  public Optional<CellOutcome> firstNotCompleted() {
    return outcomes.stream().filter(one -> one.outcome() != Outcome.COMPLETED).findFirst();
  }

  /** The scores to compare; none if there are none, or if a fork stalled or failed. */
  public Optional<Sample> sample() {
    return completed.isEmpty()
            || completed.size() < outcomes.size()
            || !completed.stream().allMatch(Fork::measured)
        ? Optional.empty()
        : Optional.of(Sample.of(completed));
  }

  /** The score and how sure it is, if a fork completed. */
  public Optional<Estimate> estimate() {
    return completed.isEmpty() ? Optional.empty() : Optional.of(Estimate.of(completed));
  }
}
