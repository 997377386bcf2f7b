package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.ValueType;
import java.util.Map;

/**
 * A setting that a user types: a parameter of a benchmark, or an option of a command.
 *
 * @param byDefault the text that applies if none is given
 * @param isPrivate whether its values are user-chosen names, which evidence must not show
 * @param meaning one line for help and documents, in Markdown
 */
public record Parameter<T>(
    String name, ValueType<T> type, String byDefault, boolean isPrivate, String meaning) {
  /** Parses the given value, or the default; throws a {@link SettingException} if invalid. */
  public T in(Map<String, String> given) {
    return read(given.getOrDefault(name, byDefault));
  }

  public T read(String text) {
    return type.read(name, text);
  }

  public boolean accepts(String text) {
    try {
      return read(text) != null;
    } catch (SettingException e) {
      return false;
    }
  }

  /** The meaning, without the marks of Markdown. */
  public String plainMeaning() {
    return meaning.replace("`", "");
  }
}
