package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.Json;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.window.ReceiveWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the effective settings of a recorded or logged run. */
final class RecordedSettings {
  private static final Pattern BUFFERING_STRATEGY =
      Pattern.compile("BufferingFlowControlStrategy ratio ([0-9.E-]+)");

  private static final Duration STALL_TIMEOUT = Duration.ofSeconds(10);

  private RecordedSettings() {}

  /** Returns the receiving session with the most concurrent streams in a recording or log. */
  static SessionDiagnosis busiestSession(Path recordingFile, double bufferRatio)
      throws IOException {
    DiagnosisFiles sources = new DiagnosisFiles("--from", List.of(recordingFile));
    return sources
        .replay(new FlowControlReplay(STALL_TIMEOUT, STALL_TIMEOUT, bufferRatio))
        .sessions()
        .stream()
        .filter(session -> session.initialStreamWindow() > 0 && session.initialSessionWindow() > 0)
        .max(Comparator.comparingInt(SessionDiagnosis::maxOpenStreams))
        .orElseThrow(
            () ->
                new SettingException(
                    "--from", "show the receive windows of a session", sources.fileNames()));
  }

  /**
   * Returns the description of the client's flow-control strategy in the run's {@code
   * settings.json}; empty if the file is missing.
   */
  static String readStrategy(Path recordingFile) {
    Path run =
        Files.isDirectory(recordingFile)
            ? recordingFile
            : recordingFile.toAbsolutePath().getParent();
    try {
      return Json.MAPPER
          .readTree(run.resolve("settings.json").toFile())
          .at("/inEffect/benchmarkClient/flowControl")
          .asText();
    } catch (IOException e) {
      return ""; // the file is missing, or was written by another program
    }
  }

  /** Returns the buffer ratio in a strategy's description; empty if the strategy is not Jetty's. */
  static Optional<String> bufferRatio(String strategy) {
    Matcher buffering = BUFFERING_STRATEGY.matcher(strategy);
    return buffering.matches() ? Optional.of(buffering.group(1)) : Optional.empty();
  }

  static String describeAssumptions(String strategy) {
    return strategy.isEmpty()
        ? TextFormat.of(
            "Assumed: Jetty's own strategy with a buffer ratio of %s (no recording or log shows"
                + " it); --buffer-ratio sets another.",
            ReceiveWindow.JETTY_BUFFER_RATIO)
        : TextFormat.of(
            "In effect was %s; the answer is for Jetty's own strategy with the same windows.",
            strategy);
  }
}
