package io.streambench.bench.documents;

/** Thrown if a read does not return the expected tuples; the message describes the difference. */
public final class WrongAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WrongAnswerException(String message) {
    super(message);
  }
}
