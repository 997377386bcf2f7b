package io.streambench.flow.events;

import java.util.List;
import java.util.regex.Pattern;

/** Removes terminal colours from text. */
final class Colours {
  /** Matches a colour code, even if its escape character was printed as text or removed. */
  private static final Pattern COLOUR =
      Pattern.compile("(?:\\e|\\^\\[|#033)\\[[\\d;]*+m|\\[(?:\\d{1,2};?){1,3}m");

  private static final List<String> RESET_CODES = List.of("[0m", "[0;39m", "\u001b[m");

  private Colours() {}

  static String removeFrom(String text) {
    return RESET_CODES.stream().anyMatch(text::contains)
        ? COLOUR.matcher(text).replaceAll("")
        : text;
  }
}
