package io.streambench.diagnose.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.EventReader;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.threads.ThreadDumpTextParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests that a lack of memory or a contended lock is reported first, and that no agent is advised
 * then.
 */
class FullHeapTest {
  private static final String READER =
      thread(31, "W", "java.lang.Object.wait", "InputStreamResponseListener$Input.read");

  private static final String HOLDER = thread(20, "loads", "java.net.Socket.read", "a.B.load");

  @TempDir Path folder;

  private DumpDiagnosis diagnose(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("dump"), text);
    try (EventReader reader = EventFiles.open(List.of(file))) {
      assertThat(reader.next()).isNull();
      return DumpedHang.of(reader.counts().textFindings(), Duration.ofSeconds(10))
          .map(found -> FullHeap.addLoggedFullHeap(found, reader.counts()))
          .orElseThrow();
    }
  }

  private static String thread(int number, String name, String... frames) {
    return "\"%2$s-%1$d\" #%1$d prio=5 os_prio=0 cpu=9.00ms elapsed=ELAPSEDs tid=0x7f%1$d nid=0x%1$d\n"
            .formatted(number, name)
        + "\tat "
        + String.join("(X.java:1)\n\tat org.eclipse.jetty.client.", frames)
        + "(X.java:1)\n\tat java.lang.Thread.run(Thread.java:833)\n\n";
  }

  /** Returns two dumps, 20 s apart, in which the threads did nothing. */
  private static String twoDumps(String threads, String collector, double before, double after) {
    String dump =
        "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n%s"
            + "\"%s\" os_prio=0 cpu=%.2fms elapsed=%s.00s tid=0x7f99 nid=0x99 runnable\n\n"
            + "\"VM Thread\" os_prio=0 cpu=1.00ms elapsed=%4$s.00s tid=0x7f98 nid=0x98 runnable\n\n";
    return dump.formatted(threads.replace("ELAPSED", "100.00"), collector, before, 100)
        + dump.formatted(threads.replace("ELAPSED", "120.00"), collector, after, 120);
  }

  @ParameterizedTest
  @CsvSource({
    "GC Thread#1, 5000, 16000, true",
    "ParGC Thread#0, 5000, 25000, true",
    "VM Thread, 5000, 25000, false", // the serial collector or a heap dump
    "GC Thread#1, 5000, 9000, false",
    "G1 Conc#0, 5000, 25000, false",
    "ZWorker#0, 5000, 25000, false",
    "my GC Thread, 5000, 25000, false",
  })
  void advisesMoreHeapIfJvmMostlyCollectsGarbage(
      String collector, double before, double after, boolean full) throws IOException {
    DumpDiagnosis found = diagnose(twoDumps(READER, collector, before, after));
    assertThat(found.verdict().reason().startsWith("garbage collection stopped a JVM"))
        .isEqualTo(full);
    assertThat(found.nextSteps().contains(NextStep.MORE_HEAP)).isEqualTo(full);
    assertThat(found.nextSteps().contains(NextStep.PROVE_IT)).isNotEqualTo(full);
  }

  /**
   * The serial collector uses a thread that also has other work. Its old generation shows whether
   * the heap is full.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tenured generation  total 9K, used 10944K [0xff550000, 0x100000000, 0x100000000) | true",
        "Tenured    total 10944K, used 10200K [0xff550000, 0x100000000, 0x100000000) | true",
        "tenured generation   total 10944K, used 10944K | false",
        " tenured generation   total 174784K, used 160000K [0x0000000080000000, 0x000000008aab0000,"
            + " 0x0000000100000000) | false",
        " tenured generation   total 2097152K, used 2000000K [0x0000000080000000,"
            + " 0x0000000100000000, 0x0000000100000000) | true",
        "tenured generation  total 9K, used 8000K [0xff550000, 0x100000000, 0x100000000) | false",
        "tenured generation  total 5000K, used 4999K [0xff550000, 0xffa32000, 0x100000000) | false",
        "def new generation   total 4928K, used 4928K [0xff000000, 0xff550000, 0xff550000) | false",
      })
  void serialHeapIsFullIfOldGenerationIsFull(String heap, boolean full) throws IOException {
    String working = withHeap(heap, twoDumps(READER, "VM Thread", 5_000, 25_000));
    DumpDiagnosis found = diagnose(working);
    assertThat(found.verdict().reason().startsWith("garbage collection stopped a JVM"))
        .isEqualTo(full);
    assertThat(found.nextSteps().contains(NextStep.PROVE_IT)).isNotEqualTo(full);
    assertThat(diagnose(withHeap(heap, twoDumps(READER, "VM Thread", 5_000, 5_100))).nextSteps())
        .contains(NextStep.PROVE_IT);
  }

  private static String withHeap(String line, String dumps) {
    String heap = "Heap\n def new generation   total 4928K, used 4928K\n " + line + "\n\n";
    return dumps.replaceAll("(0x98 runnable\n\n)", "$1" + heap);
  }

  /**
   * Covers the text that a running JVM returns. A dump in JSON shows nothing about the collector.
   */
  @ParameterizedTest
  @CsvSource({"5000, 25000, true", "5000, 5100, false"})
  void findsFullHeapInDumpsOfRunningJvm(double before, double after, boolean full) {
    String heap =
        "tenured generation   total 10944K, used 10944K [0xff550000, 0x100000000, 0x100000000)";
    ThreadDumpTextParser parser = new ThreadDumpTextParser("process 7", OptionalLong.empty());
    withHeap(heap, twoDumps(READER, "VM Thread", before, after))
        .lines()
        .forEach(parser::processLine);
    List<ThreadDump> dumps = parser.dumps();
    ClusterHang.Jvm jvm =
        new ClusterHang.Jvm(
            "process 7", dumps, Optional.empty(), false, FullHeap.garbageCollectionShare(dumps));
    DumpDiagnosis found =
        ClusterHang.diagnose(List.of(jvm), List.of(), List.of(), Duration.ofSeconds(10))
            .diagnosis();
    assertThat(found.nextSteps().contains(NextStep.MORE_HEAP)).isEqualTo(full);
    assertThat(found.nextSteps().contains(NextStep.PROVE_IT)).isNotEqualTo(full);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Java heap space", "GC overhead limit exceeded"})
  void reportsLoggedLackOfHeapFirstUnlessItIsOld(String message) throws IOException {
    String fault =
        " ERROR o.a.s.s.HttpSolrCall java.lang.OutOfMemoryError: "
            + message
            + "\n\tat java.util.Arrays.copyOf(Arrays.java:3332)\n\n";
    String dumps = "2026-11-30 10:00:05\n" + twoDumps(READER, "GC Thread#1", 1, 2);
    DumpDiagnosis found = diagnose("2026-11-30 10:00:00.123" + fault + dumps);
    assertThat(found.verdict().reason()).startsWith("the heap was full (").contains(message);
    assertThat(found.nextSteps()).startsWith(NextStep.MORE_HEAP).doesNotContain(NextStep.PROVE_IT);
    for (String day : List.of("2026-11-28", "2026-12-03")) {
      assertThat(diagnose(day + " 10:00:00.123" + fault + dumps).nextSteps())
          .contains(NextStep.PROVE_IT);
    }
  }

  @Test
  void fullHeapDoesNotHideDeadlock() throws IOException {
    String waits = "\t- waiting to lock <0x%s> (a A)\n\t- locked <0x%s> (a A)\n";
    String deadlock =
        thread(41, "d", "a.B.c").replace("c(X.java:1)\n", "c(X.java:1)\n" + waits.formatted(1, 2))
            + thread(42, "d", "a.B.c")
                .replace("c(X.java:1)\n", "c(X.java:1)\n" + waits.formatted(2, 1));
    assertThat(diagnose(twoDumps(READER + deadlock, "GC Thread#1", 1, 20_000)).nextSteps())
        .containsExactly(NextStep.DEADLOCK);
  }

  private static String lockWaiters(int waiters) {
    StringBuilder threads = new StringBuilder();
    for (int i = 0; i < waiters; i++) {
      threads.append(
          thread(50 + i, "w", "a.B.c")
              .replace("c(X.java:1)\n", "c(X.java:1)\n\t- waiting to lock <0xe0a1> (a a.B)\n"));
    }
    return threads.toString();
  }

  private static String withHeldLock(String thread) {
    return thread.replaceFirst("\n\tat java.lang.Thread", "\n\t- locked <0xe0a1> (a a.B)$0");
  }

  @Test
  void advisesToCheckHolderOfMostContendedLock() throws IOException {
    DumpDiagnosis found =
        diagnose(twoDumps(READER + withHeldLock(HOLDER) + lockWaiters(5), "GC Thread#1", 1, 2));
    assertThat(found.verdict().reason()).startsWith("5 threads waiting for the lock");
    assertThat(found.nextSteps()).containsExactly(NextStep.WAITING_THREADS);
  }

  /**
   * If a reader holds the lock, the other threads also wait for its data. A few threads may wait
   * for a lock by chance.
   */
  @Test
  void advisesToProveStallIfReaderHoldsLock() throws IOException {
    assertThat(
            diagnose(twoDumps(withHeldLock(READER) + lockWaiters(5), "GC Thread#1", 1, 2))
                .nextSteps())
        .contains(NextStep.PROVE_IT);
    String readers = READER + READER.replace("31", "32") + READER.replace("31", "33");
    assertThat(
            diagnose(twoDumps(readers + withHeldLock(HOLDER) + lockWaiters(3), "GC Thread#1", 1, 2))
                .nextSteps())
        .contains(NextStep.PROVE_IT);
  }
}
