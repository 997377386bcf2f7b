package io.streambench.analysis;

/** Knowledge of whether a reader waits for the next byte of a stream. */
public enum Waiting {
  /** A thread waits for it now. */
  YES,
  /** Its reader does something else. */
  NO,
  /** Nothing tells: no log does, and no recording. */
  UNKNOWN
}
