package io.streambench.cli;

import io.streambench.config.SettingException;
import java.util.Locale;

/** The shape of a verb's answer. */
public enum OutputFormat {
  /** Text for people, in 100 columns. */
  TEXT,
  /** JSON for programs; alone on standard output. */
  JSON,
  /** Markdown for issue reports. */
  MD;

  /**
   * The format of that name.
   *
   * @throws SettingException if there is none
   */
  static OutputFormat parse(String text) {
    for (OutputFormat format : values()) {
      if (format.toString().equals(text)) {
        return format;
      }
    }
    throw new SettingException("--format", "be text, json or md", text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
