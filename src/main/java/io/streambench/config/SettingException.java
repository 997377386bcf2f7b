package io.streambench.config;

/**
 * A setting that cannot be used. The message is one line that names the setting, the rule and the
 * value received, fit to be shown as it is.
 */
public final class SettingException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param setting the name under which the user knows it: a parameter, a property, a file
   * @param rule what it must be, to follow the word "must"; its line breaks become spaces
   * @param value what was received; control characters are shown as {@code ?} to keep one line
   */
  public SettingException(String setting, String rule, Object value) {
    super(setting + " must " + OneLine.of(rule) + ", got " + shown(value));
  }

  /** Throws one if the setting is wrong. */
  public static void throwIf(boolean wrong, String setting, String rule, Object value) {
    if (wrong) {
      throw new SettingException(setting, rule, value);
    }
  }

  private static String shown(Object value) {
    String text = OneLine.shown(String.valueOf(value));
    return text.isEmpty() ? "nothing" : "'" + text + "'";
  }
}
