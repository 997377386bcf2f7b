package io.streambench.study.tuned;

import io.streambench.strategy.FlowControlKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way to receive the answers of a merge. */
enum Way {
  /** Jetty's own strategy, with windows that were configured for the path. */
  TUNED("tuned", FlowControlKind.BUFFERING),
  /** Jetty's own strategy with its own windows. */
  JETTYS("Jetty's windows", FlowControlKind.BUFFERING),
  /** A connection for each answer. */
  HTTP1("HTTP/1.1"),
  ON_RECEIPT(FlowControlKind.ON_RECEIPT),
  PROPORTIONAL(FlowControlKind.PROPORTIONAL),
  ADAPTIVE(FlowControlKind.ADAPTIVE),
  BUDGET(FlowControlKind.BUDGET);

  private final String words;
  private final Optional<FlowControlKind> strategy;
  private final boolean ours;

  Way(String words) {
    this.words = words;
    this.strategy = Optional.empty();
    this.ours = false;
  }

  Way(String words, FlowControlKind jettys) {
    this.words = words;
    this.strategy = Optional.of(jettys);
    this.ours = false;
  }

  Way(FlowControlKind ours) {
    this.words = "`" + ours + "`";
    this.strategy = Optional.of(ours);
    this.ours = true;
  }

  /** Its name in a label. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its name for people. */
  String words() {
    return words;
  }

  /** The strategy over HTTP/2; empty over HTTP/1.1. */
  Optional<FlowControlKind> strategy() {
    return strategy;
  }

  /** The strategies of this module. */
  static List<Way> ours() {
    return Arrays.stream(values()).filter(way -> way.ours).toList();
  }
}
