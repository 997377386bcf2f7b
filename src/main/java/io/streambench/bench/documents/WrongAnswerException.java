package io.streambench.bench.documents;

/** Thrown if a read does not return the collection's contents; the message says what differs. */
public final class WrongAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WrongAnswerException(String message) {
    super(message);
  }
}
