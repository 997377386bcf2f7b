package io.streambench.results;

import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Trend;
import java.util.List;
import java.util.Optional;

/**
 * The facts about one contender in one cell.
 *
 * @param contender its name
 * @param detail why there is nothing to compare, as readable text; empty if there is something
 * @param troubles runs that stalled or failed
 * @param nothing whether every score is 0, or no more than a residue
 * @param scores scores of the forks, ascending, in the unit of the cell; empty unless COMPLETED
 * @param interval range of the scores; empty with fewer than four forks
 * @param trend trend over the iterations of a fork
 * @param order trend over the forks; empty for few forks
 * @param judgement comparison with the baseline; empty for the baseline itself
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
