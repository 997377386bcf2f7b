package io.streambench.diagnose.judge;

/**
 * A JVM whose threads could not be examined.
 *
 * @param message the reason, to be printed after the JVM's name
 */
public record UnseenJvm(String jvmName, Cause cause, String message) {
  /** The reason why a JVM could not be examined, which determines the next step. */
  public enum Cause {
    /** The JVM accepts requests but does not respond: frozen, overloaded, or in a long pause. */
    SILENT,
    /** The JVM cannot be reached: it is down, or has another address. */
    UNREACHABLE,
    /** The request is rejected, for example because of a password, a certificate or a proxy. */
    REFUSED,
    /** The response is truncated, comes from another JVM, or is the only dump of the JVM. */
    UNUSABLE
  }

  @Override
  public String toString() {
    return jvmName + ": " + message;
  }
}
