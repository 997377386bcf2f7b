package io.streambench.results;

import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.results.ComparedSide.State;
import java.util.List;

/**
 * One cell with every contender judged.
 *
 * @param unit of all scores; empty if nobody has any
 * @param sides in the order of the contenders, the baseline first
 */
public record ComparedCell(Cell cell, String unit, List<ComparedSide> sides) {
  public ComparedCell {
    sides = List.copyOf(sides);
  }

  /** What may stand in one table and on one axis: benchmark, mode and unit. */
  public String series() {
    return cell.benchmark() + " " + cell.mode() + " " + unit;
  }

  /** The side that the others are judged beside. */
  public ComparedSide baseline() {
    return sides.get(0);
  }

  /** The others. */
  public List<ComparedSide> contenders() {
    return sides.subList(1, sides.size());
  }

  /** Whether a contender is worse off: slower, or stalled or failed where the baseline was not. */
  public boolean regressed(ComparedSide side) {
    boolean slower =
        side.judgement().filter(j -> j.verdict() == ComparisonVerdict.SLOWER).isPresent();
    boolean broken = side.state() == State.STALLED || side.state() == State.FAILED;
    return slower || broken && baseline().state() == State.COMPLETED;
  }
}
