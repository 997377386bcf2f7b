package io.streambench.flow.replay;

import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Verdict;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The findings from thread dumps and Jetty's dumps.
 *
 * @param jvms the result for each JVM, starting with the JVM that decided the verdict
 * @param nextSteps the next steps, most useful first
 */
public record DumpDiagnosis(
    Verdict verdict, List<JvmResult> jvms, List<LookAlike> lookAlikes, List<NextStep> nextSteps) {
  /** A recommended next step or solution; its text is in {@code advice.properties}. */
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
    COMPLETE_DUMP,
    SENDING_NODES,
    RECEIVERS,
    MERGING_JVM,
    RECEIVER_OF_SESSION,
    NETWORK,
    POOL_THREADS,
    WAITING_THREADS,
    PERMITS,
    DEADLOCK,
    MORE_MEMORY,
    MORE_HEAP,
    FEWER_BUFFERS,
    INDEX_SENDER,
    INDEX_RECEIVER,
    AWAITED_SHARD,
    RESETS,
    TIMEOUT_ENDS,
    PROVE_IT,
    HTTP1,
    RESTART,
    RELEASE,
    REPAIR,
    READERS,
    CONFIRM_WITH_TWO_DUMPS,
    NEXT_HANGS,
    CLOSED_EARLY,
    UPLOADS,
    READ_UPLOADS_FULLY,
    FEWER_STREAMS,
    MORE_STREAMS,
    HTTP1_SLOTS,
    MORE_CONNECTIONS,
    FEWER_CONCURRENT,
    RESTART_FOR_PERMITS,
    FEWER_REQUESTS,
    SERVERS
  }

  /**
   * Returns a copy whose first reason is a full heap, because it can cause every other wait. Omits
   * the steps that prove or end a stall. A certain verdict or hang stays unchanged.
   */
  public DumpDiagnosis withFullHeap(Reason fullHeapReason) {
    return verdict.finding() != Finding.POSSIBLE
            || nextSteps.stream().anyMatch(CERTAIN_HANG_STEPS::contains)
        ? this
        : new DumpDiagnosis(
            verdict.withFirstReason(fullHeapReason),
            jvms,
            lookAlikes,
            Stream.concat(
                    Stream.of(NextStep.MORE_HEAP),
                    nextSteps.stream().filter(step -> !STALL_STEPS.contains(step)))
                .toList());
  }

  /** The steps that prove or end a stall. */
  public static final Set<NextStep> STALL_STEPS =
      EnumSet.of(NextStep.PROVE_IT, NextStep.RELEASE, NextStep.HTTP1, NextStep.RESTART);

  /** The steps for hangs that certainly do not end by themselves, even if the heap was full. */
  private static final Set<NextStep> CERTAIN_HANG_STEPS =
      EnumSet.of(NextStep.DEADLOCK, NextStep.MORE_MEMORY, NextStep.MORE_HEAP);

  /** The verdict on one JVM; {@code name} lists the files of its dumps. */
  public record JvmResult(String name, int dumpCount, Verdict verdict) {}

  /**
   * A wait that resembles a stall but is not one.
   *
   * @param jvmName the name of the JVM to print before the description; may be empty
   */
  public record LookAlike(String jvmName, Reason description) {
    @Override
    public String toString() {
      return (jvmName.isEmpty() ? "" : jvmName + ": ") + description.toDetailedString();
    }
  }
}
