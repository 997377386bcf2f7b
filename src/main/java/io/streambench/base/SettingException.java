package io.streambench.base;

/**
 * Thrown for a setting that cannot be used. The message is one line with the setting, the rule and
 * the value received, and can be shown to users as it is.
 */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param setting the name of the parameter, property or file, as the user knows it
   * @param rule the text after the word "must" in the message; line breaks become spaces
   * @param value the value received; control characters are shown as {@code ?} to keep one line
   */
  public SettingException(String setting, String rule, Object value) {
    super(setting + " must " + SingleLine.of(rule) + ", got " + format(value));
  }

  /** Throws a {@code SettingException} if {@code wrong} is true. */
  public static void throwIf(boolean wrong, String setting, String rule, Object value) {
    if (wrong) {
      throw new SettingException(setting, rule, value);
    }
  }

  private static String format(Object value) {
    String text = SingleLine.printable(String.valueOf(value));
    return text.isEmpty() ? "nothing" : "'" + text + "'";
  }
}
