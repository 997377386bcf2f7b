package io.streambench.flow.replay;

import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Verdict;
import java.util.List;

/**
 * The findings from thread dumps and Jetty's dumps.
 *
 * @param jvms the answer for each JVM, the verdict's first
 * @param next the next steps, most useful first
 */
public record DumpDiagnosis(
    Verdict verdict, List<JvmAnswer> jvms, List<LookAlike> lookAlikes, List<NextStep> next) {
  /** A next step, or a way out of a hang; its text is in {@code advice.properties}. */
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
    RESTART,
    RELEASE,
    REPAIR,
    READERS,
    LOOK_AGAIN,
    NEXT_HANGS,
    EARLY,
    UPLOADS,
    UPLOADS_CLOSED,
    FEWER_STREAMS,
    MORE_STREAMS,
    HTTP1_SLOTS,
    MORE_CONNECTIONS,
    FEWER_AT_A_TIME,
    NEW_PERMITS,
    FEWER_REQUESTS,
    SERVERS
  }

  /** The verdict on one JVM; {@code name} lists the files of its dumps. */
  public record JvmAnswer(String name, int dumps, Verdict verdict) {}

  /** A wait that is not a stall; {@code jvm} is empty if it needs no name. */
  public record LookAlike(String jvm, Reason what) {
    @Override
    public String toString() {
      return (jvm.isEmpty() ? "" : jvm + ": ") + what.withDetail();
    }
  }

  public DumpDiagnosis {
    jvms = List.copyOf(jvms);
    lookAlikes = List.copyOf(lookAlikes);
    next = List.copyOf(next);
  }
}
