package io.streambench.flow.rule;

/** The outcome of a run. Only COMPLETED runs are included in averages. */
public enum Outcome {
  /** Every expected tuple was read, in order. */
  COMPLETED,
  /** The reader waits for data that cannot arrive, because a window or resource is exhausted. */
  STALLED,
  /** Anything else: a wrong result, an error, or no progress without proof of a stall. */
  FAILED
}
