package io.streambench.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of one StreamingSearch run: one combination of the benchmark's parameters.
 *
 * @param recording whether flow control is recorded, if the parameter says so
 * @param parameters the parameters as they were given, in their order
 * @param warnings what is odd about the settings and yet allowed, a line each
 */
public record StreamingSettings(
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    CaptureMode capture,
    Optional<RecordingMode> recording,
    Map<String, String> parameters,
    List<String> warnings) {

  private static final String RECORDING = "recording";
  private static final String DEFAULT = "default";

  /** The most of anything that has no limit of its own. */
  private static final int MAX_COUNT = Integer.MAX_VALUE;

  /** All nodes share one JVM; a mistyped zero more would start servers until its heap is full. */
  private static final int MAX_NODES = 100;

  private static final int MAX_SHARDS = 1_000;

  /** A document is several times in memory on its way into the index. */
  private static final int MAX_DOC_SIZE_BYTES = 100_000_000;

  public StreamingSettings {
    parameters = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    warnings = List.copyOf(warnings);
  }

  /**
   * Checks one combination.
   *
   * @param parameters value of every benchmark parameter, by its name
   * @param properties system properties of the JVM that will run it
   * @throws SettingException for the first setting that breaks its rule
   */
  public static StreamingSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    ClusterSettings cluster =
        ClusterSettings.of(
            parameters,
            properties,
            count(parameters, "nodeCount", MAX_NODES),
            count(parameters, "numShards", MAX_SHARDS),
            count(parameters, "numReplicas"));
    DocumentSettings documents =
        new DocumentSettings(
            count(parameters, "docCount"),
            count(parameters, "docSizeBytes", MAX_DOC_SIZE_BYTES),
            count(parameters, "numTextFields"),
            Values.wholeNumber("indexThreads", text(parameters, "indexThreads"), 0, MAX_COUNT),
            count(parameters, "batchSize"));
    TransportSettings transport = transport(parameters, properties);
    CaptureMode capture = CaptureMode.parse(text(parameters, "capture"));
    return new StreamingSettings(
        cluster,
        documents,
        transport,
        capture,
        recording(parameters.getOrDefault(RECORDING, DEFAULT)),
        parameters,
        warnings(parameters, properties, transport));
  }

  private static Optional<RecordingMode> recording(String text) {
    return text.strip().equals(DEFAULT)
        ? Optional.empty()
        : Optional.of(RecordingMode.parse(RECORDING, text));
  }

  private static TransportSettings transport(
      Map<String, String> parameters, Map<String, String> properties) {
    return new TransportSettings(
        Values.flag("useHttp1", text(parameters, "useHttp1"))
            ? HttpVersion.HTTP_1_1
            : HttpVersion.HTTP_2,
        Values.flag(
            TransportSettings.HTTP1_PROPERTY,
            properties.getOrDefault(TransportSettings.HTTP1_PROPERTY, "false")),
        RecvWindow.of(
            "initialStreamRecvWindow",
            text(parameters, "initialStreamRecvWindow"),
            TransportSettings.STREAM_WINDOW_PROPERTY,
            properties.get(TransportSettings.STREAM_WINDOW_PROPERTY)),
        RecvWindow.of(
            "initialSessionRecvWindow",
            text(parameters, "initialSessionRecvWindow"),
            TransportSettings.SESSION_WINDOW_PROPERTY,
            properties.get(TransportSettings.SESSION_WINDOW_PROPERTY)));
  }

  private static List<String> warnings(
      Map<String, String> parameters, Map<String, String> properties, TransportSettings transport) {
    List<String> warnings = new ArrayList<>();
    RecvWindow stream = transport.streamWindow();
    RecvWindow session = transport.sessionWindow();
    if (stream.bytes().orElse(RecvWindow.JETTY_STREAM_BYTES)
        > session.bytes().orElse(RecvWindow.JETTY_SESSION_BYTES)) {
      warnings.add(
          Text.of(
              "initialStreamRecvWindow %s is above initialSessionRecvWindow %s: one stream can use up the session",
              stream, session));
    }
    overridden(
        warnings,
        "initialStreamRecvWindow",
        stream,
        properties.get(TransportSettings.STREAM_WINDOW_PROPERTY));
    overridden(
        warnings,
        "initialSessionRecvWindow",
        session,
        properties.get(TransportSettings.SESSION_WINDOW_PROPERTY));
    if (transport.http1Everywhere() && transport.client() == HttpVersion.HTTP_2) {
      warnings.add(
          Text.of(
              "parameter useHttp1=%s wins over -D%s=true for the benchmark's own client",
              parameters.get("useHttp1"), TransportSettings.HTTP1_PROPERTY));
    }
    return warnings;
  }

  private static void overridden(
      List<String> warnings, String parameter, RecvWindow window, String property) {
    if (window.origin() == RecvWindow.Origin.PARAMETER
        && property != null
        && !property.strip().equals(window.toString())) {
      warnings.add(
          Text.of(
              "parameter %s=%s wins over -Dsolr.http2.%s=%s",
              parameter, window, parameter, property));
    }
  }

  private static int count(Map<String, String> parameters, String name) {
    return count(parameters, name, MAX_COUNT);
  }

  private static int count(Map<String, String> parameters, String name, int max) {
    return Values.wholeNumber(name, text(parameters, name), 1, max);
  }

  private static String text(Map<String, String> parameters, String name) {
    String text = parameters.get(name);
    if (text == null) {
      throw new SettingException(name, "be given", "");
    }
    return text;
  }
}
