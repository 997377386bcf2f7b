package io.streambench.cli;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.Text;
import io.streambench.transport.EffectiveSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The flow-control strategy of the client that a recording or log is of. Neither tells it, but a
 * run's folder has {@code settings.json} beside them.
 *
 * @param client what was in effect on it; empty where there is no such file
 */
record StrategyInEffect(Optional<EffectiveSettings> client) {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

  /** Folders of versions before 0.1 have the ratio in the words alone. */
  private static final Pattern BUFFERING =
      Pattern.compile("BufferingFlowControlStrategy ratio ([0-9.E-]+)");

  /** The strategy for the file, or the folder of a run, that {@code --from} names. */
  static StrategyInEffect of(Path from) {
    Path run = Files.isDirectory(from) ? from : from.toAbsolutePath().getParent();
    Path settings = run.resolve("settings.json");
    if (!Files.isRegularFile(settings)) {
      return new StrategyInEffect(Optional.empty());
    }
    try {
      JsonNode client = MAPPER.readTree(settings.toFile()).at("/inEffect/benchmarkClient");
      return new StrategyInEffect(
          client.path("flowControl").isTextual()
              ? Optional.of(MAPPER.treeToValue(client, EffectiveSettings.class))
              : Optional.empty());
    } catch (IOException e) {
      return new StrategyInEffect(Optional.empty()); // somebody else's file of that name
    }
  }

  /** The buffer ratio, if it was Jetty's own strategy. */
  OptionalDouble bufferRatio() {
    return client.map(StrategyInEffect::ratio).orElse(OptionalDouble.empty());
  }

  private static OptionalDouble ratio(EffectiveSettings client) {
    Matcher jettys = BUFFERING.matcher(client.flowControl());
    return client.ratio().isEmpty() && jettys.matches()
        ? OptionalDouble.of(Double.parseDouble(jettys.group(1)))
        : client.ratio();
  }

  /**
   * The assumption that the answer rests on, in addition to what was read, in one line. Empty where
   * nothing is guessed.
   */
  Optional<String> remark() {
    if (bufferRatio().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        client
            .map(
                other ->
                    Text.of(
                        "In effect was %s; the answer is for Jetty's own strategy with the same"
                            + " windows.",
                        other.flowControl()))
            .orElse(
                Text.of(
                    "Assumed: Jetty's own strategy with a buffer ratio of %s (no recording or log shows"
                        + " it); --buffer-ratio sets another.",
                    FlowControlSettings.JETTY_BUFFER_RATIO)));
  }
}
