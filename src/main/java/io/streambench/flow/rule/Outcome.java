package io.streambench.flow.rule;

/** The outcome of an operation and its run. Only COMPLETED runs are part of an average. */
public enum Outcome {
  /** Every expected tuple was read, in order. */
  COMPLETED,
  /** The reader waits for data that cannot arrive: a window or other resource is exhausted. */
  STALLED,
  /** Anything else: a wrong result, an error, or no progress without proof of a stall. */
  FAILED
}
