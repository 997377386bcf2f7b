package io.streambench.diagnose.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.judge.ClusterHang.Jvm;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import io.streambench.flow.threads.JvmFindings;
import io.streambench.flow.threads.ThreadDump;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterHangTest {
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final long INTERVAL_NANOS = 15_000_000_000L;
  private static final String HTTP1 = "uses HTTP/1.1";

  /** A merge that waits for its shards, with two threads that send to it. */
  private static final String HUNG_MERGE = "A 1 q READS 5 5; A 2 q SENDS 7 7; B 3 q SENDS 9 9";

  /**
   * Diagnoses threads, each as {@code node number request activity before after}. The last two are
   * the processor times in both dumps, or a dash if the thread did something else. {@code h1} at
   * the end means HTTP/1.1. {@code shards} means that the thread merges shards, not workers of
   * {@code parallel()}.
   */
  private static ClusterHang.Result diagnose(
      String threads, String harmless, List<String> deadNodes, String... unseenJvms) {
    List<UnseenJvm> unseen =
        Stream.of(unseenJvms)
            .map(jvm -> new UnseenJvm(jvm, UnseenJvm.Cause.SILENT, "no answer"))
            .toList();
    return ClusterHang.diagnose(parseJvms(threads, harmless), unseen, deadNodes, SILENCE);
  }

  private static List<Jvm> parseJvms(String threads, String harmless) {
    Map<String, List<List<DumpedThread>>> dumps = new LinkedHashMap<>();
    for (String line : threads.split(";")) {
      String[] word = line.strip().split(" ");
      List<List<DumpedThread>> node =
          dumps.computeIfAbsent(word[0], name -> List.of(new ArrayList<>(), new ArrayList<>()));
      for (int index = 0; index < 2; index++) {
        if (!word[4 + index].equals("-")) {
          node.get(index).add(parseThread(word, Double.parseDouble(word[4 + index])));
        }
      }
    }
    return dumps.entrySet().stream()
        .map(
            node ->
                new Jvm(
                    node.getKey(),
                    List.of(
                        dump(node.getKey(), 0, node.getValue().get(0)),
                        dump(node.getKey(), INTERVAL_NANOS, node.getValue().get(1))),
                    Optional.of(harmless).filter(why -> !why.isEmpty()).map(Reason.Kind.TEXT::of),
                    harmless.equals(HTTP1),
                    0))
        .toList();
  }

  private static DumpedThread parseThread(String[] word, double cpuMillis) {
    String request = word[2].equals("-") ? "" : "-" + word[2];
    return new DumpedThread(
        "qtp1-" + word[1] + request,
        word[1],
        "",
        Activity.valueOf(word[3]),
        true,
        List.of(word).contains("h1"),
        false,
        List.of(word).contains("shards"),
        cpuMillis,
        Double.NaN);
  }

  private static ThreadDump dump(String node, long nanos, List<DumpedThread> threads) {
    Map<String, Double> cpu = new LinkedHashMap<>();
    threads.forEach(thread -> cpu.put(thread.key(), thread.cpuMillis()));
    return new ThreadDump(
        node,
        "",
        OptionalLong.of(nanos),
        17,
        ThreadDump.Coverage.ALL,
        threads,
        cpu,
        Set.of(),
        Set.of(),
        new JvmFindings(Set.of(), List.of(), Optional.empty(), List.of()));
  }

  @ParameterizedTest
  @CsvSource({
    // the merge received nothing while all its senders were blocked
    HUNG_MERGE + ",STALLED,SESSION_WINDOW",
    // other threads work meanwhile
    HUNG_MERGE + "; B 4 x SENDS 1 8; B 5 y WORKS 1 1; A 6 x READS 1 9,STALLED,SESSION_WINDOW",
    // no thread name has a request
    "A 1 - READS 5 5; A 2 - SENDS 7 7; B 3 - SENDS 9 9,STALLED,SESSION_WINDOW",
    // a program whose requests have their own names
    "P 1 - READS 5 5; A 2 a SENDS 7 7; B 3 b SENDS 9 9,STALLED,SESSION_WINDOW",
    // a worker of parallel() is blocked by the merge that reads from it
    "A 1 q READS 5 5; B 2 q MERGES_AND_SENDS 7 7; B 3 q SENDS 9 9,STALLED,SESSION_WINDOW",
    // the merge waits for a worker that is busy with its data
    "A 1 q READS 5 5; B 2 q IN_STREAM 7 900; B 3 q SENDS 9 9,NO_STALL,",
    // a hanging worker waits for no other worker, nor for a query of this name elsewhere
    "A 1 q READS 5 9; B 2 q READS 7 7 shards; B 3 q SENDS 9 9; C 4 q READS 5 9 shards,STALLED,"
        + "SESSION_WINDOW",
    "A 1 q READS 5 5 shards; A 3 q SENDS 9 9; B 2 q READS 5 9 shards; B 4 q SENDS 1 8,POSSIBLE,"
        + "UNKNOWN",
    // workers on one node share a connection, so a busy worker can delay the other
    "A 1 q READS 5 5 shards; A 2 q IN_STREAM 7 900 shards; B 3 q SENDS 9 9,NO_STALL,",
    // a shard works and has not begun to send
    HUNG_MERGE + "; B 4 q WORKS 1 900,NO_STALL,",
    // the thread works, but was not seen to run
    HUNG_MERGE + "; B 4 q WORKS 1 1,POSSIBLE,UNKNOWN",
    "A 1 q READS 5 5; A 2 q SENDS 7 8; B 3 q SENDS 9 9,POSSIBLE,UNKNOWN",
    "A 1 q READS 5 5,POSSIBLE,UNKNOWN",
    "A 1 q READS 5 5; B 3 q SENDS 9 9 h1,POSSIBLE,UNKNOWN",
    // the thread ran, or began between the dumps
    "A 1 q READS 5 6; A 2 q SENDS 7 7,NO_STALL,",
    "A 1 q READS - 6; A 2 q SENDS - 7,NO_STALL,",
    // a program outside does not read
    "A 2 a SENDS 7 7; B 3 b SENDS 9 9,POSSIBLE,SESSION_WINDOW",
    "A 2 a SENDS 7 7; B 3 b SENDS 9 10,POSSIBLE,SESSION_WINDOW",
    "A 2 a SENDS 7 8; B 3 b SENDS 9 10,NO_STALL,",
    "A 2 a SENDS 7 7 h1,NO_STALL,",
    // other waits
    "A 1 q MERGES_AND_SENDS 5 5; B 3 q SENDS 9 9,POSSIBLE,",
    "A 1 q AWAITS_HEADERS 5 5,POSSIBLE,",
    "A 1 q AWAITS_HEADERS 5 5; B 2 q WORKS 1 9,NO_STALL,",
    "A 1 q AWAITS_HEADERS_12 5 5,POSSIBLE,EARLY_CLOSE",
    "A 1 q AWAITS_HEADERS_12 5 5; B 2 q WORKS 1 9,NO_STALL,",
    "A 1 q AWAITS_PERMIT 5 5,POSSIBLE,REQUEST_PERMITS",
    // a JVM without processor times
    "A 1 q READS NaN NaN; B 2 q SENDS NaN NaN,POSSIBLE,",
    "A 2 a SENDS NaN NaN,POSSIBLE,",
    // a JVM that reports no time for any thread
    "A 1 q READS 0 0; B 2 q SENDS 0 0,POSSIBLE,",
    "A 2 a SENDS 0 0,POSSIBLE,",
    // a program outside may not read, and times of Windows and gVisor do not show this in 15 s
    "A 2 a SENDS 31.25 31.25; A 3 - OTHER 15.625 15.625; A 4 - OTHER 46.875 46.875,POSSIBLE,",
    "A 2 a SENDS 30 30; A 3 - OTHER 10 10; A 4 - OTHER 50 50,POSSIBLE,",
    "A 2 a SENDS 30 40; A 3 - OTHER 10 10; A 4 - OTHER 50 50,NO_STALL,",
    // no more time than a suspended thread uses
    "A 2 a SENDS 7 7.05,POSSIBLE,",
    // a program outside reads, or a thread began between the dumps
    "A 2 a SENDS - 7; B 3 b SENDS 9 10,NO_STALL,",
    "A 2 a SENDS 7 7.05 h1; B 3 b SENDS 9 10,NO_STALL,",
    "A 1 q OTHER 5 5,NO_STALL,",
  })
  void derivesVerdictFromActivityOfThreads(String threads, Finding verdict, StallCause cause) {
    Verdict found = diagnose(threads, "", List.of()).diagnosis().verdict();
    assertThat(found.finding()).as(found.reason()).isEqualTo(verdict);
    assertThat(found.cause().orElse(null)).as(found.reason()).isEqualTo(cause);
  }

  @Test
  void unseenOrRepairedJvmsPreventProof() {
    assertThat(diagnose(HUNG_MERGE, "", List.of(), "C").diagnosis().verdict().finding())
        .isEqualTo(Finding.POSSIBLE);
    assertThat(diagnose(HUNG_MERGE, "repaired", List.of()).diagnosis().verdict().reason())
        .contains("repaired");
    assertThat(diagnose("A 1 q READS 5 9", "", List.of(), "C").diagnosis().verdict().finding())
        .isEqualTo(Finding.POSSIBLE);
  }

  @Test
  void advisesNoHttp1IfAlreadyUsed() {
    assertThat(diagnose(HUNG_MERGE, HTTP1, List.of()).diagnosis().nextSteps())
        .doesNotContain(NextStep.HTTP1, NextStep.PROVE_IT);
    assertThat(
            diagnose("A 1 q AWAITS_HEADERS_12 5 5", HTTP1, List.of()).diagnosis().verdict().cause())
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"SILENT,SILENT_NODE", "UNREACHABLE,ALL_NODES", "REFUSED,", "UNUSABLE,"})
  void advisesFirstHowToSeeUnseenNode(UnseenJvm.Cause why, NextStep first) {
    List<NextStep> next =
        ClusterHang.diagnose(List.of(), List.of(new UnseenJvm("C", why, "…")), List.of(), SILENCE)
            .diagnosis()
            .nextSteps();
    assertThat(next).startsWith(first == null ? NextStep.ASK_AGAIN : first);
    assertThat(next).contains(NextStep.ASK_AGAIN);
  }

  /** Considers only the JVM of the merge or of a sender. */
  @ParameterizedTest
  @CsvSource({
    "A, POSSIBLE, DIRECT_MEMORY",
    "B, POSSIBLE, DIRECT_MEMORY",
    "C, STALLED, SESSION_WINDOW"
  })
  void lackOfDirectMemoryPreventsProof(String jvm, Finding finding, StallCause cause) {
    DumpDiagnosis found =
        diagnose(HUNG_MERGE + "; " + jvm + " 9 - AWAITS_MEMORY 3 4", "", List.of()).diagnosis();
    assertThat(found.verdict().finding()).isEqualTo(finding);
    assertThat(found.verdict().cause()).contains(cause);
    if (cause == StallCause.DIRECT_MEMORY) {
      assertThat(found.nextSteps()).containsExactly(NextStep.MORE_MEMORY, NextStep.FEWER_BUFFERS);
      assertThat(found.verdict().reason()).contains("direct memory", "qtp1-9", " of " + jvm);
    }
  }

  /** Considers that the garbage collector may have stopped these threads. */
  @ParameterizedTest
  @CsvSource({"A, 0.9, true", "B, 0.9, true", "A, 0.2, false", "C, 0.9, false"})
  void fullHeapPreventsProof(String full, double share, boolean isDoubted) {
    List<Jvm> jvms =
        parseJvms(HUNG_MERGE + "; C 7 - OTHER 1 1", "").stream()
            .map(jvm -> jvm.name().equals(full) ? jvm.withGarbageCollectionShare(share) : jvm)
            .toList();
    DumpDiagnosis found = ClusterHang.diagnose(jvms, List.of(), List.of(), SILENCE).diagnosis();
    assertThat(found.verdict().finding()).isEqualTo(isDoubted ? Finding.POSSIBLE : Finding.STALLED);
    if (isDoubted) {
      assertThat(found.verdict().reason())
          .startsWith("garbage collection stopped a JVM for at least 90 % of the time")
          .contains("but " + full + " lacks memory");
      assertThat(found.nextSteps())
          .startsWith(NextStep.MORE_HEAP)
          .doesNotContain(NextStep.PROVE_IT, NextStep.HTTP1, NextStep.RELEASE);
    }
  }

  @Test
  void advisesToCheckClientThatDoesNotRead() {
    assertThat(
            diagnose("A 1 q MERGES_AND_SENDS 5 5; B 3 q SENDS 9 9", "", List.of())
                .diagnosis()
                .nextSteps())
        .startsWith(NextStep.CLIENT);
    assertThat(
            diagnose("A 1 q MERGES_AND_SENDS 5 9; B 3 q SENDS 9 9", "", List.of())
                .diagnosis()
                .nextSteps())
        .doesNotContain(NextStep.CLIENT);
  }

  @Test
  void deadNodePreventsProofForWaitingMerge() {
    Verdict found = diagnose(HUNG_MERGE, "", List.of("C")).diagnosis().verdict();
    assertThat(found.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(found.reason()).contains("node C ");
    assertThat(diagnose("A 1 q READS 5 9", "", List.of("C")).diagnosis().verdict().finding())
        .isEqualTo(Finding.NO_STALL);
  }

  private static ThreadDump dumpWithLock(long nanos, String holder, double cpu) {
    ThreadDump dump = dump("A", nanos, List.of(parseThread("A 1 q READS".split(" "), cpu)));
    JvmFindings locked =
        new JvmFindings(
            Set.of(),
            List.of(),
            Optional.of(new JvmFindings.ContendedLock("SolrCores@1a", holder, "", "a.B.load", 12)),
            List.of());
    return withFindings(dump, locked);
  }

  private static ThreadDump withFindings(ThreadDump dump, JvmFindings findings) {
    return new ThreadDump(
        dump.source(),
        dump.processId(),
        dump.timeNanos(),
        dump.javaVersion(),
        dump.coverage(),
        dump.threads(),
        dump.cpuMillis(),
        dump.addresses(),
        dump.clients(),
        findings);
  }

  /** Threads of a deadlocked JVM may wait for each other instead of for data or credit. */
  @ParameterizedTest
  @CsvSource({
    "A 1 q READS 5 5, A, POSSIBLE, true, DEADLOCK ASK_AGAIN PROVE_IT HTTP1",
    "A 1 q READS 5 9, A, POSSIBLE, true, DEADLOCK",
    HUNG_MERGE + ", A, POSSIBLE, true, DEADLOCK ASK_AGAIN PROVE_IT HTTP1",
    HUNG_MERGE + ", B, POSSIBLE, true, DEADLOCK ASK_AGAIN PROVE_IT HTTP1",
    "A 2 - SENDS 7 7; C 4 - WORKS 5 9, C, POSSIBLE, true, DEADLOCK READER_OUTSIDE HTTP1 RESTART",
    HUNG_MERGE + "; C 4 - WORKS 5 9, C, STALLED, false, READER_OUTSIDE HTTP1 RESTART",
  })
  void addsDeadlockToOtherReasonsAndStepsUnlessStallElsewhereIsProven(
      String threads, String deadlockedJvm, Finding finding, boolean isFirst, String steps) {
    JvmFindings.LockWait one = new JvmFindings.LockWait("one", "lock a", "two");
    JvmFindings.LockWait two = new JvmFindings.LockWait("two", "lock b", "one");
    JvmFindings locked = new JvmFindings(Set.of(), List.of(one, two), Optional.empty(), List.of());
    List<Jvm> jvms =
        parseJvms(threads, "").stream()
            .map(
                jvm ->
                    !jvm.name().equals(deadlockedJvm)
                        ? jvm
                        : new Jvm(
                            jvm.name(),
                            jvm.dumps().stream().map(dump -> withFindings(dump, locked)).toList(),
                            Optional.empty(),
                            false,
                            0))
            .toList();
    DumpDiagnosis found = ClusterHang.diagnose(jvms, List.of(), List.of(), SILENCE).diagnosis();
    assertThat(found.verdict().finding()).isEqualTo(finding);
    String deadlock = "another hang, a deadlock in " + deadlockedJvm + ": ";
    assertThat(found.verdict().reason().startsWith(deadlock)).isEqualTo(isFirst);
    assertThat(found.lookAlikes().toString().contains(deadlock)).isNotEqualTo(isFirst);
    assertThat(found.nextSteps()).extracting(NextStep::name).containsExactly(steps.split(" "));
  }

  /** Reports a lock first only if its holder does not change. */
  @ParameterizedTest
  @CsvSource({
    "loader, loader, 5, true, POSSIBLE",
    "loader, loader, 9, true, NO_STALL",
    "loader, other, 5, false, POSSIBLE",
    "qtp1-1-q, qtp1-1-q, 5, false, POSSIBLE",
  })
  void reportsLockOfMostThreadsFirst(
      String before, String after, double cpu, boolean isFirst, Finding finding) {
    List<ThreadDump> dumps =
        List.of(dumpWithLock(0, before, 5), dumpWithLock(INTERVAL_NANOS, after, cpu));
    DumpDiagnosis found =
        ClusterHang.diagnose(
                List.of(new Jvm("A", dumps, Optional.empty(), false, 0)),
                List.of(),
                List.of(),
                SILENCE)
            .diagnosis();
    assertThat(found.verdict().finding()).isEqualTo(finding);
    assertThat(found.verdict().reason().startsWith("12 threads waiting for the lock"))
        .isEqualTo(isFirst);
    assertThat(found.nextSteps().contains(NextStep.WAITING_THREADS)).isEqualTo(isFirst);
    assertThat(found.nextSteps().contains(NextStep.PROVE_IT)).isNotEqualTo(isFirst);
  }

  @Test
  void countsMergesAndBlockedSendersOfEachNode() {
    var threads =
        diagnose(HUNG_MERGE + "; B 4 x SENDS 1 8; A 7 q AWAITS_HEADERS 1 1", "", List.of())
            .activityByJvm();
    assertThat(threads.get("A").merges()).hasSize(1);
    assertThat(threads.get("A").merges().get(0).idleSeconds()).isEqualTo(15);
    assertThat(threads.get("B").senderCount()).isEqualTo(2);
    assertThat(threads.get("B").blockedSenderCount()).isEqualTo(1);
  }
}
