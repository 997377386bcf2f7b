package io.streambench.strategy;

/** Thrown for an invalid property; the message is one line with property, rule and value. */
final class BadPropertyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param rule the rule, worded to follow "must"
   */
  BadPropertyException(String property, String rule, String value) {
    super(property + " must " + rule + ", got " + shown(value));
  }

  private static String shown(String value) {
    String text = value.replaceAll("\\p{Cntrl}", "?");
    return text.isEmpty() ? "nothing" : "'" + text + "'";
  }
}
