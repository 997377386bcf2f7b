package io.streambench.flow.events;

import java.util.List;
import java.util.regex.Pattern;

/** The colours that a program has printed for a terminal. */
final class Colours {
  /** Colours within a line, also if its escape characters were shown as text or removed. */
  private static final Pattern COLOUR =
      Pattern.compile("(?:\\e|\\^\\[|#033)\\[[\\d;]*+m|\\[(?:\\d{1,2};?){1,3}m");

  private static final List<String> ENDS = List.of("[0m", "[0;39m", "\u001b[m");

  private Colours() {}

  /** Returns the text without colours. */
  static String removedFrom(String text) {
    return ENDS.stream().anyMatch(text::contains) ? COLOUR.matcher(text).replaceAll("") : text;
  }
}
