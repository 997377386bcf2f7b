package io.streambench.analysis;

/**
 * A JVM whose threads were not seen.
 *
 * @param words why, as the end of a sentence
 */
public record Unseen(String jvm, Why why, String words) {
  /** What kept a JVM from being seen; each calls for another next step. */
  public enum Why {
    /** It accepts the request and does not answer: frozen, overloaded, or in a long pause. */
    SILENT,
    /** No connection: it is down, or has another address from here. */
    UNREACHABLE,
    /** Something answers and refuses: a password, a certificate, a proxy. */
    REFUSED,
    /** What it answered cannot be judged: it is cut, of another JVM, or of one look only. */
    UNUSABLE
  }

  @Override
  public String toString() {
    return jvm + ": " + words;
  }
}
