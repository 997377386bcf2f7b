package io.streambench.cli;

import io.streambench.analysis.SessionDiagnosis;
import io.streambench.config.CollectionAddress;
import io.streambench.config.DocumentSettings;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.config.Values;
import io.streambench.config.ZkHost;
import io.streambench.diagnose.SeenCollection;
import io.streambench.diagnose.SolrHttp;
import io.streambench.diagnose.SolrNodes;
import io.streambench.diagnose.TlsFiles;
import io.streambench.predict.ConnectionLimits;
import io.streambench.predict.Placement;
import io.streambench.predict.Prediction;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.report.prediction.PredictionReport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code streambench predict}: can a query stall, and which settings prevent it? */
@Command(name = "predict")
final class PredictVerb implements Callable<Integer> {
  private static final int MOST = 10_000;
  private static final int MOST_REPLICAS = 1_000;
  private static final int MOST_QUERIES = 1_000;
  private static final int MOST_AT_A_TIME = 1_000_000;
  private static final long LARGEST_RESPONSE = 1L << 50;
  private static final int SAMPLED_DOCUMENTS = 64;
  private static final Duration LIMIT = Duration.ofSeconds(10);

  @Spec private CommandSpec spec;
  @Mixin private FormatOption format;

  @Option(names = "--shards", paramLabel = "N")
  private String shards;

  @Option(names = "--nodes", paramLabel = "N")
  private String nodes;

  @Option(names = "--replicas", paramLabel = "N")
  private String replicas;

  @Option(names = CollectionAddress.ZK, paramLabel = "HOST:PORT[/chroot]")
  private String zk;

  @Option(names = CollectionAddress.COLLECTION, paramLabel = "NAME")
  private String collection;

  @Option(names = CollectionAddress.FIELDS, paramLabel = "NAMES")
  private String fields;

  @Option(names = "--connections", paramLabel = "N")
  private String connections;

  @Option(names = "--streams-per-connection", paramLabel = "N")
  private String streamsPerConnection;

  @Option(names = "--concurrent-queries", paramLabel = "N")
  private String queries;

  @Option(names = "--streams-per-session", paramLabel = "N")
  private String streams;

  @Option(names = "--stream-window", paramLabel = "BYTES")
  private String streamWindow;

  @Option(names = "--session-window", paramLabel = "BYTES")
  private String sessionWindow;

  @Option(names = "--buffer-ratio", paramLabel = "RATIO")
  private String bufferRatio;

  @Option(names = "--response-bytes", paramLabel = "BYTES")
  private String responseBytes;

  @Option(names = "--docs", paramLabel = "N")
  private String docs;

  @Option(names = "--doc-bytes", paramLabel = "BYTES")
  private String docBytes;

  @Option(names = "--fresh-session")
  private boolean freshSession;

  @Option(names = "--from", paramLabel = "FILE")
  private Path from;

  @Option(names = "--explain")
  private boolean explained;

  private String remark = "";

  @Override
  public Integer call() throws Exception {
    if (from != null) {
      inEffect();
    }
    requireFitting();
    PredictionReport report = report();
    format.print(() -> report.text(explained), report::markdown, report::json);
    if (!remark.isEmpty()) {
      format.remark(remark);
    }
    return ExitStatus.SUCCESS.code();
  }

  /** Uses the settings in effect for options that were not given. */
  private void inEffect() throws IOException {
    if (bufferRatio == null) {
      String strategy = EffectiveSettings.strategy(from);
      bufferRatio = EffectiveSettings.bufferRatio(strategy).orElse(null);
      remark = bufferRatio == null ? EffectiveSettings.assumed(strategy) : "";
    }
    SessionDiagnosis busiest = EffectiveSettings.busiest(from, ratio());
    if (shards == null && zk == null && streams == null) {
      streams = Integer.toString(Math.max(1, busiest.maxOpenStreams()));
    }
    if (streamWindow == null) {
      streamWindow = Long.toString(busiest.streamWindow());
    }
    if (sessionWindow == null) {
      sessionWindow = Long.toString(Math.max(RecvWindow.MIN_BYTES, busiest.sessionWindow()));
    }
  }

  private void requireFitting() {
    if (zk == null) {
      refuse("come with --zk", "--collection", "--fields");
      if (shards == null && streams == null) {
        throw new SettingException("--shards", "be given, or --streams-per-session, or --zk", "");
      }
      if ((docs == null) != (docBytes == null)) {
        throw new SettingException(
            docs == null ? "--docs" : "--doc-bytes", "be given: it takes both", "");
      }
    } else {
      String known = "be left out where --zk is given, which knows it";
      refuse(known, "--shards", "--nodes", "--replicas", "--streams-per-session");
    }
    if (streams != null) {
      String known = "be left out where --streams-per-session is given";
      refuse(known, "--shards", "--nodes", "--replicas", "--connections");
      refuse(known, "--streams-per-connection");
      refuse("come with --shards, over which they lie", "--docs");
    }
    if (docs != null || docBytes != null) {
      refuse("be left out where documents are given", "--response-bytes");
    }
  }

  /** Throws if one of these options was given. */
  private void refuse(String rule, String... options) {
    ParseResult typed = spec.commandLine().getParseResult();
    for (String option : options) {
      Object value = typed.matchedOptionValue(option, null);
      SettingException.throwIf(value != null, option, rule, value);
    }
  }

  private PredictionReport report() throws Exception {
    int shardCount = number("--shards", shards, 1, MOST, 1);
    int nodeCount = number("--nodes", nodes, 1, MOST, 1);
    int replicaCount = number("--replicas", replicas, 1, MOST_REPLICAS, 1);
    String mostReplicas = "be at most --nodes (" + nodeCount + ")";
    SettingException.throwIf(replicaCount > nodeCount, "--replicas", mostReplicas, replicas);
    int most = MOST_AT_A_TIME / Math.max(shardCount, streamCount());
    if (queryCount() > most) {
      throw new SettingException(
          "--concurrent-queries", "be at most " + most + " with that many streams", queries);
    }
    OptionalLong bytes =
        responseBytes == null ? OptionalLong.empty() : OptionalLong.of(responseBytes());
    OptionalLong documents = count("--docs", docs, Integer.MAX_VALUE);
    OptionalLong size = count("--doc-bytes", docBytes, DocumentSettings.MAX_SIZE_BYTES);
    if (zk != null) {
      CollectionAddress address = CollectionAddress.of(zk, collection, fields);
      SeenCollection found = seen(address, bytes.isPresent(), documents, size);
      SafeWindowRule rule = rule(bytes.orElseGet(found::responseBytes));
      return new PredictionReport(
          Prediction.of(rule, spread(found.placement())), Optional.of(found));
    }
    SafeWindowRule rule =
        rule(
            documents.isPresent()
                ? (documents.getAsLong() * size.getAsLong() + shardCount - 1) / shardCount
                : bytes.orElse(SafeWindowRule.ANY_RESPONSE));
    return new PredictionReport(
        streams != null
            ? Prediction.of(rule)
            : Prediction.of(rule, spread(Placement.byTurns(shardCount, nodeCount, replicaCount))));
  }

  /** Reads the collection from the cluster, except for values that were given. */
  private static SeenCollection seen(
      CollectionAddress address, boolean given, OptionalLong documents, OptionalLong size)
      throws Exception {
    SolrNodes nodes = nodes(address.zkHost());
    String name = address.collection();
    SeenCollection found =
        nodes
            .collection(name)
            .orElseThrow(
                () ->
                    new SettingException(
                        CollectionAddress.COLLECTION,
                        "be one that the cluster at " + address.zkHost() + " has",
                        name));
    int without = found.shards().size() - found.active().size();
    SettingException.throwIf(
        found.active().isEmpty() || without > 0,
        CollectionAddress.COLLECTION,
        Text.of("have a replica that is up for every shard (%d have none)", without),
        name);
    if (given) {
      return found;
    }
    try {
      boolean sampled = size.isEmpty();
      List<String> missing =
          sampled && !address.fields().isEmpty()
              ? nodes.samples().unreadable(found, address.fields())
              : List.of();
      SettingException.throwIf(
          !missing.isEmpty(),
          CollectionAddress.FIELDS,
          "be stored, or have doc values, in collection " + name,
          String.join(", ", missing));
      String wanted = address.fields().isEmpty() ? "*" : String.join(",", address.fields());
      SeenCollection read =
          nodes
              .samples()
              .sampled(found, wanted, sampled ? SAMPLED_DOCUMENTS : 0)
              .with(documents, size);
      SettingException.throwIf(
          read.responseBytes() == 0, CollectionAddress.COLLECTION, "hold documents", name);
      return read;
    } catch (IOException e) {
      throw new SettingException(
          CollectionAddress.ZK,
          "be of a cluster whose nodes answer (" + e.getMessage() + ")",
          address.zkHost());
    }
  }

  /** The nodes of the cluster, from the first node that responds. */
  private static SolrNodes nodes(ZkHost zkHost) throws Exception {
    List<String> live = Checkout.require(CollectionAddress.ZK, zkHost).liveNodes(zkHost);
    SolrHttp http = SolrHttp.open(TlsFiles.NONE, credentials(), LIMIT);
    SettingException silent = null;
    for (String url : live) {
      try {
        return SolrNodes.find(http, List.of(url));
      } catch (SettingException e) {
        silent = silent == null ? e : silent;
      }
    }
    throw new SettingException(
        CollectionAddress.ZK,
        "be of a cluster whose nodes answer (" + silent.getMessage() + ")",
        zkHost);
  }

  /** The user and password from the properties of Solr's own client. */
  private static Optional<String> credentials() throws IOException {
    String file = System.getProperty("solr.httpclient.config");
    if (file == null) {
      return Optional.ofNullable(System.getProperty("basicauth"));
    }
    Properties config = new Properties();
    try (InputStream in = Files.newInputStream(Path.of(file))) {
      config.load(in);
    }
    return Optional.ofNullable(config.getProperty("httpBasicAuthUser"))
        .map(user -> user + ":" + config.getProperty("httpBasicAuthPassword", ""));
  }

  private StreamSpread spread(Placement placement) {
    ConnectionLimits solr = ConnectionLimits.SOLR;
    int each = solr.streamsPerConnection();
    return new StreamSpread(
        placement.times(queryCount()),
        new ConnectionLimits(
            number("--connections", connections, 1, MOST, solr.connections()),
            number("--streams-per-connection", streamsPerConnection, 1, MOST, each)));
  }

  private SafeWindowRule rule(long bytes) {
    int jettyStream = RecvWindow.JETTY_STREAM_BYTES;
    int jettySession = RecvWindow.JETTY_SESSION_BYTES;
    int least = RecvWindow.MIN_BYTES;
    return new SafeWindowRule(
        streamCount() * queryCount(),
        number("--stream-window", streamWindow, 1, RecvWindow.MAX_BYTES, jettyStream),
        number("--session-window", sessionWindow, least, RecvWindow.MAX_BYTES, jettySession),
        ratio(),
        bytes,
        freshSession,
        queryCount());
  }

  private int streamCount() {
    return number("--streams-per-session", streams, 1, MOST, 1);
  }

  private int queryCount() {
    return number("--concurrent-queries", queries, 1, MOST_QUERIES, 1);
  }

  private double ratio() {
    return bufferRatio == null
        ? FlowControlSettings.JETTY_BUFFER_RATIO
        : Values.bufferRatio("--buffer-ratio", bufferRatio);
  }

  private static int number(String option, String text, int least, int most, int otherwise) {
    return text == null ? otherwise : Values.wholeNumber(option, text, least, most);
  }

  private static OptionalLong count(String option, String text, int most) {
    return text == null
        ? OptionalLong.empty()
        : OptionalLong.of(Values.wholeNumber(option, text, 1, most));
  }

  private long responseBytes() {
    return (long) Values.number("--response-bytes", responseBytes, 1, LARGEST_RESPONSE, "bytes, ");
  }
}
