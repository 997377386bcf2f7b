package io.streambench.analysis;

/** What to do next after dumps of threads or of Jetty, by what they do not show yet. */
public enum NextStep {
  SECOND_DUMP,
  DUMPS_FURTHER_APART,
  DUMPS_WITH_CPU,
  VIRTUAL_THREADS,
  WHOLE_DUMP,
  SENDING_NODES,
  RECEIVERS,
  MERGING_JVM,
  RECEIVER_OF_SESSION,
  PERMITS,
  SHARD_THAT_IS_AWAITED,
  PROOF,
  HTTP1,
  RESTART
}
