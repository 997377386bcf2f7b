package io.streambench.config;

import io.streambench.merge.ClientOptions;
import io.streambench.merge.MergedDocuments;
import io.streambench.strategy.FlowControlKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Settings of the benchmark that merges without Solr.
 *
 * @param library that sends and reads
 * @param nodes servers; the shards lie on them by turns
 * @param rateControl whether servers limit events that may be an attack, as Jetty's do by default
 * @param distance between the reader and the servers
 * @param countsUnread whether the reader counts the bytes that lie unread
 */
public record MergeSettings(
    MergeLibraryChoice library,
    HttpVersion protocol,
    int nodes,
    boolean rateControl,
    MergedDocuments documents,
    FlowControlSettings flowControl,
    ConnectionSettings connections,
    Distance distance,
    boolean countsUnread) {
  /** The property that has the reader count the bytes that lie unread. */
  public static final String COUNTS_UNREAD_PROPERTY = "streambench.countUnread";

  private static final String HTTP1 = "useHttp1";
  private static final int MAX_NODES = 100;
  private static final int MAX_SHARDS = 1_000;
  private static final int MAX_DOCUMENT_BYTES = 1 << 24;

  public MergeSettings {
    if (library.isSockets() && protocol != HttpVersion.HTTP_1_1) {
      throw new SettingException(
          HTTP1,
          "be true with " + MergeLibraryChoice.NAME + "=" + library.typed() + ": no HTTP/2",
          "false");
    }
    if (library.isSockets() && flowControl.kind() != FlowControlKind.BUFFERING) {
      throw new SettingException(
          FlowControlKind.NAME,
          Text.of(
              "be %s with %s=%s",
              FlowControlKind.BUFFERING, MergeLibraryChoice.NAME, library.typed()),
          flowControl.kind());
    }
  }

  /**
   * Checks one combination.
   *
   * @param parameters value of every benchmark parameter, by its name
   * @param properties system properties of the JVM that will run the benchmark
   * @param home folder of the module
   * @throws SettingException for the first setting that breaks its rule
   */
  public static MergeSettings of(
      Map<String, String> parameters, Map<String, String> properties, Path home) {
    GivenParameters given = new GivenParameters(parameters);
    return new MergeSettings(
        MergeLibraryChoice.of(given.text(MergeLibraryChoice.NAME), home),
        given.flag(HTTP1) ? HttpVersion.HTTP_1_1 : HttpVersion.HTTP_2,
        given.count("nodeCount", MAX_NODES),
        given.flag("rateControl"),
        new MergedDocuments(
            given.count("docCount"),
            Values.wholeNumber(
                "docSizeBytes",
                given.text("docSizeBytes"),
                MergedDocuments.LEAST_BYTES,
                MAX_DOCUMENT_BYTES),
            given.count("numShards", MAX_SHARDS),
            Values.oneOf(
                    DocumentPlacement.NAME,
                    given.text(DocumentPlacement.NAME),
                    DocumentPlacement.class)
                == DocumentPlacement.RUNS),
        FlowControlSettings.of(given, Map.of()),
        ConnectionSettings.of(given),
        Distance.of(given),
        Values.flag(
            COUNTS_UNREAD_PROPERTY, properties.getOrDefault(COUNTS_UNREAD_PROPERTY, "false")));
  }

  /** The options of the reader's client. */
  public ClientOptions client() {
    return new ClientOptions(
        protocol == HttpVersion.HTTP_1_1,
        flowControl.streamWindow().bytes(),
        flowControl.sessionWindow().bytes(),
        flowControl.kind().toString(),
        flowControl.bufferRatio(),
        connections.mostToNode(protocol),
        countsUnread);
  }

  /** The oddities that are allowed, a line each. */
  public List<String> warnings() {
    if (library.isSockets()) {
      return List.of();
    }
    List<String> warnings = new ArrayList<>();
    connections
        .tooFewFor((documents.shards() + nodes - 1) / nodes, protocol)
        .ifPresent(warnings::add);
    if (protocol == HttpVersion.HTTP_2) {
      warnings.addAll(flowControl.warnings());
    }
    return warnings;
  }
}
