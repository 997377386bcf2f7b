package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.ValueType;
import java.util.Map;

/**
 * A setting that a user can give: a parameter of a benchmark, or an option of a command.
 *
 * @param defaultValue the value, as text, of a parameter that is not given
 * @param isPrivate whether the values are names chosen by the user, which must be redacted
 * @param meaning description in one line of Markdown, for help and documents
 */
public record Parameter<T>(
    String name, ValueType<T> type, String defaultValue, boolean isPrivate, String meaning) {
  /**
   * Returns this parameter's value in {@code givenValues}, or the default. Throws {@link
   * SettingException} if the value is invalid.
   */
  public T valueIn(Map<String, String> givenValues) {
    return read(givenValues.getOrDefault(name, defaultValue));
  }

  public T read(String text) {
    return type.parse(name, text);
  }

  public boolean accepts(String text) {
    try {
      return read(text) != null;
    } catch (SettingException e) {
      return false;
    }
  }

  /** Returns the meaning without Markdown syntax. */
  public String plainMeaning() {
    return meaning.replace("`", "");
  }
}
