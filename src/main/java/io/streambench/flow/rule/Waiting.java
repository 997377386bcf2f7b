package io.streambench.flow.rule;

/** Whether a reader waits for the next byte of a stream. */
public enum Waiting {
  /** A thread waits for it now. */
  YES,
  /** Its reader does something else. */
  NO,
  /** Unknown, as in every log and recording. */
  UNKNOWN
}
