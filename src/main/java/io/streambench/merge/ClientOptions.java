package io.streambench.merge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The way a client receives. Checked by who makes them; empty leaves a setting to the library.
 *
 * @param http1 whether it speaks HTTP/1.1; else HTTP/2, without TLS either way
 * @param streamWindow initial stream receive window in bytes
 * @param sessionWindow initial session receive window in bytes
 * @param strategy when credit is given back, as the parameter flowControl has it
 * @param bufferRatio of Jetty's own strategy
 * @param connections to a server, at most
 * @param countsUnread whether bytes that arrived and were not read yet are counted, over HTTP/2
 */
public record ClientOptions(
    boolean http1,
    OptionalInt streamWindow,
    OptionalInt sessionWindow,
    String strategy,
    OptionalDouble bufferRatio,
    int connections,
    boolean countsUnread) {
  /** Jetty's own strategy. */
  public static final String JETTYS = "buffering";

  /**
   * The settings in effect, in one line for people.
   *
   * @param streamWindowInEffect in bytes; the library's where none is asked for
   * @param sessionWindowInEffect the same of the session
   */
  public String describe(int streamWindowInEffect, int sessionWindowInEffect) {
    String most = "at most " + connections + " connections to a node";
    return http1
        ? "HTTP/1.1, " + most
        : "HTTP/2, strategy "
            + strategy
            + (bufferRatio.isPresent() ? " ratio " + bufferRatio.getAsDouble() : "")
            + ", stream window "
            + streamWindowInEffect
            + ", session window "
            + sessionWindowInEffect
            + ", "
            + most
            + (countsUnread ? ", unread bytes counted" : "");
  }

  /** The options as {@code name=value} arguments of {@link MergeProgram}. */
  public List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    arguments.add("http1=" + http1);
    arguments.add("strategy=" + strategy);
    streamWindow.ifPresent(bytes -> arguments.add("stream=" + bytes));
    sessionWindow.ifPresent(bytes -> arguments.add("session=" + bytes));
    bufferRatio.ifPresent(ratio -> arguments.add("ratio=" + ratio));
    arguments.add("connections=" + connections);
    arguments.add("countsUnread=" + countsUnread);
    return arguments;
  }

  static ClientOptions of(Map<String, String> values) {
    return new ClientOptions(
        Boolean.parseBoolean(values.get("http1")),
        number(values.get("stream")),
        number(values.get("session")),
        values.get("strategy"),
        values.containsKey("ratio")
            ? OptionalDouble.of(Double.parseDouble(values.get("ratio")))
            : OptionalDouble.empty(),
        Integer.parseInt(values.get("connections")),
        Boolean.parseBoolean(values.get("countsUnread")));
  }

  private static OptionalInt number(String text) {
    return text == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
  }

  /** The values of texts like {@code name=value}, by name. */
  static Map<String, String> values(List<String> arguments) {
    Map<String, String> values = new HashMap<>();
    for (String argument : arguments) {
      values.put(
          argument.substring(0, argument.indexOf('=')),
          argument.substring(argument.indexOf('=') + 1));
    }
    return values;
  }
}
