package io.streambench.bench.documents;

/**
 * Thrown if a read does not return the contents of the collection. The message says what was
 * expected and what was received.
 */
public final class WrongAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WrongAnswerException(String message) {
    super(message);
  }
}
