package io.streambench.analysis;

import java.util.List;
import java.util.Optional;

/**
 * The findings from dumps of threads and of Jetty.
 *
 * @param jvms each by itself, that of the verdict first
 * @param lookAlikes other things that wait, one line each: what it is, and what to do
 * @param next what to do next, most useful first
 */
public record DumpDiagnosis(
    Verdict verdict, List<JvmAnswer> jvms, List<String> lookAlikes, List<NextStep> next) {
  /** What to do next after dumps of threads or of Jetty, by what they do not show yet. */
  public enum NextStep {
    SILENT_NODE,
    ALL_NODES,
    CLIENT,
    ASK_AGAIN,
    READER_OUTSIDE,
    SECOND_DUMP,
    DUMPS_FURTHER_APART,
    DUMPS_WITH_CPU,
    VIRTUAL_THREADS,
    WHOLE_DUMP,
    SENDING_NODES,
    RECEIVERS,
    MERGING_JVM,
    RECEIVER_OF_SESSION,
    NETWORK,
    THREADS_OF_POOL,
    PERMITS,
    DEADLOCK,
    MORE_MEMORY,
    FEWER_BUFFERS,
    INDEX_SENDER,
    INDEX_RECEIVER,
    SHARD_THAT_IS_AWAITED,
    RESETS,
    TIMEOUT_ENDS,
    PROOF,
    HTTP1,
    RESTART
  }

  /** The answer for one JVM, by its files, which {@code name} lists. */
  public record JvmAnswer(
      String name, int dumps, Finding finding, Optional<StallCause> cause, String reason) {}

  public DumpDiagnosis {
    jvms = List.copyOf(jvms);
    lookAlikes = List.copyOf(lookAlikes);
    next = List.copyOf(next);
  }
}
