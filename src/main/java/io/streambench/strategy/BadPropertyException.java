package io.streambench.strategy;

/** A property that breaks its rule; the message is one line with property, rule and value. */
final class BadPropertyException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /**
   * @param rule what it must be, to follow the word "must"
   */
  BadPropertyException(String property, String rule, String value) {
    super(property + " must " + rule + ", got " + shown(value));
  }

  private static String shown(String value) {
    String text = value.replaceAll("\\p{Cntrl}", "?");
    return text.isEmpty() ? "nothing" : "'" + text + "'";
  }
}
