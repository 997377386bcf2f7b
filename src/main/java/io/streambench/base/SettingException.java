package io.streambench.base;

import java.util.Collection;

/**
 * Thrown if a setting has an invalid value. The one-line message names the setting, the rule and
 * the value, and is shown to users unchanged.
 */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param setting the name of the parameter, property or file, as users know it
   * @param rule the text that follows "must" in the message; line breaks become spaces
   * @param value the received value; control characters become {@code ?} to keep one line
   */
  public SettingException(String setting, String rule, Object value) {
    super(setting + " must " + SingleLine.of(rule) + ", got " + format(value));
  }

  /**
   * Creates an exception for a name that is not one of {@code known}. The message suggests the
   * known name that is most similar.
   */
  public SettingException(String setting, String rule, String name, Collection<String> known) {
    super(
        setting
            + " must "
            + SingleLine.of(rule)
            + ", got "
            + format(name)
            + NearestName.of(name, known).map(near -> " (did you mean " + near + "?)").orElse(""));
  }

  /** Throws a {@code SettingException} if {@code isInvalid} is true. */
  public static void throwIf(boolean isInvalid, String setting, String rule, Object value) {
    if (isInvalid) {
      throw new SettingException(setting, rule, value);
    }
  }

  private static String format(Object value) {
    String text = SingleLine.toPrintable(String.valueOf(value));
    return text.isEmpty() ? "nothing" : "'" + text + "'";
  }
}
