package io.streambench.analysis;

import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/** Numbers at the steps of a timeline, four bytes each where boxes would take twenty. Immutable. */
final class Steps extends AbstractList<Integer> implements RandomAccess {
  private final int[] values;

  private Steps(int[] values) {
    this.values = values;
  }

  /** Takes the array for its own. */
  static Steps of(int[] values) {
    return new Steps(values);
  }

  static Steps copyOf(List<Integer> values) {
    return values instanceof Steps steps
        ? steps
        : new Steps(values.stream().mapToInt(Integer::intValue).toArray());
  }

  @Override
  public Integer get(int step) {
    return values[step];
  }

  @Override
  public int size() {
    return values.length;
  }
}
