package io.streambench.config;

/** Messages that stay on one line of a terminal, whatever a file or a person put into them. */
public final class OneLine {
  private OneLine() {}

  /** Line breaks become spaces; other control and format characters become {@code ?}. */
  public static String of(String message) {
    return String.valueOf(message)
        .strip()
        .replaceAll("\\s*\\R\\s*", " ")
        .replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
  }
}
