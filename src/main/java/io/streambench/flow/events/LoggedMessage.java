package io.streambench.flow.events;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A known log message. In the template, {@code #} stands for a number and {@code $} for the end of
 * the message. Both spellings "occurred" and "occured" match.
 *
 * @param prefix the text before the first number
 */
record LoggedMessage(String template, String prefix, Pattern pattern) {
  /** An occurrence of a known message, with the numbers in it. */
  record Match(String message, List<Long> numbers) {}

  static LoggedMessage of(String template) {
    return new LoggedMessage(
        template,
        template.replaceFirst("(?:(?<=occur)red|#).*", ""),
        Pattern.compile(
            Pattern.quote(template)
                    .replace("occurred", "occur\\Er?\\Qed")
                    .replace("#", "\\E(\\d{1,18}+)\\Q")
                    .replace("$", "\\E(?! *[\\w(])\\Q")
                + "(?![\\w/])"));
  }

  String displayText() {
    return template.replace('#', 'N').replace("$", "");
  }

  Match findIn(String text, int start) {
    int from = text.indexOf(prefix, start);
    Matcher found = from < 0 ? null : pattern.matcher(text);
    for (; from >= 0 && found.find(from); from = found.end()) {
      if (!Quotation.isQuoted(text, found.start())) {
        List<Long> numbers =
            IntStream.rangeClosed(1, found.groupCount())
                .mapToObj(group -> Long.parseLong(found.group(group)))
                .toList();
        return new Match(displayText(), numbers);
      }
    }
    return null;
  }
}
