package io.streambench.report;

/**
 * A table between a line that says of what it is and a line that says what it comes to.
 *
 * @param headline one line
 * @param conclusion one line
 */
record TabledAnswer(String headline, Table table, String conclusion) {
  /** For a terminal. */
  String text() {
    StringBuilder text = new StringBuilder(headline).append("\n\n");
    table.plain(text, "  ");
    return text.append('\n').append(conclusion).append('\n').toString();
  }

  /** For a document. */
  String markdown() {
    StringBuilder text = new StringBuilder(headline).append("\n\n");
    table.markdown(text);
    return text.append('\n').append(conclusion).append('\n').toString();
  }
}
