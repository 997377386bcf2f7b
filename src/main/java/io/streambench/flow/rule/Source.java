package io.streambench.flow.rule;

/** The type of evidence for a verdict or diagnosis. */
public enum Source {
  /** Flow control over time: a live client, a recording, or Jetty's debug log. */
  WINDOWS,
  /** The heap of a JVM at one moment. */
  HEAP_DUMP,
  /** Thread dumps, or Jetty's own dumps. */
  THREADS,
  MESSAGES,
  RUN
}
