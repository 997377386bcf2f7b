package io.streambench.study.tuned;

import io.streambench.strategy.FlowControlKind;
import java.util.List;
import java.util.Optional;

/**
 * A way to receive the answers of a merge.
 *
 * @param label its name in a label
 * @param words its name for people
 * @param strategy over HTTP/2; empty over HTTP/1.1
 */
record Way(String label, String words, Optional<FlowControlKind> strategy, Windows windows) {
  /** The treatment of a stream's window by a strategy. */
  enum Windows {
    /** Jetty's strategy keeps it. */
    OF_JETTY,
    /** A strategy of this module keeps it, and gives credit for the session earlier. */
    FIXED,
    /** A strategy of this module changes it. */
    DYNAMIC,
    /** The strategy was retired. */
    UNKNOWN
  }

  /** Jetty's own strategy, with windows that were configured for the path. */
  static final Way TUNED = jettys("tuned", "tuned");

  /** Jetty's own strategy with its own windows. */
  static final Way JETTYS = jettys("jettys", "Jetty's windows");

  /** The same, which gives credit back after a quarter of a window: nothing has to be known. */
  static final Way QUARTER = jettys("quarter", "Jetty's windows, buffer ratio 0.25");

  /** The same with windows for any path. */
  static final Way LARGE = jettys("large", "large windows");

  /** A connection for each answer. */
  static final Way HTTP1 = new Way("http1", "HTTP/1.1", Optional.empty(), Windows.OF_JETTY);

  static final List<Way> ALL =
      List.of(
          TUNED,
          JETTYS,
          QUARTER,
          LARGE,
          HTTP1,
          ours(FlowControlKind.ON_RECEIPT, Windows.FIXED),
          ours(FlowControlKind.DYNAMIC_THRESHOLD, Windows.DYNAMIC));

  private static Way jettys(String label, String words) {
    return new Way(label, words, Optional.of(FlowControlKind.BUFFERING), Windows.OF_JETTY);
  }

  private static Way ours(FlowControlKind kind, Windows windows) {
    return new Way(kind.toString(), "`" + kind + "`", Optional.of(kind), windows);
  }

  /** A strategy in old results that there is no more. */
  static Way retired(String name) {
    return new Way(name, "`" + name + "`", Optional.empty(), Windows.UNKNOWN);
  }

  /** Its name in a picture, which knows no Markdown. */
  String plain() {
    return words.replace("`", "");
  }

  /**
   * Returns whether it is measured there: not where it stalls, and where no window matters only if
   * it is the control of the same windows, another protocol, or has windows that may shrink.
   */
  boolean measuredOn(Route route) {
    boolean stalls = List.of(JETTYS, QUARTER).contains(this) && route.streams() > 1;
    boolean control = List.of(TUNED, JETTYS, HTTP1).contains(this) || windows == Windows.DYNAMIC;
    return !stalls && (control || route.windowsCanSlow());
  }
}
