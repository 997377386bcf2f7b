package io.streambench.study.tuned;

import io.streambench.strategy.FlowControlKind;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A way to receive the answers of a merge. */
enum Way {
  /** Jetty's own strategy, with windows that were configured for the path. */
  TUNED("tuned", FlowControlKind.BUFFERING, Windows.OF_JETTY),
  /** Jetty's own strategy with its own windows. */
  JETTYS("Jetty's windows", FlowControlKind.BUFFERING, Windows.OF_JETTY),
  /** The same, which gives credit back after a quarter of a window: nothing has to be known. */
  QUARTER("Jetty's windows, buffer ratio 0.25", FlowControlKind.BUFFERING, Windows.OF_JETTY),
  /** The same with windows for any path: as large as `adaptive` lets them become. */
  LARGE("large windows", FlowControlKind.BUFFERING, Windows.OF_JETTY),
  /** A connection for each answer. */
  HTTP1("HTTP/1.1"),
  ON_RECEIPT(FlowControlKind.ON_RECEIPT, Windows.FIXED),
  PROPORTIONAL(FlowControlKind.PROPORTIONAL, Windows.FIXED),
  ADAPTIVE(FlowControlKind.ADAPTIVE, Windows.DYNAMIC),
  BUDGET(FlowControlKind.BUDGET, Windows.DYNAMIC);

  /** The treatment of a stream's window by a strategy. */
  private enum Windows {
    /** Jetty's strategy keeps it. */
    OF_JETTY,
    /** A strategy of this module keeps it, and gives credit for the session earlier. */
    FIXED,
    /** A strategy of this module changes it. */
    DYNAMIC
  }

  private final String words;
  private final Optional<FlowControlKind> strategy;
  private final Windows windows;

  Way(String words) {
    this.words = words;
    this.strategy = Optional.empty();
    this.windows = Windows.OF_JETTY;
  }

  Way(String words, FlowControlKind strategy, Windows windows) {
    this.words = words;
    this.strategy = Optional.of(strategy);
    this.windows = windows;
  }

  Way(FlowControlKind ours, Windows windows) {
    this("`" + ours + "`", ours, windows);
  }

  /** Its name in a label. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Its name for people. */
  String words() {
    return words;
  }

  /** Its name in a picture, which knows no Markdown. */
  String plain() {
    return words.replace("`", "");
  }

  /** The strategy over HTTP/2; empty over HTTP/1.1. */
  Optional<FlowControlKind> strategy() {
    return strategy;
  }

  /**
   * Returns whether it is measured there: not where it stalls, and where no window matters only if
   * it is the control of the same windows, another protocol, or has windows that may shrink.
   */
  boolean measuredOn(Route route) {
    boolean stalls = (this == JETTYS || this == QUARTER) && route.streams() > 1;
    boolean control =
        this == TUNED || this == JETTYS || this == HTTP1 || windows == Windows.DYNAMIC;
    return !stalls && (control || route.windowsCanSlow());
  }

  /** The strategies of this module whose windows change. */
  static List<Way> dynamic() {
    return with(Windows.DYNAMIC);
  }

  /** The strategies of this module that give credit at another moment, and change no window. */
  static List<Way> fixed() {
    return with(Windows.FIXED);
  }

  private static List<Way> with(Windows windows) {
    return Arrays.stream(values()).filter(way -> way.windows == windows).toList();
  }
}
