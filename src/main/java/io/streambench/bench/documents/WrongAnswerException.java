package io.streambench.bench.documents;

/** A reading that is not the collection. The message says what was expected and what came. */
public final class WrongAnswerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WrongAnswerException(String message) {
    super(message);
  }
}
