package io.streambench.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.analysis.FlowControlReplay;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.transport.EffectiveSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What was in effect in the run that a recording or a log is of. */
final class InEffect {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** Folders of versions before 0.1 have the ratio in the words alone. */
  private static final Pattern BUFFERING =
      Pattern.compile("BufferingFlowControlStrategy ratio ([0-9.E-]+)");

  private static final Duration STALL = Duration.ofSeconds(10);

  private InEffect() {}

  /**
   * The receiving session that carried the most streams.
   *
   * @param streams the most that were open on it at once, at least 1
   * @param streamWindow initial stream receive window in bytes
   * @param sessionWindow initial session receive window in bytes
   */
  record Windows(int streams, long streamWindow, long sessionWindow) {
    /** Reads the file that {@code --from} names. */
    static Windows of(Path from, double bufferRatio) throws IOException {
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
      return new Windows(
          Math.max(1, busiest.maxOpenStreams()),
          busiest.streamWindow(),
          Math.max(RecvWindow.MIN_BYTES, busiest.sessionWindow()));
    }
  }

  /**
   * The flow-control strategy, which only {@code settings.json} in the run's folder has.
   *
   * @param client what was in effect on it; empty where there is no such file
   */
  record Strategy(Optional<EffectiveSettings> client) {
    /** The strategy for the file, or the folder of a run, that {@code --from} names. */
    static Strategy of(Path from) {
      Path run = Files.isDirectory(from) ? from : from.toAbsolutePath().getParent();
      try {
        JsonNode client =
            MAPPER.readTree(run.resolve("settings.json").toFile()).at("/inEffect/benchmarkClient");
        return new Strategy(
            client.path("flowControl").isTextual()
                ? Optional.of(MAPPER.treeToValue(client, EffectiveSettings.class))
                : Optional.empty());
      } catch (IOException e) {
        return new Strategy(Optional.empty()); // none, or somebody else's file of that name
      }
    }

    /** The buffer ratio, if it was Jetty's own strategy. */
    OptionalDouble bufferRatio() {
      if (client.isEmpty() || client.get().ratio().isPresent()) {
        return client.map(EffectiveSettings::ratio).orElse(OptionalDouble.empty());
      }
      Matcher jettys = BUFFERING.matcher(client.get().flowControl());
      return jettys.matches()
          ? OptionalDouble.of(Double.parseDouble(jettys.group(1)))
          : OptionalDouble.empty();
    }

    /** What the answer assumes, in one line; empty where nothing is guessed. */
    Optional<String> remark() {
      if (bufferRatio().isPresent()) {
        return Optional.empty();
      }
      return Optional.of(
          client.isPresent()
              ? Text.of(
                  "In effect was %s; the answer is for Jetty's own strategy with the same windows.",
                  client.get().flowControl())
              : Text.of(
                  "Assumed: Jetty's own strategy with a buffer ratio of %s (no recording or log shows"
                      + " it); --buffer-ratio sets another.",
                  FlowControlSettings.JETTY_BUFFER_RATIO));
    }
  }
}
