package io.streambench.flow.window;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/** The flow-control strategies that HTTP/2 clients of this JVM can use. */
public enum FlowControlKind {
  /** Jetty's default: sends credit once enough data has been consumed. */
  BUFFERING,

  /** Sends session credit when data is received, and stream credit when it is consumed. */
  ON_RECEIPT,

  /** Jetty's default, with the largest possible session window. */
  UNBOUNDED_SESSION,

  /** Sends session credit on receipt while direct memory is free, otherwise on consumption. */
  MEMORY_BOUND;

  /** The names of removed strategies, which old scripts may still use. */
  private static final Set<String> RETIRED_NAMES =
      Set.of("simple", "proportional", "adaptive", "budget", "dynamic-threshold");

  /** The name of the parameter that selects the strategy. */
  public static final String PARAMETER_NAME = "flowControl";

  /** Returns the strategy with the given name; empty if there is none. */
  public static Optional<FlowControlKind> ofName(String text) {
    return Arrays.stream(values()).filter(kind -> kind.toString().equals(text.strip())).findFirst();
  }

  /** Returns the end of an error message about an unknown name, as in {@code be one of a, b}. */
  public static String describeAllowedNames(String text) {
    String names =
        Arrays.stream(values()).map(FlowControlKind::toString).collect(Collectors.joining(", "));
    return "be one of "
        + names
        + (RETIRED_NAMES.contains(text.strip()) ? " (" + text.strip() + " was retired)" : "");
  }

  /** Returns the initial session window in bytes; empty if the client's own setting applies. */
  public OptionalInt sessionWindow() {
    return this == UNBOUNDED_SESSION ? OptionalInt.of(Integer.MAX_VALUE) : OptionalInt.empty();
  }

  /** Returns whether the strategy accepts a configured session window. */
  public boolean supportsSessionWindow() {
    return this != UNBOUNDED_SESSION;
  }

  /** Returns whether the strategy accepts a budget of direct memory. */
  public boolean supportsMemoryBudget() {
    return this == MEMORY_BOUND;
  }

  /**
   * Returns whether an unread stream leaves the session window available to other streams. With
   * {@link #MEMORY_BOUND}, this holds only while direct memory is free.
   */
  public boolean isolatesStreams() {
    return this == ON_RECEIPT || this == MEMORY_BOUND;
  }

  /** Returns the name that is used in settings. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
