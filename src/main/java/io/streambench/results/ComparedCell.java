package io.streambench.results;

import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.results.ComparedSide.State;
import java.util.List;
import java.util.Optional;

/**
 * One cell with every contender judged.
 *
 * @param unit of all scores; empty if nobody has any
 * @param sides in the order of the contenders, the baseline first
 */
public record ComparedCell(Cell cell, String unit, List<ComparedSide> sides) {
  /** The benchmark, mode and unit; cells that share them may stand in one table and on one axis. */
  public String series() {
    return cell.benchmark() + " " + cell.mode() + " " + unit;
  }

  /** The side that the others are judged beside. */
  public ComparedSide baseline() {
    return sides.get(0);
  }

  public List<ComparedSide> contenders() {
    return sides.subList(1, sides.size());
  }

  /**
   * The reason why it is unknown whether a contender is worse off. Empty if it is known, if only
   * the contender completed, and if both are missing.
   */
  public Optional<String> undecided(ComparedSide side) {
    ComparedSide baseline = baseline();
    if (regressed(side) || side.state() == State.COMPLETED && baseline.state() != State.COMPLETED) {
      return Optional.empty();
    }
    if (side.state() == State.MISSING) {
      return baseline.state() == State.MISSING ? Optional.empty() : Optional.of("not measured");
    }
    if (side.state() != State.COMPLETED) {
      return Optional.of(side.state() + ", and the baseline has no result to compare it with");
    }
    return switch (side.judgement().orElseThrow().verdict()) {
      case TOO_FEW_FORKS ->
          Optional.of("too few forks, each side needs " + side.judgement().get().forksNeeded());
      case NOT_COMPARABLE ->
          Optional.of(
              "not comparable: "
                  + (side.detail().isEmpty()
                      ? "the baseline: " + baseline.detail()
                      : side.detail()));
      default -> Optional.empty();
    };
  }

  /**
   * Returns whether a contender is worse off: slower, or stalled or failed where the baseline did
   * not.
   */
  public boolean regressed(ComparedSide side) {
    boolean slower =
        side.judgement().filter(j -> j.verdict() == ComparisonVerdict.SLOWER).isPresent();
    boolean broken = side.state() == State.STALLED || side.state() == State.FAILED;
    return slower || broken && baseline().state() == State.COMPLETED;
  }
}
