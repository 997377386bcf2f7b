package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.flow.recording.CaptureMode;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings of a StreamingSearch run with one combination of parameters.
 *
 * @param solr the client's release line
 * @param client the HTTP client that reads streams
 * @param recording the recording mode, if the parameter sets one
 * @param warnings warnings about unusual but valid settings, one line each
 */
public record StreamingSettings(
    SolrReleaseLine solr,
    HttpClientKind client,
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    CaptureMode capture,
    Optional<RecordingMode> recording,
    List<String> warnings)
    implements ClusterRequirements {
  public static StreamingSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    ClusterSettings cluster = ClusterSettings.of(given, ClusterSettings.DEFAULT_HEAP);
    DocumentSettings documents =
        new DocumentSettings(
            given.get(BenchmarkParameters.DOC_COUNT),
            given.get(BenchmarkParameters.DOC_SIZE_BYTES),
            given.get(BenchmarkParameters.NUM_TEXT_FIELDS),
            given.get(BenchmarkParameters.INDEX_THREADS),
            given.get(BenchmarkParameters.BATCH_SIZE));
    TransportSettings transport = TransportSettings.of(given);
    SolrReleaseLine solr = given.get(BenchmarkParameters.SOLR);
    HttpClientKind client = given.get(BenchmarkParameters.CLIENT);
    if (client == HttpClientKind.JDK && solr != SolrReleaseLine.SOLR_10) {
      throw new SettingException("client", "be jetty with solr=" + solr, client);
    }
    return new StreamingSettings(
        solr,
        client,
        cluster,
        documents,
        transport,
        given.get(BenchmarkParameters.CAPTURE),
        given.get(BenchmarkParameters.RECORDING),
        warnings(given, cluster, transport));
  }

  private static List<String> warnings(
      GivenParameters given, ClusterSettings cluster, TransportSettings transport) {
    List<String> warnings = new ArrayList<>();
    transport
        .connections()
        .tooFewConnectionsWarning(cluster.numShards(), transport.clientProtocol())
        .ifPresent(warnings::add);
    List<String> unused = transport.unusedSettingWarnings();
    warnings.addAll(
        unused.isEmpty() ? FlowControlSettings.warnings(transport.flowControl()) : unused);
    overrideWarning(given, BenchmarkParameters.STREAM_WINDOW, RepairSettings.STREAM_WINDOW_PROPERTY)
        .ifPresent(warnings::add);
    overrideWarning(
            given, BenchmarkParameters.SESSION_WINDOW, RepairSettings.SESSION_WINDOW_PROPERTY)
        .ifPresent(warnings::add);
    if (cluster.kind() == ClusterKind.EXTERNAL
        && !transport.nodeOutput().equals(NodeOutput.DEFAULT)) {
      warnings.add("output buffer sizes are not used: the nodes are not ours");
    }
    if (transport.isHttp1Everywhere() && transport.clientProtocol() == HttpVersion.HTTP_2) {
      warnings.add(
          TextFormat.of(
              "parameter useHttp1=false wins over -D%s=true for the benchmark's own client",
              TransportSettings.HTTP1_PROPERTY));
    }
    return warnings;
  }

  private static Optional<String> overrideWarning(
      GivenParameters given, Parameter<OptionalInt> parameter, String property) {
    OptionalInt window = given.get(parameter);
    String other = given.properties().get(property);
    return window.isEmpty()
            || other == null
            || parameter.type().parse(property, other).equals(window)
        ? Optional.empty()
        : Optional.of(
            TextFormat.of(
                "parameter %s=%d wins over -D%s=%s",
                parameter.name(), window.getAsInt(), property, other));
  }
}
