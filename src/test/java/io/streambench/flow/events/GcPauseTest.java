package io.streambench.flow.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.LoggedFault.Kind;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GcPauseTest {
  private static List<LoggedFault> findFaults(String... lines) throws IOException {
    try (EventReader reader = Golden.reader(List.of(lines))) {
      assertThat(reader.next()).isNull();
      return reader.counts().faults();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[2026-11-22T07:27:41.801+0000][138.2s] GC(12) Pause Full (G1 Compaction Pause)"
            + " 8191M->8100M(8192M) 20000.123ms",
        "[2026-11-22T07:27:41.801+0000][info][gc] GC(3) Pause Young (Normal) (G1 Evacuation Pause)"
            + " 512M->8M(1024M) 20000,123ms",
        "[2026-11-22T07:27:41.801+0000][info][safepoint] Safepoint \"G1CollectFull\", Time since"
            + " last: 5 ns, Reaching safepoint: 7 ns, At safepoint: 19 ns, Total: 20000000019 ns",
        "2026-11-22T07:27:41.801+0000: 138.2: Total time for which application threads were"
            + " stopped: 20.0001230 seconds, Stopping threads took: 0.0000310 seconds",
        "2026-11-22T07:27:21.801+0000: 138.2: [Full GC (Ergonomics) [PSYoungGen: 1K->0K(2K)]"
            + " 8191M->8100M(8192M), [Metaspace: 2K->2K(1M)], 20.0001230 secs] ",
        "2026-11-22T07:27:21.801+0000: 138.2: [GC pause (G1 Evacuation Pause) (young), 20.0 secs]"
            + " [Times: user=0.06 sys=0.00, real=20.01 secs] ",
        "2026-11-22 07:27:41.801 WARN  (pause) [   ] o.a.h.u.JvmPauseMonitor Detected pause in JVM"
            + " or host machine (eg GC): pause of approximately 20000ms"
      })
  void findsLongPauseAndItsStart(String line) throws IOException {
    List<LoggedFault> found = findFaults(line);
    assertThat(found).extracting(LoggedFault::kind).containsExactly(Kind.PAUSE);
    assertThat(found.get(0).lastNumber()).isEqualTo(20_000);
    assertThat(EpochTime.format(found.get(0).firstNanos())).startsWith("2026-11-22T07:27:21.8");
  }

  /** Another thread of the collector writes into the line, as in logs of garbagecat's tests. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " (concurrent mode failure): 5979868K->5968004K(6014592K), 20.0000006 secs] 6205857K->"
            + "5968004K(6256896K), [CMS Perm : 207397K->207212K(262144K)], 20.1 secs] [Times: user=98"
            + " sys=4.32, real=20.10 secs]",
        " (concurrent mode failure): 9215999K->9215999K(9216000K), 20.0000006 secs]3086.514: [Class",
        " 21G->20G(22G), 20.0000006 secs]",
        " 13363196K->9727250K(13363200K), [CMS Perm : 371572K->371564K(524288K)], 20.0000006 secs]"
      })
  void findsEndOfLongPauseInNextLine(String end) throws IOException {
    LoggedFault found =
        findFaults("2026-11-22T07:27:21.801+0000: 138.2: [Full GC (Ergonomics) 138.3: [CMS", end)
            .get(0);
    assertThat(found.kind()).isEqualTo(Kind.PAUSE);
    assertThat(found.lastNumber()).isEqualTo(20_000);
    assertThat(EpochTime.format(found.firstNanos())).startsWith("2026-11-22T07:27:21.8");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        " 813M->812M(5120M), 3.5094907 secs]",
        "[2026-11-22T07:27:41.801+0000] GC(12) Pause Full (x) 8191M->8100M(8192M) 2000.123ms",
        "[2026-11-22T07:27:41.801+0000] GC(12) Concurrent Mark 20000.123ms",
        "[2026-11-22T07:27:41.801+0000] a.b.Player Pause Music after 20000ms",
        "2026-11-22T07:27:41.801+0000: 138.2: [GC concurrent-mark-end, 20.0001230 secs]",
        "2026-11-22 07:27:41.801 INFO  (main) [   ] a.b.C [GC (x) 8191M->8100M(8192M), 20.0 secs]",
        "[2026-11-22T07:27:41.801+0000] GC(12) Pause Full (Heap Dump Initiated GC) 8M->8M(8M)"
            + " 20000.123ms",
        "[2026-11-22T07:27:41.801+0000] GC(12) Pause Full (Heap Inspection Initiated GC)"
            + " 8M->8M(8M) 20000.123ms",
        "[2026-11-22T07:27:41.801+0000][info][safepoint] Safepoint \"HeapDumper\", Time since"
            + " last: 5 ns, Reaching safepoint: 7 ns, At safepoint: 19 ns, Total: 20000000019 ns",
        "2026-11-22 07:27:41.801 WARN  (pause) [   ] o.a.h.u.JvmPauseMonitor Detected pause in JVM"
            + " or host machine (eg GC): pause of approximately 9999ms",
        "2026-11-22 07:27:41.801 WARN  (pause) [   ] o.a.i.IgniteKernal Possible too long JVM"
            + " pause: 500 milliseconds.",
        "2026-11-22 07:27:41.801 WARN  (pause) [   ] o.n.k.i.VmPauseMonitor Detected VM"
            + " stop-the-world pause: {pauseTime=500, gcTime=1, gcCount=1}",
        "2026-11-22 07:27:41.801 INFO  (qtp1-66) [   ] o.a.s.c.S.Request hits=1 QTime=20000 ms",
        "Total time for which application threads were stopped: 0.2001230 seconds, Stopping"
            + " threads took: 20.0000310 seconds"
      })
  void ignoresShortPausesAndConcurrentWork(String line) throws IOException {
    assertThat(findFaults(line)).isEmpty();
  }

  @Test
  void findsOtherMessageInLineWithShortPause() throws IOException {
    assertThat(
            findFaults(
                "2026-11-22 07:27:41.801 WARN  (x) [   ] a.b.C Possible too long JVM pause: 500"
                    + " milliseconds: AlreadyClosedException: closed"))
        .extracting(LoggedFault::kind)
        .containsExactly(Kind.CLOSED);
  }

  @Test
  void reportsLongestOfSeveralPauses() throws IOException {
    String pause = "[2026-11-22T07:2%d:41.801+0000] GC(12) Pause Full (x) 8M->8M(8M) %d000.1ms";
    LoggedFault found = findFaults(pause.formatted(1, 60), pause.formatted(5, 11)).get(0);
    assertThat(found.occurrenceCount()).isEqualTo(2);
    assertThat(found.lastNumber()).isEqualTo(60_000);
  }
}
