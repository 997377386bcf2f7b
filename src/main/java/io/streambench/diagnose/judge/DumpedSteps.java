package io.streambench.diagnose.judge;

import io.streambench.flow.events.Role;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The next steps after the diagnosis of thread dumps and Jetty's dumps. */
record DumpedSteps(List<DumpedJvm> jvms, Senders senders) {
  private static final int MAX_STEPS = 5;

  /**
   * Returns at most five next steps. The first step provides the information that the dumps lack.
   */
  List<NextStep> of(Verdict verdict) {
    return allSteps(verdict).stream().distinct().limit(MAX_STEPS).toList();
  }

  private List<NextStep> allSteps(Verdict verdict) {
    boolean hasReaders = isAny(jvm -> !jvm.readers.isEmpty());
    if (verdict.finding() == Finding.NO_STALL) {
      return !hasReaders
          ? List.of(NextStep.MERGING_JVM)
          : senders.isAnyBlockedInSolr() ? List.of(NextStep.RECEIVERS) : List.of();
    }
    List<NextStep> otherHangSteps =
        jvms.stream()
            .flatMap(jvm -> new JvmVerdict(jvm).otherHangSteps().stream())
            .distinct()
            .toList();
    if (!otherHangSteps.isEmpty()) {
      return isAny(jvm -> jvm.dumpCount() == 1 && jvm.deadlock().isEmpty())
          ? Stream.concat(Stream.of(NextStep.SECOND_DUMP), otherHangSteps.stream()).toList()
          : otherHangSteps;
    }
    if (isCausedBy(verdict, StallCause.REQUEST_PERMITS)) {
      return isAny(DumpedJvm::isAwaitingPermit)
          ? List.of(NextStep.PERMITS)
          : List.of(NextStep.SECOND_DUMP, NextStep.PERMITS);
    }
    if (verdict.cause().isEmpty() && isOnlyAwaitingClients()) {
      return List.of(NextStep.CLIENT, NextStep.RECEIVERS);
    }
    List<NextStep> steps = new ArrayList<>();
    if (verdict.session().filter(session -> session.role() == Role.SERVER).isPresent()) {
      steps.add(NextStep.RECEIVER_OF_SESSION);
    }
    steps.addAll(betterDumpSteps());
    steps.addAll(hasReaders ? virtualReaderSteps() : missingReaderSteps());
    steps.addAll(stallSteps(verdict, hasReaders));
    return steps;
  }

  /** Returns the steps for dumps that do not show whether a reader was idle. */
  private List<NextStep> betterDumpSteps() {
    if (jvms.isEmpty()) {
      return List.of(NextStep.SECOND_DUMP);
    }
    return isAny(DumpedJvm::hasIdleReader)
        ? List.of()
        : Stream.concat(
                jvms.stream()
                    .flatMap(jvm -> jvm.uncertainReader().stream())
                    .map(ThreadHistory::progress),
                senders.unknownReason().stream())
            .filter(progress -> progress != ThreadHistory.Progress.VIRTUAL)
            .map(
                progress ->
                    switch (progress) {
                      case NO_CPU_TIMES -> NextStep.DUMPS_WITH_CPU;
                      case TOO_CLOSE, STOPPED, TOO_LITTLE_CPU -> NextStep.DUMPS_FURTHER_APART;
                      default -> NextStep.SECOND_DUMP;
                    })
            .distinct()
            .limit(2)
            .toList();
  }

  private List<NextStep> virtualReaderSteps() {
    return jvms.stream().allMatch(DumpedJvm::haveAllReadersRun)
            && isAny(DumpedJvm::mayHideVirtualReaders)
        ? List.of(NextStep.VIRTUAL_THREADS)
        : List.of();
  }

  /** Returns the steps for dumps without a reader. */
  private List<NextStep> missingReaderSteps() {
    List<NextStep> steps = new ArrayList<>();
    if (jvms.isEmpty()) {
      return steps;
    }
    boolean isUnread =
        senders.blockedThreads().stream().anyMatch(sender -> !sender.newestState().http1());
    boolean doOthersWait = !isUnread && isAny(StallLookAlikes::isContendedOrExhausted);
    if (doOthersWait) {
      steps.add(NextStep.WAITING_THREADS);
    }
    if (isAny(DumpedJvm::mayLackVirtualThreads)) {
      steps.add(NextStep.VIRTUAL_THREADS);
    } else if (isAny(jvm -> !jvm.newest().hasAllThreads())) {
      steps.add(NextStep.COMPLETE_DUMP);
    }
    if (isUnread) {
      steps.add(NextStep.RECEIVERS);
    }
    if (!isAny(DumpedJvm::mayHaveHiddenReaders)) {
      steps.add(NextStep.MERGING_JVM);
    } else if (!doOthersWait) {
      steps.add(NextStep.PROVE_IT);
    }
    return steps;
  }

  /** Returns the steps that find what a reader waits for, and that prove or end a stall. */
  private List<NextStep> stallSteps(Verdict verdict, boolean hasReaders) {
    List<NextStep> steps = new ArrayList<>();
    boolean isHttp1Only = senders.isHttp1Only(requestsOfReaders(), jvms.size() > 1);
    if (hasReaders && (isHttp1Only || !isAny(jvm -> !jvm.waitingReaders.isEmpty()))) {
      steps.add(NextStep.AWAITED_SHARD);
    }
    if (isCausedBy(verdict, StallCause.EARLY_CLOSE)) {
      steps.addAll(
          List.of(NextStep.RESETS, NextStep.PROVE_IT, NextStep.HTTP1, NextStep.TIMEOUT_ENDS));
      return steps;
    }
    if (hasReaders && (jvms.size() == 1 || !senders.areAllBlocked())) {
      steps.add(NextStep.SENDING_NODES);
    }
    if (hasReaders && !isHttp1Only || verdict.session().isPresent()) {
      steps.addAll(List.of(NextStep.PROVE_IT, NextStep.HTTP1, NextStep.RESTART));
    }
    return steps;
  }

  /** Returns whether merges wait for their own clients, and no reader waits for data. */
  private boolean isOnlyAwaitingClients() {
    return !isAny(jvm -> !jvm.waitingReaders.isEmpty())
        && isAny(jvm -> new JvmVerdict(jvm).mergeAwaitingClient().isPresent());
  }

  private Set<String> requestsOfReaders() {
    return jvms.stream()
        .flatMap(jvm -> jvm.readers.stream())
        .map(reader -> reader.newestState().requestId())
        .filter(request -> !request.isEmpty())
        .collect(Collectors.toSet());
  }

  private boolean isAny(Predicate<DumpedJvm> condition) {
    return jvms.stream().anyMatch(condition);
  }

  private static boolean isCausedBy(Verdict verdict, StallCause cause) {
    return verdict.cause().filter(cause::equals).isPresent();
  }
}
