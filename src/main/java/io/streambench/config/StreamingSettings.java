package io.streambench.config;

import io.streambench.strategy.RepairSettings;
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
    List<String> warnings)
    implements ClusterNeeds {

  private static final String RECORDING = "recording";
  private static final String DEFAULT = "default";

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
    GivenParameters given = new GivenParameters(parameters);
    ClusterSettings cluster = ClusterSettings.of(given, properties);
    DocumentSettings documents =
        new DocumentSettings(
            given.count("docCount"),
            given.count("docSizeBytes", DocumentSettings.MAX_SIZE_BYTES),
            given.count("numTextFields"),
            given.countOrNone("indexThreads"),
            given.count("batchSize"));
    TransportSettings transport = TransportSettings.of(given, properties);
    CaptureMode capture = CaptureMode.parse(given.text("capture"));
    return new StreamingSettings(
        cluster,
        documents,
        transport,
        capture,
        recording(parameters.getOrDefault(RECORDING, DEFAULT)),
        parameters,
        warnings(parameters, properties, cluster, transport));
  }

  /** The same with the parameters of another benchmark, which come to these settings. */
  public StreamingSettings with(Map<String, String> otherParameters) {
    return new StreamingSettings(
        cluster, documents, transport, capture, recording, otherParameters, warnings);
  }

  private static Optional<RecordingMode> recording(String text) {
    return text.strip().equals(DEFAULT)
        ? Optional.empty()
        : Optional.of(RecordingMode.parse(RECORDING, text));
  }

  private static List<String> warnings(
      Map<String, String> parameters,
      Map<String, String> properties,
      ClusterSettings cluster,
      TransportSettings transport) {
    List<String> warnings = new ArrayList<>();
    transport
        .connections()
        .tooFewFor(cluster.numShards(), transport.client())
        .ifPresent(warnings::add);
    if (transport.flowControl().bufferRatio().orElse(0) == 1) {
      warnings.add("bufferRatio 1 never gives credit: a session ends with its window");
    }
    RecvWindow stream = transport.flowControl().streamWindow();
    RecvWindow session = transport.flowControl().sessionWindow();
    if (!transport.flowControl().kind().keepsStreamsApart()
        && stream.bytes().orElse(RecvWindow.JETTY_STREAM_BYTES)
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
        properties.get(RepairSettings.STREAM_WINDOW_PROPERTY));
    overridden(
        warnings,
        "initialSessionRecvWindow",
        session,
        properties.get(RepairSettings.SESSION_WINDOW_PROPERTY));
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
}
