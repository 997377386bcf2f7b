package io.streambench.flow.rule;

/** Whether a reader waits for the next byte of a stream. */
public enum Waiting {
  /** A thread is waiting for the stream's next byte now. */
  YES,
  /** No thread is waiting for the stream's next byte. */
  NO,
  /** The source does not show whether a thread is waiting. */
  UNKNOWN
}
