package io.streambench.eventlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.eventlog.LoggedEnd.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as Solr 9.10.1 logs them. */
class LoggedEndsTest {
  private static final String IDLE =
      """
      2026-11-22 07:25:48.801 ERROR (qtp1-66-null-609) [c:books s:shard12] o.a.s.s.HttpSolrCall 500 Exception
      java.io.IOException: java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed
      \tat org.eclipse.jetty.util.SharedBlockingCallback$Blocker.block(SharedBlockingCallback.java:221)
      Caused by: java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed
      \tat org.eclipse.jetty.http2.HTTP2Session$StreamTimeouts.onExpired(HTTP2Session.java:2448)
      """;
  private static final String TOTAL =
      """
      2026-11-22 07:33:27.601 ERROR (main) [] c.e.Books no books
      java.io.IOException: --> http://127.0.0.1:8983/solr: An exception has occurred on the server, refer to server log for details.
      Caused by: java.io.IOException: java.util.concurrent.TimeoutException: Total timeout 600000 ms elapsed
      """;
  private static final String MEMORY =
      """
      2026-11-22 07:40:00.000 WARN  (h2sc-1) [] o.e.j.u.t.s.AdaptiveExecutionStrategy Task produce failed
      java.lang.OutOfMemoryError: Cannot reserve 16384 bytes of direct buffer memory (allocated: 536860673, limit: 536870912)
      """;

  private static ReadCounts counts(String log) throws IOException {
    try (JettyLogReader reader =
        new JettyLogReader(
            new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), new Sessions())) {
      assertThat(reader.next()).isNull();
      return reader.counts();
    }
  }

  private static LoggedEnd end(Kind kind, long amount, String first, String last) {
    return new LoggedEnd(kind, amount, nanos(first), nanos(last));
  }

  private static long nanos(String time) {
    return Instant.parse(time).toEpochMilli() * 1_000_000;
  }

  @Test
  void tellsWhatEndedASilenceAndWhenByTheLineBefore() throws IOException {
    assertThat(counts(IDLE + TOTAL + MEMORY).ends())
        .containsExactly(
            end(Kind.IDLE_TIMEOUT, 120_000, "2026-11-22T07:25:48.801Z", "2026-11-22T07:25:48.801Z"),
            end(
                Kind.TOTAL_TIMEOUT,
                600_000,
                "2026-11-22T07:33:27.601Z",
                "2026-11-22T07:33:27.601Z"),
            end(
                Kind.DIRECT_MEMORY,
                16_384,
                "2026-11-22T07:40:00.000Z",
                "2026-11-22T07:40:00.000Z"));
  }

  @ParameterizedTest
  @CsvSource({
    "RESET_RATE, cancel_stream_error/invalid_rst_stream_frame_rate",
    "RESET_RATE, enhance_your_calm_error/invalid_rst_stream_frame_rate",
    "WINDOW_UPDATE_RATE, cancel_stream_error/invalid_window_update_frame_rate"
  })
  void tellsThatAServerClosedTheConnectionForTooManyFrames(Kind kind, String message)
      throws IOException {
    String time = "2026-11-22T07:41:00.000Z";
    String log =
        """
        2026-11-22 07:41:00.000 ERROR (qtp1-66) [] o.a.s.s.HttpSolrCall 500 Exception
        org.eclipse.jetty.io.EofException: Output Problem
        Caused by: java.io.IOException: %s
        """
            .formatted(message);
    assertThat(counts(log).ends()).containsExactly(end(kind, 0, time, time));
  }

  @Test
  void keepsOneOfAKindFromTheFirstToTheLast() throws IOException {
    String later = IDLE.replace("07:25", "09:14");
    LoggedEnd both =
        end(Kind.IDLE_TIMEOUT, 120_000, "2026-11-22T07:25:48.801Z", "2026-11-22T09:14:48.801Z");
    assertThat(counts(IDLE + later).ends()).containsExactly(both);
    assertThat(counts(later).plus(counts(IDLE)).ends()).containsExactly(both);
  }

  @Test
  void hasNoTimeWhereTheLogHasNone() throws IOException {
    String undated = IDLE.substring(IDLE.indexOf('\n') + 1);
    assertThat(counts(undated).ends())
        .containsExactly(
            new LoggedEnd(
                Kind.IDLE_TIMEOUT, 120_000, FlowControlEvent.UNKNOWN, FlowControlEvent.UNKNOWN));
    assertThat(counts(undated).plus(counts(IDLE)).ends()).isEqualTo(counts(IDLE).ends());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.concurrent.TimeoutException: Idle timeout expired: 120000/120000 ms",
        "java.util.concurrent.TimeoutException: Idle timeout  ms elapsed",
        "java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapse",
        "java.util.concurrent.TimeoutException: Idle timeout ",
        "2026-11-22 07:25:48.801 INFO Books: TimeoutException: Idle timeout 120000 ms elapsed",
        "java.lang.OutOfMemoryError: Cannot reserve a room",
        "java.lang.OutOfMemoryError: Java heap space",
        "java.io.IOException: cancel_stream_error/invalid_rst_stream_frame",
        "java.io.IOException: enhance_your_calm_error/invalid_ping_frame_rate",
        "2026-11-22 07:25:48.801 INFO Books: cancel_stream_error/invalid_rst_stream_frame_rate",
        "C"
      })
  void takesNothingElseForIt(String line) throws IOException {
    assertThat(counts(line + "\n").ends()).isEqualTo(List.of());
  }
}
