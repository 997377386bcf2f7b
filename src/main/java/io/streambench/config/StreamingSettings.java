package io.streambench.config;

import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All settings of one StreamingSearch run: one combination of the benchmark's parameters.
 *
 * @param solr the client's release line
 * @param client the HTTP client that it uses
 * @param recording the recording mode, if the parameter sets one
 * @param warnings settings that are odd but allowed, one line each
 */
public record StreamingSettings(
    SolrLine solr,
    HttpClientKind client,
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
    SolrLine solr = SolrLine.ofClient(given);
    HttpClientKind client = Values.oneOf("client", given.values(), HttpClientKind.JETTY);
    if (client == HttpClientKind.JDK && solr != SolrLine.SOLR_10) {
      throw new SettingException("client", "be jetty with solr=" + solr, client);
    }
    return new StreamingSettings(
        solr,
        client,
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
    Optional<String> unused = transport.unusedOverHttp1();
    unused.ifPresent(warnings::add);
    if (unused.isEmpty()) {
      warnings.addAll(FlowControlSettings.warnings(transport.flowControl()));
    }
    overridden(warnings, given, "initialStreamRecvWindow", RepairSettings.STREAM_WINDOW_PROPERTY);
    overridden(warnings, given, "initialSessionRecvWindow", RepairSettings.SESSION_WINDOW_PROPERTY);
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
      List<String> warnings, GivenParameters given, String parameter, String name) {
    String property = given.properties().get(name);
    given
        .unless(RecvWindow.DEFAULT, parameter)
        .filter(window -> property != null && !property.strip().equals(window))
        .map(
            window ->
                Text.of("parameter %s=%s wins over -D%s=%s", parameter, window, name, property))
        .ifPresent(warnings::add);
  }
}
