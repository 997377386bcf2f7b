package io.streambench.bench.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.Outcome;
import io.streambench.config.CaptureMode;
import io.streambench.config.ClusterSettings;
import io.streambench.config.DocumentSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.StreamingSettings;
import io.streambench.config.TransportSettings;
import io.streambench.strategy.FlowControlKind;
import io.streambench.transport.EffectiveSettings;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunPredictionTest {
  private static final int STREAM = 8 << 20;
  private static final int SESSION = 16 << 20;

  private static Optional<RunPrediction> of(
      HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    return of(1, protocol, streamWindow, kind);
  }

  private static Optional<RunPrediction> of(
      int queries, HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    StreamingSettings settings =
        new StreamingSettings(
            ClusterSettings.embedded(2, 12, 2),
            new DocumentSettings(10_000, 10_024, 25, 14, 500),
            new TransportSettings(protocol),
            CaptureMode.OFF,
            Optional.empty(),
            List.of());
    return RunPrediction.of(settings, queries, effective(protocol, streamWindow, kind));
  }

  /** The settings in effect; HTTP/1.1 has no kind. */
  private static EffectiveSettings effective(
      HttpVersion protocol, int streamWindow, FlowControlKind kind) {
    Double ratio = kind == FlowControlKind.BUFFERING ? 0.5 : null;
    return new EffectiveSettings(
        protocol, streamWindow, SESSION, "the strategy " + kind, kind, ratio, 4);
  }

  @Test
  void thePublishedHangIsPredictedAndAStallIsNoSurprise() {
    RunPrediction prediction =
        of(HttpVersion.HTTP_2, STREAM, FlowControlKind.BUFFERING).orElseThrow();
    assertThat(prediction.before())
        .startsWith("prediction: LIKELY to stall: up to 12 streams share a");
    assertThat(prediction.after(Outcome.STALLED).line())
        .isEqualTo("prediction: LIKELY, and the run stalled");
    assertThat(prediction.after(Outcome.STALLED).held()).contains(true);
    assertThat(prediction.after(Outcome.COMPLETED).line())
        .endsWith("but the run did not stall this time");
    assertThat(prediction.after(Outcome.COMPLETED).held()).contains(false);
    assertThat(prediction.after(Outcome.FAILED).held()).isEmpty();
  }

  @Test
  void aStallOfWhatWasToBeSafeIsSaidToBreakTheRule() {
    RunPrediction prediction =
        of(HttpVersion.HTTP_2, 500_000, FlowControlKind.BUFFERING).orElseThrow();
    assertThat(prediction.before()).startsWith("prediction: SAFE: ");
    assertThat(prediction.after(Outcome.COMPLETED).line())
        .endsWith("SAFE, and the run did not stall");
    assertThat(prediction.after(Outcome.STALLED).line()).contains("the rule is wrong");
    assertThat(prediction.after(Outcome.STALLED).held()).contains(false);
  }

  /**
   * SAFE for one query, stalled in 5 forks of 5 with sixteen
   * (docs/results/2026-11-23-concurrent-queries).
   */
  @Test
  void queriesAtATimeCountTogether() {
    assertThat(
            of(16, HttpVersion.HTTP_2, 500_000, FlowControlKind.BUFFERING).orElseThrow().before())
        .startsWith("prediction: LIKELY to stall: up to 128 streams of 16 queries share a");
    assertThat(of(4, HttpVersion.HTTP_2, 500_000, FlowControlKind.BUFFERING).orElseThrow().before())
        .doesNotStartWith("prediction: SAFE");
    assertThat(
            of(16, HttpVersion.HTTP_2, STREAM, FlowControlKind.DYNAMIC_THRESHOLD)
                .orElseThrow()
                .before())
        .startsWith("prediction: SAFE: ");
  }

  @Test
  void aStrategyThatKeepsStreamsApartIsSafeWhateverTheWindows() {
    RunPrediction prediction =
        of(HttpVersion.HTTP_2, STREAM, FlowControlKind.ON_RECEIPT).orElseThrow();
    assertThat(prediction.before()).startsWith("prediction: SAFE: with the strategy on-receipt, ");
    assertThat(prediction.after(Outcome.COMPLETED).line())
        .endsWith("SAFE, and the run did not stall");
  }

  @Test
  void noStrategyMakesRoomForStreams() {
    StreamingSettings settings =
        new StreamingSettings(
            ClusterSettings.embedded(1, 600, 1),
            new DocumentSettings(10_000, 10_024, 25, 14, 500),
            new TransportSettings(HttpVersion.HTTP_2),
            CaptureMode.OFF,
            Optional.empty(),
            List.of());
    EffectiveSettings client =
        effective(HttpVersion.HTTP_2, STREAM, FlowControlKind.DYNAMIC_THRESHOLD);
    assertThat(RunPrediction.of(settings, 1, client).orElseThrow().before())
        .startsWith("prediction: LIKELY to hang: ")
        .contains("room for 512");
  }

  @Test
  void whereTheRuleHasNothingToSayNothingIsPredicted() {
    assertThat(of(HttpVersion.HTTP_1_1, 0, null)).isEmpty();
    assertThat(of(HttpVersion.HTTP_2, STREAM, null)).isEmpty();
  }
}
