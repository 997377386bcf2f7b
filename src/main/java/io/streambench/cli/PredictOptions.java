package io.streambench.cli;

import static io.streambench.base.ValueType.bytes;
import static io.streambench.base.ValueType.wholeNumber;

import io.streambench.base.ValueType;
import io.streambench.base.Values;
import io.streambench.bench.settings.DocumentSettings;
import io.streambench.bench.settings.Parameter;
import io.streambench.flow.predict.ConnectionLimits;
import io.streambench.flow.window.ReceiveWindow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** The numeric options of {@code predict}, with their checks. */
final class PredictOptions {
  private static final List<Parameter<?>> ALL = new ArrayList<>();
  private static final int MAX_COUNT = 10_000;
  private static final int MAX_QUERIES = 1_000;
  private static final int MAX_REPLICAS = 1_000;
  private static final long MAX_RESPONSE_BYTES = 1L << 50;

  static final Parameter<Integer> SHARDS = add("--shards", wholeNumber(1, MAX_COUNT), 1);
  static final Parameter<Integer> NODES = add("--nodes", wholeNumber(1, MAX_COUNT), 1);
  static final Parameter<Integer> REPLICAS = add("--replicas", wholeNumber(1, MAX_REPLICAS), 1);
  static final Parameter<Integer> CONNECTIONS =
      add("--connections", wholeNumber(1, MAX_COUNT), ConnectionLimits.SOLR.connections());
  static final Parameter<Integer> STREAMS_PER_CONNECTION =
      add(
          "--streams-per-connection",
          wholeNumber(1, MAX_COUNT),
          ConnectionLimits.SOLR.streamsPerConnection());
  static final Parameter<Integer> CONCURRENT_QUERIES =
      add("--concurrent-queries", wholeNumber(1, MAX_QUERIES), 1);
  static final Parameter<Integer> STREAMS_PER_SESSION =
      add("--streams-per-session", wholeNumber(1, MAX_COUNT), 1);
  static final Parameter<Integer> STREAM_WINDOW =
      add("--stream-window", bytes(1, ReceiveWindow.MAX_BYTES), ReceiveWindow.JETTY_STREAM_BYTES);
  static final Parameter<Integer> SESSION_WINDOW =
      add(
          "--session-window",
          bytes(ReceiveWindow.MIN_BYTES, ReceiveWindow.MAX_BYTES),
          ReceiveWindow.JETTY_SESSION_BYTES);
  static final Parameter<Double> BUFFER_RATIO =
      add("--buffer-ratio", Values.BUFFER_RATIO, ReceiveWindow.JETTY_BUFFER_RATIO);
  static final Parameter<Double> RESPONSE_BYTES =
      add("--response-bytes", ValueType.number(1, MAX_RESPONSE_BYTES), "");
  static final Parameter<Integer> DOCS = add("--docs", wholeNumber(1, Integer.MAX_VALUE), "");
  static final Parameter<Integer> DOC_BYTES =
      add("--doc-bytes", bytes(1, DocumentSettings.MAX_SIZE_BYTES), "");

  private PredictOptions() {}

  private static <T> Parameter<T> add(String name, ValueType<T> type, Object defaultValue) {
    Parameter<T> option = new Parameter<>(name, type, defaultValue.toString(), false, "");
    ALL.add(option);
    return option;
  }

  static void addTo(CommandSpec command) {
    for (Parameter<?> option : ALL) {
      command.addOption(
          OptionSpec.builder(option.name())
              .type(String.class)
              .paramLabel(option.type().label())
              .defaultValue(option.defaultValue().isEmpty() ? null : option.defaultValue())
              .build());
    }
  }

  static Map<String, String> givenOptions(ParseResult parseResult) {
    Map<String, String> given = new HashMap<>();
    for (Parameter<?> option : ALL) {
      String text = parseResult.matchedOptionValue(option.name(), null);
      if (text != null) {
        given.put(option.name(), text);
      }
    }
    return given;
  }
}
