package io.streambench.bench.doctor;

/**
 * The result of one check of a machine.
 *
 * @param name the checked condition, in one or two words
 * @param advice why the condition matters and what to do, in one sentence
 */
public record Check(String name, Status status, String found, String advice) {
  public enum Status {
    OK,
    /** The condition is not met: runs may fail or may be hard to repeat. */
    WARN,
    /** The condition cannot be determined on this system. */
    UNKNOWN
  }
}
