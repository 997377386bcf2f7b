package io.streambench.config;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The parameters of a benchmark and the system properties of its JVM, as given. Every method that
 * converts one to its type throws {@link SettingException}.
 */
record GivenParameters(Map<String, String> values, Map<String, String> properties) {
  /** The text of a required parameter. */
  String text(String name) {
    String text = values.get(name);
    SettingException.throwIf(text == null, name, "be given", "");
    return text;
  }

  /** The text of a parameter; empty if it is {@code word} or the benchmark does not have it. */
  Optional<String> unless(String word, String name) {
    return Optional.ofNullable(values.get(name)).filter(text -> !text.strip().equals(word));
  }

  int count(String name) {
    return count(name, Integer.MAX_VALUE);
  }

  int count(String name, int max) {
    return Values.wholeNumber(name, text(name), 1, max);
  }

  /** A whole number from 1 to {@code max}; empty if the parameter is {@code word} or missing. */
  OptionalInt limit(String name, String word, int max) {
    return unless(word, name)
        .map(text -> OptionalInt.of(Values.wholeNumber(name, text, 1, max)))
        .orElse(OptionalInt.empty());
  }

  <E extends Enum<E>> E oneOf(String name, Class<E> type) {
    return Values.oneOf(name, text(name), type);
  }

  HttpVersion protocol() {
    return Values.flag("useHttp1", text("useHttp1")) ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2;
  }
}
