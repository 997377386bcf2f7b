package io.streambench.results;

import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Trend;
import java.util.List;
import java.util.Optional;

/**
 * The facts that are known of one contender in one cell.
 *
 * @param contender its name
 * @param detail why there is nothing to compare, for people; empty if there is
 * @param troubles the runs that stalled or failed
 * @param nothing whether every score is 0, or no more than a residue
 * @param scores of the forks, ascending, in the unit of the cell; none but for COMPLETED
 * @param interval range of the scores; empty with fewer than four forks
 * @param trend over the iterations of a fork
 * @param order trend over the forks; empty with few
 * @param judgement beside the baseline; empty for the baseline itself
 */
public record ComparedSide(
    String contender,
    State state,
    String detail,
    List<CellOutcome> troubles,
    boolean nothing,
    List<Double> scores,
    double median,
    Optional<Interval> interval,
    Optional<Trend> trend,
    Optional<Trend> order,
    Optional<Judgement> judgement) {

  public enum State {
    COMPLETED,
    STALLED,
    FAILED,
    /** A cell that is in none of the side's files. */
    MISSING
  }
}
