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

  private static Optional<RunPrediction> of(
      HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    return of(1, protocol, streamWindow, kind);
  }

  private static Optional<RunPrediction> of(
      int queries, HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    String http1 = Boolean.toString(protocol == HttpVersion.HTTP_1_1);
    StreamingSettings settings =
        settings("useHttp1", http1, "nodeCount", "2", "numShards", "12", "numReplicas", "2");
    return RunPrediction.of(settings, queries, effective(protocol, streamWindow, kind));
  }

  private static StreamingSettings settings(String... changes) {
    Map<String, String> parameters = Parameters.with(changes);
    parameters.putAll(Map.of("docCount", "10000", "docSizeBytes", "10024", "numTextFields", "25"));
    return StreamingSettings.of(parameters, Map.of());
  }

  /** The settings in effect; HTTP/1.1 has no kind. */
  private static EffectiveSettings effective(
      HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    Double ratio = kind == FlowControlKind.BUFFERING ? 0.5 : null;
    return new EffectiveSettings(
        protocol, streamWindow, SESSION, 8_192, 16_384, "the strategy " + kind, kind, ratio, 4);
  }

  /**
   * The published hang is predicted, and a stall is no surprise. A stall by memory neither confirms
   * the rule nor breaks it: three runs that were SAFE hung so
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
  void anOutcomeConfirmsOrBreaksTheRule(
      Zone zone, Outcome outcome, StallCause cause, Boolean held) {
    int window = zone == Zone.LIKELY ? STREAM : 500_000;
    RunPrediction prediction =
        of(HttpVersion.HTTP_2, window, FlowControlKind.BUFFERING).orElseThrow();
    assertThat(prediction.zone()).isEqualTo(zone);
    assertThat(prediction.compareWith(outcome, Optional.ofNullable(cause)).isConfirmed())
        .isEqualTo(Optional.ofNullable(held));
  }

  /**
   * SAFE for one query, stalled in 5 forks of 5 with sixteen
   * (docs/results/2026-11-27-concurrent-queries).
   */
  @ParameterizedTest
  @CsvSource({
    "16, 500_000, BUFFERING, LIKELY",
    "1, 65_535, MEMORY_BOUND, SAFE",
    "40, 2_000_000_000, MEMORY_BOUND, AT_RISK", // no memory holds that
    "1, 8_388_608, ON_RECEIPT, SAFE"
  })
  void queriesAtATimeCountTogetherUnlessTheStrategyKeepsStreamsApart(
      String queriesText, String window, FlowControlKind kind, Zone zone) {
    int queries = Integer.parseInt(queriesText.replace("_", ""));
    int bytes = Integer.parseInt(window.replace("_", ""));
    assertThat(of(queries, HttpVersion.HTTP_2, bytes, kind).orElseThrow().zone()).isEqualTo(zone);
  }

  @Test
  void noStrategyMakesRoomForStreams() {
    StreamingSettings settings = settings("nodeCount", "1", "numShards", "600");
    EffectiveSettings client = effective(HttpVersion.HTTP_2, STREAM, FlowControlKind.MEMORY_BOUND);
    assertThat(RunPrediction.of(settings, 1, client).orElseThrow().zone()).isEqualTo(Zone.LIKELY);
  }

  @Test
  void whereTheRuleHasNothingToSayNothingIsPredicted() {
    assertThat(of(HttpVersion.HTTP_1_1, 0, null)).isEmpty();
    assertThat(of(HttpVersion.HTTP_2, STREAM, null)).isEmpty();
  }
}
