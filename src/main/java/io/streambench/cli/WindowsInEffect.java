package io.streambench.cli;

import io.streambench.analysis.FlowControlReplay;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.config.RecvWindow;
import io.streambench.config.SettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * The receiving session of a recording or log that carried the most streams.
 *
 * @param streams the most that were open on it at once, at least 1
 * @param streamWindow initial stream receive window in bytes
 * @param sessionWindow initial session receive window in bytes
 */
record WindowsInEffect(int streams, long streamWindow, long sessionWindow) {
  private static final Duration STALL = Duration.ofSeconds(10);

  /** Reads the file that {@code --from} names. */
  static WindowsInEffect of(Path from, double bufferRatio) throws IOException {
    DiagnosisFiles sources = new DiagnosisFiles("--from", List.of(from));
    sources.require();
    SessionDiagnosis busiest =
        sources.replayed(new FlowControlReplay(STALL, STALL, bufferRatio)).sessions().stream()
            .filter(session -> session.streamWindow() > 0 && session.sessionWindow() > 0)
            .max(Comparator.comparingInt(SessionDiagnosis::maxOpenStreams))
            .orElseThrow(
                () ->
                    new SettingException(
                        "--from", "show the receive windows of a session", sources.title()));
    return new WindowsInEffect(
        Math.max(1, busiest.maxOpenStreams()),
        busiest.streamWindow(),
        Math.max(RecvWindow.MIN_BYTES, busiest.sessionWindow()));
  }
}
