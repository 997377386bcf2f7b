package io.streambench.diagnose.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventReader;
import io.streambench.flow.events.Golden;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.LoggedFault.Kind;
import io.streambench.flow.events.LoggedFault.Meaning;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.SimultaneousFailures;
import io.streambench.flow.events.TextFindings;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LoggedHangTest {
  private static ReadCounts createCounts(List<LoggedFault> loggedFaults) {
    return new ReadCounts(0, 0, 0, 0, 0, 0, false, false, loggedFaults, TextFindings.NONE);
  }

  private static LoggedFault createFault(Kind kind) {
    return new LoggedFault(kind, "", List.of(120_000L), 1, 1, 1, List.of());
  }

  private static Verdict verdict(ReadCounts counts) {
    return LoggedHang.of(counts).orElseThrow();
  }

  private static ReadCounts readReleasedLog(String from, String to) throws IOException {
    String log = new String(Golden.bytes("released-solr.log"), StandardCharsets.UTF_8);
    try (EventReader reader = Golden.reader(log.replace(from, to).lines().toList())) {
      assertThat(reader.next()).isNull();
      return reader.counts();
    }
  }

  @Test
  void givesNoVerdictWithoutKnownMessage() {
    assertThat(LoggedHang.of(ReadCounts.NONE)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void noMessageProvesStallOrItsAbsence(Kind kind) {
    Verdict verdict = verdict(createCounts(List.of(createFault(kind))));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason().startsWith("another thing"))
        .isEqualTo(kind.meaning() == Meaning.OTHER);
    assertThat(verdict.cause().isPresent() && kind.meaning() != Meaning.HINT).isFalse();
    assertThat(verdict.hasReason(LoggedHang.explain(createFault(kind)))).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void failureOfSeveralShardsKeepsMeaningOfMessage(Kind kind) {
    SimultaneousFailures failed =
        new SimultaneousFailures("c", new TreeSet<>(List.of("shard1", "shard2")), 120_000, 1, 1);
    LoggedFault fault = new LoggedFault(kind, "", List.of(120_000L), 2, 1, 1, List.of(failed));
    Verdict verdict = verdict(createCounts(List.of(fault)));
    assertThat(verdict.reason()).contains("2 shards of c (shard1, shard2)");
    assertThat(verdict.reason().startsWith("another thing"))
        .isEqualTo(kind.meaning() == Meaning.OTHER);
    assertThat(verdict.hasReason(LoggedHang.explain(fault))).isTrue();
  }

  @Test
  void strongestHintDecidesFirst() {
    List<LoggedFault> loggedFaults =
        new ArrayList<>(Arrays.stream(Kind.values()).map(LoggedHangTest::createFault).toList());
    Collections.reverse(loggedFaults);
    for (Kind next :
        List.of(
            Kind.DIRECT_MEMORY,
            Kind.NO_CREDIT,
            Kind.IDLE_TIMEOUT,
            Kind.HTTP_2_IDLE,
            Kind.STREAM_NOT_READ,
            Kind.CONNECTION_IDLE,
            Kind.TOTAL_TIMEOUT,
            Kind.CANCELLED_BY_SERVER,
            Kind.CANCELLED_BY_RECEIVER)) {
      assertThat(verdict(createCounts(loggedFaults)).reasons())
          .containsExactly(LoggedHang.explain(createFault(next)));
      loggedFaults.removeIf(fault -> fault.kind() == next);
    }
    loggedFaults.removeIf(fault -> fault.kind().isExhaustion());
    assertThat(verdict(createCounts(loggedFaults)).reason()).doesNotStartWith("another thing");
    loggedFaults.removeIf(fault -> fault.kind().meaning() != Meaning.OTHER);
    assertThat(verdict(createCounts(loggedFaults)).reason()).startsWith("another thing");
  }

  /** A timeout without a protocol is no explanation if the JVM was out of memory shortly before. */
  @ParameterizedTest
  @CsvSource({
    "HEAP,           HEAP,         UNKNOWN_IDLE, 60",
    "NATIVE_THREADS, NATIVE_THREADS, SLOW_REQUEST, 60",
    "OPEN_FILES,     OPEN_FILES,   SLOW_REQUEST, 60",
    "UNKNOWN_IDLE,   HEAP,         UNKNOWN_IDLE, 7200",
    "HEAP,           HEAP,         IDLE_TIMEOUT, 60",
    "IDLE_TIMEOUT,   HEAP,         IDLE_TIMEOUT, 7200",
    "IDLE_TIMEOUT,   IDLE_TIMEOUT, HEAP,         60",
    "CANCELLED_BY_SERVER, PAUSE,   CANCELLED_BY_SERVER, 60",
    "IDLE_TIMEOUT,   PAUSE,        IDLE_TIMEOUT, 600",
    "KILLED,         PAUSE,        KILLED,       60",
    "DISK_FULL,      PAUSE,        DISK_FULL,    60",
    "ZOOKEEPER_EXPIRED, PAUSE,     ZOOKEEPER_EXPIRED, 60",
    "PAUSE,          PAUSE,        CLOSED,       60",
    "UNKNOWN_IDLE,   CLOSED,       UNKNOWN_IDLE, 60"
  })
  void exhaustedMemoryOutweighsItsConsequences(
      Kind expected, Kind first, Kind later, long seconds) {
    long time = TimeUnit.SECONDS.toNanos(seconds);
    List<LoggedFault> faults =
        List.of(
            new LoggedFault(first, "", List.of(), 1, 1, 1, List.of()),
            new LoggedFault(later, "", List.of(), 1, 1 + time, 1 + time, List.of()));
    assertThat(LoggedHang.strongestFault(createCounts(faults)).orElseThrow().kind())
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({"138000, PAUSE", "12000, IDLE_TIMEOUT"})
  void onlyLongPauseOutweighsTimeouts(long millis, Kind expected) {
    List<LoggedFault> faults =
        List.of(
            new LoggedFault(Kind.IDLE_TIMEOUT, "", List.of(120_000L), 1, 2, 2, List.of()),
            new LoggedFault(Kind.PAUSE, "", List.of(millis), 1, 1, 1, List.of()));
    assertThat(LoggedHang.strongestFault(createCounts(faults)).orElseThrow().kind())
        .isEqualTo(expected);
    assertThat(
            verdict(createCounts(faults))
                .reason()
                .contains("Timeouts followed, which it can cause"))
        .isEqualTo(expected == Kind.PAUSE);
  }

  @ParameterizedTest
  @CsvSource({
    "PAUSE, 60000, 1, 1, CANCELLED_BY_SERVER, PAUSE",
    "PAUSE, 59999, 1, 1, CANCELLED_BY_SERVER, CANCELLED_BY_SERVER",
    "PAUSE, 60000, 1, 1, NO_CREDIT, PAUSE",
    "PAUSE, 12000, 1, 1, NO_CREDIT, NO_CREDIT",
    "PAUSE, 60000, 1, 3, NO_CREDIT, NO_CREDIT",
    "HEAP, 0, 1, 1, IDLE_TIMEOUT, HEAP",
    "HEAP, 0, 1, 1, CANCELLED_BY_SERVER, HEAP",
    "PAUSE, 60000, 1, 1, DIRECT_MEMORY, DIRECT_MEMORY"
  })
  void faultOutweighsHintOnlyIfItEndsBefore(
      Kind kind, long millis, long first, long last, Kind hint, Kind expected) {
    List<LoggedFault> faults =
        List.of(
            new LoggedFault(hint, "", List.of(), 1, 2, 2, List.of()),
            new LoggedFault(kind, "", List.of(millis), 2, first, last, List.of()));
    assertThat(LoggedHang.strongestFault(createCounts(faults)).orElseThrow().kind())
        .isEqualTo(expected);
  }

  @Test
  void namesShardsAndMergeThatFailedTogether() throws IOException {
    Verdict verdict = verdict(readReleasedLog("", ""));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).contains(StallCause.SESSION_WINDOW);
    assertThat(verdict.reason())
        .contains("7 shards of books", "120 s", "2026-11-26T04:31:16.112Z", "A merge failed")
        .contains("shard1, shard2, shard4, shard5, shard10, shard11, shard12")
        .contains("The next /stream on this collection began at 2026-11-26T04:31:16.321Z");
  }

  @Test
  void namesRunningStreamRatherThanNext() throws IOException {
    assertThat(verdict(readReleasedLog("04:31:16.321", "04:29:15.321")).reason())
        .contains("A /stream on this collection began at 2026-11-26T04:29:15.321Z");
    assertThat(verdict(readReleasedLog("path=/stream", "path=/select")).reason())
        .doesNotContain("/stream on this collection");
  }
}
