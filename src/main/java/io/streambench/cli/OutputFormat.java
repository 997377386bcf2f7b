package io.streambench.cli;

import java.util.Locale;

/** The shape of a verb's answer. */
public enum OutputFormat {
  /** Text for people, in 100 columns. */
  TEXT,
  /** JSON for programs; alone on standard output. */
  JSON,
  /** Markdown for issue reports. */
  MD;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
