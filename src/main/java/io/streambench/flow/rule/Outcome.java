package io.streambench.flow.rule;

/** The outcome of an operation and its run. Only COMPLETED runs are part of an average. */
public enum Outcome {
  /** Every expected tuple was read, in order. */
  COMPLETED,
  /** The reader waits for a stream whose session has no receive window left. */
  STALLED,
  /** Anything else: a wrong result, an error, or no progress without an exhausted window. */
  FAILED
}
