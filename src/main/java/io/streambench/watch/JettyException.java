package io.streambench.watch;

/** Jetty could not be read. */
final class JettyException extends RuntimeException {
  private static final long serialVersionUID = 1;

  JettyException(Throwable cause) {
    super(cause);
  }
}
