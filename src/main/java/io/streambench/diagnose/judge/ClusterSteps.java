package io.streambench.diagnose.judge;

import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The next steps after the diagnosis of a cluster, most useful first. */
record ClusterSteps(ClusterThreads threads, List<UnseenJvm> unseenJvms) {

  /** Returns the next steps for a verdict that considers neither locks nor deadlocks. */
  List<NextStep> of(Verdict verdict) {
    if (verdict.finding() == Finding.NO_STALL) {
      return List.of();
    }
    List<NextStep> steps = new ArrayList<>();
    unseenJvms.stream()
        .map(UnseenJvm::cause)
        .sorted()
        .flatMap(ClusterSteps::stepsToObserve)
        .distinct()
        .forEach(steps::add);
    steps.addAll(
        verdict
            .cause()
            .map(this::stepsFor)
            .orElse(
                threads.mergeAwaitingClient().isPresent()
                    ? List.of(NextStep.CLIENT, NextStep.ASK_AGAIN)
                    : List.of(NextStep.ASK_AGAIN)));
    return steps;
  }

  private List<NextStep> stepsFor(StallCause cause) {
    return switch (cause) {
      case SESSION_WINDOW -> List.of(NextStep.READER_OUTSIDE, NextStep.HTTP1, NextStep.RESTART);
      case REQUEST_PERMITS -> List.of(NextStep.PERMITS);
      case DIRECT_MEMORY -> List.of(NextStep.MORE_MEMORY, NextStep.FEWER_BUFFERS);
      case EARLY_CLOSE -> List.of(NextStep.RESETS, NextStep.PROVE_IT, NextStep.TIMEOUT_ENDS);
      default ->
          threads.areAllHttp1()
              ? List.of(NextStep.ASK_AGAIN, NextStep.AWAITED_SHARD)
              : List.of(NextStep.ASK_AGAIN, NextStep.PROVE_IT, NextStep.HTTP1);
    };
  }

  /** Returns the steps that make the threads of an unseen JVM visible. */
  private static Stream<NextStep> stepsToObserve(UnseenJvm.Cause cause) {
    return switch (cause) {
      case SILENT -> Stream.of(NextStep.SILENT_NODE);
      case UNREACHABLE -> Stream.of(NextStep.ALL_NODES);
      case REFUSED, UNUSABLE -> Stream.empty(); // these messages already say what to do
    };
  }

  /**
   * Returns the steps with the restart of the deadlocked JVM as the first. Omits that restart if a
   * JVM is unseen: the deadlocked JVM may then hold the only copies that still respond.
   */
  static List<NextStep> addDeadlock(List<NextStep> steps, List<UnseenJvm> unseenJvms) {
    return unseenJvms.isEmpty() ? prepend(NextStep.DEADLOCK, steps) : steps;
  }

  /**
   * Returns the steps without those that prove or end a stall, because a lock explains the hang.
   * Adds the step that examines the waiting threads.
   */
  static List<NextStep> replaceByLock(List<NextStep> steps) {
    return prepend(
        NextStep.WAITING_THREADS,
        steps.stream().filter(step -> !DumpDiagnosis.STALL_STEPS.contains(step)).toList());
  }

  private static List<NextStep> prepend(NextStep first, List<NextStep> steps) {
    return Stream.concat(Stream.of(first), steps.stream()).toList();
  }
}
