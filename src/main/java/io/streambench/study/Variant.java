package io.streambench.study;

import io.streambench.config.FlowControlKind;
import java.util.List;

/**
 * One of the variants that a study compares: the beginning of the labels of its cells, its name for
 * people, and its parameters for {@link Parameters#of}.
 */
public record Variant(String label, String words, String pairs) {
  /** A flow-control strategy over HTTP/2. */
  public static Variant of(FlowControlKind kind) {
    return ofStrategy(kind.toString());
  }

  /** The same with further parameters. */
  Variant with(String label, String words, String pairs) {
    return new Variant(label, this.words + ", " + words, this.pairs + " " + pairs);
  }

  private static Variant ofStrategy(String name) {
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
