package io.streambench.study;

import io.streambench.strategy.FlowControlKind;
import java.util.List;
import java.util.Map;

/**
 * One of the variants that a study compares.
 *
 * @param label the beginning of the labels of its cells
 * @param words its name for people
 * @param parameters that make it what it is
 */
public record Variant(String label, String words, Map<String, String> parameters) {
  /** The same with {@code name=value} pairs; see {@link Parameters#of}. */
  public Variant(String label, String words, String pairs) {
    this(label, words, Parameters.of(pairs));
  }

  /** A flow-control strategy over HTTP/2, by its name. */
  public static Variant ofStrategy(String name) {
    return new Variant(name, "HTTP/2, " + name, FlowControlKind.NAME + "=" + name);
  }

  /** The variant of a cell; if it is none of these, that of a strategy that was retired. */
  public static Variant of(CellFigures cell, List<Variant> all) {
    return all.stream()
        .filter(one -> cell.label().startsWith(one.label + "-"))
        .findFirst()
        .orElseGet(() -> ofStrategy(cell.parameter(FlowControlKind.NAME)));
  }
}
