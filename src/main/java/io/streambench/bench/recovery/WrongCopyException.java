package io.streambench.bench.recovery;

/** A copy of an index that is not like the original. The message says where they differ. */
final class WrongCopyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  WrongCopyException(String message) {
    super(message);
  }
}
