package io.streambench.bench.settings;

import io.streambench.base.ValueType;
import io.streambench.flow.window.FlowControlKind;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The protocol, flow control, connections and distance between Solr's clients and nodes, and the
 * buffers of the nodes.
 *
 * @param clientProtocol protocol of the benchmark's own client
 * @param isHttp1Everywhere whether {@code -Dsolr.http1=true} makes every other Solr client of the
 *     JVM use HTTP/1.1, including the clients inside the nodes
 * @param distance distance between the benchmark's own client and the nodes
 * @param maxFrameSize maximum size in bytes of a frame that a server may send to the JVM's HTTP/2
 *     clients (RFC 9113, SETTINGS_MAX_FRAME_SIZE); empty for Jetty's default
 */
public record TransportSettings(
    HttpVersion clientProtocol,
    boolean isHttp1Everywhere,
    FlowControlSettings flowControl,
    ConnectionSettings connections,
    Distance distance,
    OptionalInt inputBufferSize,
    OptionalInt maxFrameSize,
    NodeOutput nodeOutput) {
  /** Solr's system property that makes all Solr clients use HTTP/1.1. */
  public static final String HTTP1_PROPERTY = "solr.http1";

  /** Returns settings with the given values, and defaults for all other components. */
  public static TransportSettings of(
      HttpVersion client,
      boolean http1Everywhere,
      FlowControlSettings flowControl,
      OptionalInt maxConcurrentStreams,
      NodeOutput output) {
    return new TransportSettings(
        client,
        http1Everywhere,
        flowControl,
        new ConnectionSettings(OptionalInt.empty(), OptionalInt.empty(), maxConcurrentStreams),
        Distance.NONE,
        OptionalInt.empty(),
        OptionalInt.empty(),
        output);
  }

  /** Returns a warning about the settings that have no effect if the client uses HTTP/1.1. */
  List<String> unusedSettingWarnings() {
    List<String> unused = new ArrayList<>();
    if (clientProtocol == HttpVersion.HTTP_1_1) {
      if (flowControl.kind() != FlowControlKind.BUFFERING) {
        unused.add(FlowControlKind.PARAMETER_NAME + "=" + flowControl.kind());
      }
      flowControl.streamWindow().ifPresent(n -> unused.add("initialStreamRecvWindow=" + n));
      flowControl.sessionWindow().ifPresent(n -> unused.add("initialSessionRecvWindow=" + n));
      flowControl.bufferRatio().ifPresent(n -> unused.add("bufferRatio=" + n));
      connections
          .streamsPerConnection()
          .ifPresent(n -> unused.add("maxConcurrentStreamsPerConnection=" + n));
      inputBufferSize.ifPresent(n -> unused.add("inputBufferSize=" + n));
      maxFrameSize.ifPresent(n -> unused.add("maxFrameSize=" + n));
      connections.maxConcurrentStreams().ifPresent(n -> unused.add("maxConcurrentStreams=" + n));
    }
    return unused.isEmpty()
        ? List.of()
        : List.of(
            "with useHttp1=true the benchmark's client does not use "
                + String.join(", ", unused)
                + ": HTTP/1.1 has no flow control and no streams");
  }

  /** Reads the settings. A setting that is not given has the default of Jetty or Solr. */
  static TransportSettings of(GivenParameters given) {
    return new TransportSettings(
        given.protocol(),
        ValueType.flag()
            .parse(HTTP1_PROPERTY, given.properties().getOrDefault(HTTP1_PROPERTY, "false")),
        FlowControlSettings.of(given),
        ConnectionSettings.of(given),
        Distance.of(given),
        given.get(BenchmarkParameters.INPUT_BUFFER_SIZE),
        given.get(BenchmarkParameters.MAX_FRAME_SIZE),
        NodeOutput.of(given));
  }
}
