package io.streambench.strategy;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The strategies by which the HTTP/2 clients of the JVM give credit back. */
public enum FlowControlKind {
  /** Jetty's own: when data is consumed, and then only once there is enough of it. */
  BUFFERING(OptionalInt.empty()),

  /** Session credit when data arrives, and stream credit when it is consumed. */
  ON_RECEIPT(OptionalInt.empty()),

  /** Jetty's own, with the largest session window that there is. */
  UNBOUNDED_SESSION(OptionalInt.of(Integer.MAX_VALUE)),

  /**
   * Session credit when data arrives while there is memory for it, and else when it is consumed.
   *
   * @see UnreadMemory
   */
  MEMORY_BOUND(OptionalInt.empty());

  /** The names of earlier versions, which a script may still have. */
  private static final Set<String> RETIRED =
      Set.of("simple", "proportional", "adaptive", "budget", "memory-bound");

  /** The name of the parameter. */
  public static final String NAME = "flowControl";

  private final OptionalInt sessionWindow;

  FlowControlKind(OptionalInt sessionWindow) {
    this.sessionWindow = sessionWindow;
  }

  /** The one of that name, as it is typed; empty if there is none. */
  public static Optional<FlowControlKind> named(String text) {
    return Arrays.stream(values()).filter(kind -> kind.toString().equals(text.strip())).findFirst();
  }

  /** The rule that a name broke, with all names that there are. */
  public static String rule(String text) {
    String names =
        Arrays.stream(values()).map(FlowControlKind::toString).collect(Collectors.joining(", "));
    return "be one of "
        + names
        + (RETIRED.contains(text.strip()) ? " (" + text.strip() + " was retired)" : "");
  }

  /** The session window that connections begin with; empty for the client's own. */
  OptionalInt sessionWindow() {
    return sessionWindow;
  }

  /** Returns whether a session window may be asked for. */
  public boolean takesSessionWindow() {
    return sessionWindow.isEmpty();
  }

  /** Returns whether a budget of direct memory may be asked for. */
  public boolean takesBudget() {
    return this == MEMORY_BOUND;
  }

  /**
   * Returns whether an unread stream takes no window from others, with {@link #MEMORY_BOUND} while
   * there is memory. Jetty's own strategy, which has a buffer ratio, is another.
   */
  public boolean keepsStreamsApart() {
    return this == ON_RECEIPT || this == MEMORY_BOUND;
  }

  /** The name as it is typed in a setting. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
