package io.streambench.config;

import java.util.Map;

/**
 * The parameters of a benchmark as they were given, each read into its type; every method throws
 * {@link SettingException}.
 */
record GivenParameters(Map<String, String> values) {
  /** The most of anything that has no limit of its own. */
  static final int MAX_COUNT = Integer.MAX_VALUE;

  /** The text of a parameter that the benchmark must have. */
  String text(String name) {
    String text = values.get(name);
    if (text == null) {
      throw new SettingException(name, "be given", "");
    }
    return text;
  }

  /** The text of a parameter that not every benchmark has. */
  String textOr(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  /** One or more. */
  int count(String name) {
    return count(name, MAX_COUNT);
  }

  /** The value of a required parameter: a whole number from 1 to {@code max}. */
  int count(String name, int max) {
    return Values.wholeNumber(name, text(name), 1, max);
  }

  /** None or more. */
  int countOrNone(String name) {
    return Values.wholeNumber(name, text(name), 0, MAX_COUNT);
  }

  boolean flag(String name) {
    return Values.flag(name, text(name));
  }
}
