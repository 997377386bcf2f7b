package io.streambench.bench.doctor;

/**
 * The result of checking one condition.
 *
 * @param name the condition, in one or two words
 * @param advice why the condition matters and what to do, in one sentence
 */
public record Check(String name, Status status, String found, String advice) {
  public enum Status {
    OK,
    /** The condition makes runs hard to repeat, or may let them fail. */
    WARN,
    /** The condition cannot be read on this system. */
    UNKNOWN
  }
}
