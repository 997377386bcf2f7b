package io.streambench.config;

import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of one StreamingSearch run: one combination of the benchmark's parameters.
 *
 * @param recording whether flow control is recorded, if the parameter says so
 * @param warnings what is odd about the settings and yet allowed, a line each
 */
public record StreamingSettings(
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    CaptureMode capture,
    Optional<RecordingMode> recording,
    List<String> warnings)
    implements ClusterNeeds {

  private static final String RECORDING = "recording";
  private static final String DEFAULT = "default";

  public StreamingSettings {
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
    CaptureMode capture = Values.oneOf("capture", given.text("capture"), CaptureMode.class);
    return new StreamingSettings(
        cluster,
        documents,
        transport,
        capture,
        recording(parameters.getOrDefault(RECORDING, DEFAULT)),
        warnings(parameters, properties, cluster, transport));
  }

  private static Optional<RecordingMode> recording(String text) {
    return text.strip().equals(DEFAULT)
        ? Optional.empty()
        : Optional.of(Values.oneOf(RECORDING, text, RecordingMode.class));
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
    warnings.addAll(transport.flowControl().warnings());
    RecvWindow stream = transport.flowControl().streamWindow();
    RecvWindow session = transport.flowControl().sessionWindow();
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
    if (cluster.kind() == ClusterKind.EXTERNAL && !transport.output().equals(NodeOutput.DEFAULT)) {
      warnings.add("output buffer sizes are not used: the nodes are not ours");
    }
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
