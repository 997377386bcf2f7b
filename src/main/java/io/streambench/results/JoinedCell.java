package io.streambench.results;

import java.util.List;
import java.util.Optional;

/**
 * A cell with what each contender has of it.
 *
 * @param cell without the parameters that are another for each contender
 * @param sides in the order of the contenders
 */
public record JoinedCell(Cell cell, List<Optional<SideCell>> sides) {
  public JoinedCell {
    sides = List.copyOf(sides);
  }
}
