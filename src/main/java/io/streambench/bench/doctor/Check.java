package io.streambench.bench.doctor;

/**
 * The result of one check.
 *
 * @param name one or two words
 * @param advice why it matters and what to do, in one sentence
 */
public record Check(String name, Status status, String found, String advice) {
  public enum Status {
    OK,
    /** The condition makes runs unrepeatable. */
    WARN,
    /** The condition cannot be read on this system. */
    UNKNOWN
  }
}
