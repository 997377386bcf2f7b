package io.streambench.flow.window;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The flow-control strategies that HTTP/2 clients of this JVM can use. */
public enum FlowControlKind {
  /** Jetty's own: gives credit once enough data has been consumed. */
  BUFFERING,

  /** Gives session credit when data arrives, and stream credit when it is consumed. */
  ON_RECEIPT,

  /** Jetty's own, with the largest possible session window. */
  UNBOUNDED_SESSION,

  /** Gives session credit when data arrives if direct memory is free, otherwise on consumption. */
  MEMORY_BOUND;

  /** Names of strategies that no longer exist but that scripts may still use. */
  private static final Set<String> RETIRED_NAMES =
      Set.of("simple", "proportional", "adaptive", "budget", "dynamic-threshold");

  /** The name of the parameter that selects the strategy. */
  public static final String NAME = "flowControl";

  /** Returns the kind with this name, as typed in a setting; empty if there is none. */
  public static Optional<FlowControlKind> named(String text) {
    return Arrays.stream(values()).filter(kind -> kind.toString().equals(text.strip())).findFirst();
  }

  /** Returns the text after "must" in an unknown name's error, with all valid names. */
  public static String rule(String text) {
    String names =
        Arrays.stream(values()).map(FlowControlKind::toString).collect(Collectors.joining(", "));
    return "be one of "
        + names
        + (RETIRED_NAMES.contains(text.strip()) ? " (" + text.strip() + " was retired)" : "");
  }

  /** The initial session window in bytes; empty if the client's own setting applies. */
  public OptionalInt sessionWindow() {
    return this == UNBOUNDED_SESSION ? OptionalInt.of(Integer.MAX_VALUE) : OptionalInt.empty();
  }

  /** Returns whether a session window may be set. */
  public boolean takesSessionWindow() {
    return this != UNBOUNDED_SESSION;
  }

  /** Returns whether a budget of direct memory may be set. */
  public boolean takesBudget() {
    return this == MEMORY_BOUND;
  }

  /**
   * Returns whether unread streams leave the session window to others. {@link #MEMORY_BOUND} does
   * so only while memory is free. Jetty's own strategy, the only one with a buffer ratio, does not.
   */
  public boolean isolatesStreams() {
    return this == ON_RECEIPT || this == MEMORY_BOUND;
  }

  /** The name as it is typed in a setting. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
