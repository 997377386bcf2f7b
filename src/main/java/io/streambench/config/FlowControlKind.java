package io.streambench.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** When the HTTP/2 clients of the JVM give credit back. */
public enum FlowControlKind {
  /** Jetty's own: when data is consumed, and then only once there is enough of it. */
  BUFFERING,

  /** Jetty's other one: when data is consumed, at once. */
  SIMPLE,

  /** For the session when data is there, for a stream when it is consumed. */
  ON_RECEIPT,

  /** Jetty's own, with the largest session window that there is. */
  UNBOUNDED_SESSION,

  /** When data is consumed, with a session window as large as those of all open streams. */
  PROPORTIONAL,

  /** As on receipt, with stream windows that grow with the bandwidth-delay product. */
  ADAPTIVE,

  /** As on receipt, with a budget of direct memory for what lies unread in the JVM. */
  BUDGET;

  /** The name of the parameter. */
  public static final String NAME = "flowControl";

  /**
   * The one of that name.
   *
   * @param setting whose value the name is
   * @throws SettingException if there is none
   */
  static FlowControlKind parse(String setting, String text) {
    return Arrays.stream(values())
        .filter(kind -> kind.toString().equals(text.strip()))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    setting,
                    "be one of "
                        + Arrays.stream(values())
                            .map(FlowControlKind::toString)
                            .collect(Collectors.joining(", ")),
                    text));
  }

  /** Returns whether with it a stream that nobody reads takes no window from others. */
  boolean keepsStreamsApart() {
    return switch (this) {
      case ON_RECEIPT, PROPORTIONAL, ADAPTIVE, BUDGET -> true;
      case BUFFERING, SIMPLE, UNBOUNDED_SESSION -> false;
    };
  }

  /** Whether it is Jetty's own strategy, which has a buffer ratio. */
  boolean buffers() {
    return this == BUFFERING || this == UNBOUNDED_SESSION;
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
