package io.streambench.flow.rule;

/** Whether a reader waits for the next byte of a stream. */
public enum Waiting {
  /** A thread is waiting for the stream's next byte now. */
  YES,
  /** The stream's reader is doing something else. */
  NO,
  /** Unknown, as in every log and recording. */
  UNKNOWN
}
