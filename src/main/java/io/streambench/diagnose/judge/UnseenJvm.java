package io.streambench.diagnose.judge;

/**
 * A JVM whose threads were not seen.
 *
 * @param message the reason, as the end of a sentence
 */
public record UnseenJvm(String jvm, Cause cause, String message) {
  /** The reason why a JVM was not seen; each requires a different next step. */
  public enum Cause {
    /** The JVM accepts requests but does not respond: frozen, overloaded, or in a long pause. */
    SILENT,
    /** No connection: the JVM is down, or reachable only at another address. */
    UNREACHABLE,
    /** The request is rejected, for example because of a password, a certificate or a proxy. */
    REFUSED,
    /** The response cannot be used, because it is truncated, from another JVM, or the only dump. */
    UNUSABLE
  }

  @Override
  public String toString() {
    return jvm + ": " + message;
  }
}
