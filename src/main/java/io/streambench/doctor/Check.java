package io.streambench.doctor;

/**
 * One thing that was looked at.
 *
 * @param name what, in a word or two
 * @param status what came of it
 * @param found what there is
 * @param advice why it matters and what to do, in one sentence
 */
public record Check(String name, Status status, String found, String advice) {
  /** The result of a check. */
  public enum Status {
    OK,
    /** Would keep a run from being repeatable. */
    WARN,
    /** Good to know beside a result; there is no better or worse. */
    INFO,
    /** Cannot be read on this system. */
    UNKNOWN
  }

  static Check okIf(boolean ok, String name, String found, String advice) {
    return new Check(name, ok ? Status.OK : Status.WARN, found, advice);
  }

  static Check unknown(String name, String advice) {
    return new Check(name, Status.UNKNOWN, "not readable on this system", advice);
  }
}
