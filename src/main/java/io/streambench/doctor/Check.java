package io.streambench.doctor;

/**
 * The result of one check.
 *
 * @param name a word or two
 * @param advice why it matters and what to do, in one sentence
 */
public record Check(String name, Status status, String found, String advice) {
  public enum Status {
    OK,
    /** Would keep a run from being repeatable. */
    WARN,
    /** Cannot be read on this system. */
    UNKNOWN
  }
}
