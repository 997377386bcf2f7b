package io.streambench.bench.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.HttpVersion;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.flow.predict.Zone;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.window.FlowControlKind;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunPredictionTest {
  private static final int STREAM = 8 << 20;
  private static final int SESSION = 16 << 20;

  private static Optional<RunPrediction> predict(
      HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    return predict(1, protocol, streamWindow, kind);
  }

  private static Optional<RunPrediction> predict(
      int queries, HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    String http1 = Boolean.toString(protocol == HttpVersion.HTTP_1_1);
    StreamingSettings settings =
        settings("useHttp1", http1, "nodeCount", "2", "numShards", "12", "numReplicas", "2");
    return RunPrediction.of(settings, queries, effectiveSettings(protocol, streamWindow, kind));
  }

  private static StreamingSettings settings(String... changes) {
    Map<String, String> parameters = Parameters.with(changes);
    parameters.putAll(Map.of("docCount", "10000", "docSizeBytes", "10024", "numTextFields", "25"));
    return StreamingSettings.of(parameters, Map.of());
  }

  /** Returns effective settings; {@code kind} is null for HTTP/1.1. */
  private static EffectiveSettings effectiveSettings(
      HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    Double ratio = kind == FlowControlKind.BUFFERING ? 0.5 : null;
    return new EffectiveSettings(
        protocol, streamWindow, SESSION, 8_192, 16_384, "the strategy " + kind, kind, ratio, 4);
  }

  /**
   * Compares predictions with outcomes, including the published hang. A stall for lack of direct
   * memory neither confirms nor contradicts the rule: three runs that were SAFE hung in this way
   * (docs/results/2026-11-27-session-window-direct-memory).
   */
  @ParameterizedTest
  @CsvSource({
    "LIKELY, STALLED, , true",
    "LIKELY, COMPLETED, , false",
    "LIKELY, FAILED, , ",
    "LIKELY, STALLED, DIRECT_MEMORY, ",
    "SAFE, COMPLETED, , true",
    "SAFE, STALLED, SESSION_WINDOW, false",
    "SAFE, STALLED, DIRECT_MEMORY, "
  })
  void comparesPredictionWithOutcome(
      Zone zone, Outcome outcome, StallCause cause, Boolean isConfirmed) {
    int window = zone == Zone.LIKELY ? STREAM : 500_000;
    RunPrediction prediction =
        predict(HttpVersion.HTTP_2, window, FlowControlKind.BUFFERING).orElseThrow();
    assertThat(prediction.zone()).isEqualTo(zone);
    assertThat(prediction.compareWith(outcome, Optional.ofNullable(cause)).isConfirmed())
        .isEqualTo(Optional.ofNullable(isConfirmed));
  }

  /**
   * Covers settings that are SAFE for one query, but stalled in 5 of 5 forks with sixteen queries
   * (docs/results/2026-11-27-concurrent-queries).
   */
  @ParameterizedTest
  @CsvSource({
    "16, 500_000, BUFFERING, LIKELY",
    "1, 65_535, MEMORY_BOUND, SAFE",
    "40, 2_000_000_000, MEMORY_BOUND, AT_RISK", // exceeds the memory
    "1, 8_388_608, ON_RECEIPT, SAFE"
  })
  void addsConcurrentQueriesUnlessStreamsAreIsolated(
      String queryCount, String window, FlowControlKind kind, Zone zone) {
    int queries = Integer.parseInt(queryCount.replace("_", ""));
    int bytes = Integer.parseInt(window.replace("_", ""));
    assertThat(predict(queries, HttpVersion.HTTP_2, bytes, kind).orElseThrow().zone())
        .isEqualTo(zone);
  }

  @Test
  void noStrategyCompensatesForMissingStreams() {
    StreamingSettings settings = settings("nodeCount", "1", "numShards", "600");
    EffectiveSettings client =
        effectiveSettings(HttpVersion.HTTP_2, STREAM, FlowControlKind.MEMORY_BOUND);
    assertThat(RunPrediction.of(settings, 1, client).orElseThrow().zone()).isEqualTo(Zone.LIKELY);
  }

  @Test
  void predictsNothingIfRuleDoesNotApply() {
    assertThat(predict(HttpVersion.HTTP_1_1, 0, null)).isEmpty();
    assertThat(predict(HttpVersion.HTTP_2, STREAM, null)).isEmpty();
  }
}
