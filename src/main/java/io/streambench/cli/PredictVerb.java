package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.Parameter;
import io.streambench.bench.settings.ZkHost;
import io.streambench.diagnose.cluster.ObservedCollection;
import io.streambench.diagnose.cluster.SolrHttp;
import io.streambench.diagnose.cluster.SolrNodes;
import io.streambench.diagnose.cluster.TlsFiles;
import io.streambench.diagnose.report.PredictionReport;
import io.streambench.flow.predict.ConnectionLimits;
import io.streambench.flow.predict.Placement;
import io.streambench.flow.predict.Prediction;
import io.streambench.flow.predict.ResponseSizes;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.StreamSpread;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.window.ReceiveWindow;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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

/**
 * The command {@code streambench predict}, which predicts whether a query can stall, and what
 * prevents a stall.
 */
@Command(name = "predict")
final class PredictVerb implements Callable<Integer> {
  private static final int MAX_STREAMS = 1_000_000;
  private static final int SAMPLED_DOCUMENT_COUNT = 64;
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

  private static final String ZK_OPTION = "--zk";
  private static final String COLLECTION_OPTION = "--collection";
  private static final String FIELDS_OPTION = "--fields";

  @Mixin private FormatOption format;

  @Option(names = ZK_OPTION, paramLabel = "HOST:PORT[/chroot]")
  private String zk;

  @Option(names = COLLECTION_OPTION, paramLabel = "NAME")
  private String collection;

  @Option(names = FIELDS_OPTION, paramLabel = "NAMES")
  private String fieldNames;

  @Option(names = "--fresh-session")
  private boolean isFreshSession;

  @Option(names = "--from", paramLabel = "FILE")
  private Path recordingFile;

  @Option(names = "--explain")
  private boolean isExplained;

  private CommandSpec spec;
  private Map<String, String> givenOptions = Map.of();
  private String remark = "";

  @Spec
  void addOptions(CommandSpec command) {
    spec = command;
    PredictOptions.addTo(command);
  }

  @Override
  public Integer call() throws Exception {
    givenOptions = PredictOptions.givenOptions(spec.commandLine().getParseResult());
    if (recordingFile != null) {
      applyRecordedSettings();
    }
    requireCompatibleOptions();
    PredictionReport report = createReport();
    format.print(() -> report.text(isExplained), report::markdown, report::json);
    if (!remark.isEmpty()) {
      format.printNote(remark);
    }
    return ExitStatus.SUCCESS.code();
  }

  private boolean isGiven(Parameter<?> option) {
    return givenOptions.containsKey(option.name());
  }

  private OptionalLong givenNumber(Parameter<? extends Number> option) {
    return isGiven(option)
        ? OptionalLong.of(option.valueIn(givenOptions).longValue())
        : OptionalLong.empty();
  }

  /** Sets options that were not given to the effective settings of a recorded run. */
  private void applyRecordedSettings() throws IOException {
    if (!isGiven(PredictOptions.BUFFER_RATIO)) {
      String strategy = RecordedSettings.readStrategy(recordingFile);
      Optional<String> ratio = RecordedSettings.bufferRatio(strategy);
      ratio.ifPresent(text -> givenOptions.put(PredictOptions.BUFFER_RATIO.name(), text));
      remark = ratio.isEmpty() ? RecordedSettings.describeAssumptions(strategy) : "";
    }
    SessionDiagnosis busiest =
        RecordedSettings.busiestSession(
            recordingFile, PredictOptions.BUFFER_RATIO.valueIn(givenOptions));
    if (!isGiven(PredictOptions.SHARDS) && zk == null) {
      setUnlessGiven(PredictOptions.STREAMS_PER_SESSION, Math.max(1, busiest.maxOpenStreams()));
    }
    setUnlessGiven(PredictOptions.STREAM_WINDOW, busiest.initialStreamWindow());
    setUnlessGiven(
        PredictOptions.SESSION_WINDOW,
        Math.max(ReceiveWindow.MIN_BYTES, busiest.initialSessionWindow()));
  }

  private void setUnlessGiven(Parameter<Integer> option, long number) {
    givenOptions.putIfAbsent(option.name(), Long.toString(number));
  }

  private void requireCompatibleOptions() {
    boolean docs = isGiven(PredictOptions.DOCS);
    boolean docBytes = isGiven(PredictOptions.DOC_BYTES);
    boolean streams = isGiven(PredictOptions.STREAMS_PER_SESSION);
    if (zk == null) {
      requireAbsent("come with --zk", "--collection", "--fields");
      SettingException.throwIf(
          !isGiven(PredictOptions.SHARDS) && !streams,
          "--shards",
          "be given, or --streams-per-session, or --zk",
          "");
      SettingException.throwIf(
          docs != docBytes, docs ? "--doc-bytes" : "--docs", "be given: it takes both", "");
    } else {
      String known = "be left out where --zk is given, which knows it";
      requireAbsent(known, "--shards", "--nodes", "--replicas", "--streams-per-session");
    }
    if (streams) {
      String known = "be left out where --streams-per-session is given";
      requireAbsent(known, "--shards", "--nodes", "--replicas", "--connections");
      requireAbsent(known, "--streams-per-connection");
      requireAbsent("come with --shards, over which they lie", "--docs");
    }
    if (docs || docBytes) {
      requireAbsent("be left out where documents are given", "--response-bytes");
    }
  }

  private void requireAbsent(String rule, String... options) {
    ParseResult typed = spec.commandLine().getParseResult();
    for (String option : options) {
      Object value = typed.matchedOptionValue(option, null);
      SettingException.throwIf(value != null, option, rule, value);
    }
  }

  private PredictionReport createReport() throws Exception {
    int shards = PredictOptions.SHARDS.valueIn(givenOptions);
    int nodes = PredictOptions.NODES.valueIn(givenOptions);
    int replicas = PredictOptions.REPLICAS.valueIn(givenOptions);
    SettingException.throwIf(
        replicas > nodes, "--replicas", "be at most --nodes (" + nodes + ")", replicas);
    int queries = PredictOptions.CONCURRENT_QUERIES.valueIn(givenOptions);
    int maxQueries =
        MAX_STREAMS / Math.max(shards, PredictOptions.STREAMS_PER_SESSION.valueIn(givenOptions));
    SettingException.throwIf(
        queries > maxQueries,
        "--concurrent-queries",
        "be at most " + maxQueries + " with that many streams",
        queries);
    OptionalLong bytes = givenNumber(PredictOptions.RESPONSE_BYTES);
    OptionalLong documents = givenNumber(PredictOptions.DOCS);
    OptionalLong size = givenNumber(PredictOptions.DOC_BYTES);
    if (zk != null) {
      ObservedCollection found = observeCollection(bytes.isPresent(), documents, size);
      SafeWindowRule rule = safeWindowRule(responseSizes(bytes).orElseGet(found::responseSizes));
      return new PredictionReport(
          Prediction.of(rule, streamSpread(found.placement())), Optional.of(found));
    }
    SafeWindowRule rule =
        safeWindowRule(
            documents.isPresent()
                ? ResponseSizes.ofHashedDocuments(documents.getAsLong(), size.getAsLong(), shards)
                : responseSizes(bytes)
                    .orElse(ResponseSizes.upTo(SafeWindowRule.ANY_RESPONSE_BYTES)));
    return new PredictionReport(
        isGiven(PredictOptions.STREAMS_PER_SESSION)
            ? Prediction.of(rule)
            : Prediction.of(rule, streamSpread(Placement.roundRobin(shards, nodes, replicas))));
  }

  /** Reads the collection from the cluster, except for values that were given as options. */
  private ObservedCollection observeCollection(
      boolean isResponseSizeGiven, OptionalLong documents, OptionalLong size) throws Exception {
    ZkHost zkHost = ZkHost.ofOption(ZK_OPTION, zk);
    SettingException.throwIf(
        collection == null, COLLECTION_OPTION, "be given with " + ZK_OPTION, "");
    String name = CollectionSettings.NAME_TYPE.parse(COLLECTION_OPTION, collection);
    List<String> named =
        fieldNames == null
            ? List.of()
            : CollectionSettings.FIELDS_TYPE.parse(FIELDS_OPTION, fieldNames);
    SolrNodes nodes = findNodes(zkHost);
    ObservedCollection found =
        nodes
            .collection(name)
            .orElseThrow(
                () ->
                    new SettingException(
                        COLLECTION_OPTION, "be one that the cluster at " + zkHost + " has", name));
    int shardsWithoutReplica = found.shards().size() - found.activeReplicasByShard().size();
    SettingException.throwIf(
        found.activeReplicasByShard().isEmpty() || shardsWithoutReplica > 0,
        COLLECTION_OPTION,
        TextFormat.of(
            "have a replica that is up for every shard (%d have none)", shardsWithoutReplica),
        name);
    if (isResponseSizeGiven) {
      return found;
    }
    try {
      boolean sampled = size.isEmpty();
      List<String> missing =
          sampled && !named.isEmpty()
              ? nodes.collectionSampler().unreadableFields(found, named)
              : List.of();
      SettingException.throwIf(
          !missing.isEmpty(),
          FIELDS_OPTION,
          "be stored, or have doc values, in collection " + name,
          String.join(", ", missing));
      String wanted = named.isEmpty() ? "*" : String.join(",", named);
      ObservedCollection read =
          nodes
              .collectionSampler()
              .withSamples(found, wanted, sampled ? SAMPLED_DOCUMENT_COUNT : 0)
              .withDocuments(documents, size);
      SettingException.throwIf(
          read.responseBytes() == 0, COLLECTION_OPTION, "hold documents", name);
      return read;
    } catch (IOException e) {
      throw new SettingException(
          ZK_OPTION, "be of a cluster whose nodes answer (" + e.getMessage() + ")", zkHost);
    }
  }

  /** Returns the nodes of the cluster, as reported by the first node that responds. */
  private static SolrNodes findNodes(ZkHost zkHost) throws Exception {
    List<String> live = SolrFeatures.require(ZK_OPTION, zkHost).liveNodeUrls(zkHost);
    SolrHttp http = SolrHttp.open(TlsFiles.NONE, credentials(), REQUEST_TIMEOUT);
    SettingException firstFailure = null;
    for (String url : live) {
      try {
        return SolrNodes.find(http, List.of(url));
      } catch (SettingException e) {
        firstFailure = firstFailure == null ? e : firstFailure;
      }
    }
    throw new SettingException(
        ZK_OPTION,
        "be of a cluster whose nodes answer (" + firstFailure.getMessage() + ")",
        zkHost);
  }

  /** Returns {@code user:password} from the system properties of Solr's own client, if set. */
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

  private StreamSpread streamSpread(Placement placement) {
    return new StreamSpread(
        placement.forQueries(PredictOptions.CONCURRENT_QUERIES.valueIn(givenOptions)),
        new ConnectionLimits(
            PredictOptions.CONNECTIONS.valueIn(givenOptions),
            PredictOptions.STREAMS_PER_CONNECTION.valueIn(givenOptions)));
  }

  private static Optional<ResponseSizes> responseSizes(OptionalLong bytes) {
    return bytes.isPresent()
        ? Optional.of(ResponseSizes.upTo(bytes.getAsLong()))
        : Optional.empty();
  }

  private SafeWindowRule safeWindowRule(ResponseSizes sizes) {
    int queries = PredictOptions.CONCURRENT_QUERIES.valueIn(givenOptions);
    return new SafeWindowRule(
        PredictOptions.STREAMS_PER_SESSION.valueIn(givenOptions) * queries,
        PredictOptions.STREAM_WINDOW.valueIn(givenOptions),
        PredictOptions.SESSION_WINDOW.valueIn(givenOptions),
        PredictOptions.BUFFER_RATIO.valueIn(givenOptions),
        sizes,
        isFreshSession,
        queries);
  }
}
