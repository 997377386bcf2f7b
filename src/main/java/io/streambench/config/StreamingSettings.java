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
  public StreamingSettings {
    warnings = List.copyOf(warnings);
  }

  /** Reads one combination of parameters, for a JVM with these system properties. */
  public static StreamingSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    ClusterSettings cluster = ClusterSettings.of(given, ClusterSettings.DEFAULT_HEAP);
    DocumentSettings documents =
        new DocumentSettings(
            given.count("docCount"),
            given.count("docSizeBytes", DocumentSettings.MAX_SIZE_BYTES),
            given.count("numTextFields"),
            Values.wholeNumber("indexThreads", given.text("indexThreads"), 0, Integer.MAX_VALUE),
            given.count("batchSize"));
    TransportSettings transport = TransportSettings.of(given);
    return new StreamingSettings(
        cluster,
        documents,
        transport,
        given.oneOf("capture", CaptureMode.class),
        given
            .unless("default", "recording")
            .map(text -> Values.oneOf("recording", text, RecordingMode.class)),
        warnings(given, cluster, transport));
  }

  private static List<String> warnings(
      GivenParameters given, ClusterSettings cluster, TransportSettings transport) {
    List<String> warnings = new ArrayList<>();
    transport
        .connections()
        .tooFewFor(cluster.numShards(), transport.client())
        .ifPresent(warnings::add);
    warnings.addAll(transport.flowControl().warnings());
    String stream = given.properties().get(RepairSettings.STREAM_WINDOW_PROPERTY);
    String session = given.properties().get(RepairSettings.SESSION_WINDOW_PROPERTY);
    FlowControlSettings windows = transport.flowControl();
    overridden(warnings, "initialStreamRecvWindow", windows.streamWindow(), stream);
    overridden(warnings, "initialSessionRecvWindow", windows.sessionWindow(), session);
    if (cluster.kind() == ClusterKind.EXTERNAL && !transport.output().equals(NodeOutput.DEFAULT)) {
      warnings.add("output buffer sizes are not used: the nodes are not ours");
    }
    if (transport.http1Everywhere() && transport.client() == HttpVersion.HTTP_2) {
      warnings.add(
          Text.of(
              "parameter useHttp1=%s wins over -D%s=true for the benchmark's own client",
              given.text("useHttp1"), TransportSettings.HTTP1_PROPERTY));
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
