package io.streambench.bench.settings;

import static io.streambench.base.ValueType.bytes;
import static io.streambench.base.ValueType.doubleOr;
import static io.streambench.base.ValueType.enumConstant;
import static io.streambench.base.ValueType.flag;
import static io.streambench.base.ValueType.intOr;
import static io.streambench.base.ValueType.number;
import static io.streambench.base.ValueType.wholeNumber;

import io.streambench.base.ValueType;
import io.streambench.base.Values;
import io.streambench.base.page.Page;
import io.streambench.flow.recording.CaptureMode;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.ReceiveWindow;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The definitions of all benchmark parameters. Checks, help, {@code docs/settings.md} and redaction
 * are derived from these definitions; {@code parameters.properties} has their meanings. A benchmark
 * declares its parameters and their defaults in {@code @Param}; the defaults in this class apply to
 * all parameters that the benchmark does not declare.
 */
public final class BenchmarkParameters {
  private static final Properties MEANINGS =
      Page.readProperties("/io/streambench/bench/settings/parameters.properties");

  private static final Map<String, Parameter<?>> PARAMETERS_BY_NAME = new LinkedHashMap<>();
  private static final String DEFAULT = ReceiveWindow.DEFAULT;
  private static final int UNLIMITED = Integer.MAX_VALUE;
  private static final int MAX_BUFFER_BYTES = 16 * 1024 * 1024;
  private static final int MIN_FRAME_BYTES = 1 << 14; // RFC 9113, 4.2 and 6.5.2
  private static final int MAX_FRAME_BYTES = (1 << 24) - 1;

  public static final Parameter<Boolean> USE_HTTP1 = add("useHttp1", flag(), false);
  public static final Parameter<SolrReleaseLine> SOLR = addChoice("solr", SolrReleaseLine.SOLR_9);
  public static final Parameter<Optional<SolrReleaseLine>> NODE_SOLR =
      add("nodeSolr", enumConstant(SolrReleaseLine.class).or(DEFAULT), DEFAULT);
  static final Parameter<HttpClientKind> CLIENT = addChoice("client", HttpClientKind.JETTY);
  // The limit is low because all nodes share the heap of one JVM.
  public static final Parameter<Integer> NODE_COUNT = add("nodeCount", wholeNumber(1, 100), 3);
  public static final Parameter<Integer> NUM_SHARDS = add("numShards", wholeNumber(1, 1_000), 3);
  static final Parameter<Integer> NUM_REPLICAS = add("numReplicas", wholeNumber(1, UNLIMITED), 1);
  public static final Parameter<DocumentPlacement> PLACEMENT =
      addChoice("placement", DocumentPlacement.HASH);
  static final Parameter<Integer> DOC_COUNT = add("docCount", wholeNumber(1, UNLIMITED), 1_000);
  public static final Parameter<Integer> DOC_SIZE_BYTES =
      add("docSizeBytes", bytes(1, DocumentSettings.MAX_SIZE_BYTES), 1_024);
  static final Parameter<Integer> NUM_TEXT_FIELDS =
      add("numTextFields", wholeNumber(1, UNLIMITED), 3);
  static final Parameter<Integer> INDEX_THREADS = add("indexThreads", wholeNumber(0, UNLIMITED), 4);
  static final Parameter<Integer> BATCH_SIZE = add("batchSize", wholeNumber(1, UNLIMITED), 500);
  public static final Parameter<OptionalInt> STREAM_WINDOW =
      addOptional(
          "initialStreamRecvWindow", bytes(ReceiveWindow.MIN_BYTES, ReceiveWindow.MAX_BYTES));
  public static final Parameter<OptionalInt> SESSION_WINDOW =
      addOptional(
          "initialSessionRecvWindow", bytes(ReceiveWindow.MIN_BYTES, ReceiveWindow.MAX_BYTES));
  public static final Parameter<FlowControlKind> FLOW_CONTROL =
      add(FlowControlKind.PARAMETER_NAME, FlowControlSettings.KIND_TYPE, FlowControlKind.BUFFERING);
  public static final Parameter<OptionalDouble> BUFFER_RATIO =
      add("bufferRatio", doubleOr(DEFAULT, Values.BUFFER_RATIO), DEFAULT);
  static final Parameter<OptionalInt> CONNECTIONS_PER_DESTINATION =
      addOptional("connectionsPerDestination", wholeNumber(1, 100_000));
  static final Parameter<OptionalInt> STREAMS_PER_CONNECTION =
      addOptional("maxConcurrentStreamsPerConnection", wholeNumber(1, UNLIMITED));
  public static final Parameter<OptionalInt> INPUT_BUFFER_SIZE =
      addOptional("inputBufferSize", bytes(1024, MAX_BUFFER_BYTES));
  public static final Parameter<OptionalInt> MAX_FRAME_SIZE =
      addOptional("maxFrameSize", bytes(MIN_FRAME_BYTES, MAX_FRAME_BYTES));
  // The size is limited because each response in progress has its own buffer.
  public static final Parameter<OptionalInt> OUTPUT_BUFFER_SIZE =
      addOptional("outputBufferSize", bytes(1024, MAX_BUFFER_BYTES));
  static final Parameter<OptionalInt> OUTPUT_AGGREGATION_SIZE =
      addOptional("outputAggregationSize", bytes(1, MAX_BUFFER_BYTES));
  public static final Parameter<Double> RTT_MILLIS = add("rttMillis", number(0, 10_000), 0);
  static final Parameter<OptionalDouble> BANDWIDTH_MBPS =
      add("bandwidthMbps", doubleOr("unlimited", number(0.1, 100_000)), "unlimited");
  static final Parameter<ClusterKind> CLUSTER = addChoice("cluster", ClusterKind.EMBEDDED);
  static final Parameter<Optional<ZkHost>> ZK_HOST =
      addPrivate("zkHost", ZkHost.TYPE.or(ZkHost.NONE_TEXT), ZkHost.NONE_TEXT);
  static final Parameter<Optional<String>> COLLECTION =
      addPrivate("collection", CollectionSettings.NAME_TYPE.or("own"), "own");
  static final Parameter<Optional<List<String>>> FIELDS =
      addPrivate("fields", CollectionSettings.FIELDS_TYPE.or(DEFAULT), DEFAULT);
  static final Parameter<Optional<String>> SORT =
      addPrivate("sort", CollectionSettings.SORT_TYPE.or(DEFAULT), DEFAULT);
  static final Parameter<Optional<RecordingMode>> RECORDING =
      add("recording", enumConstant(RecordingMode.class).or(DEFAULT), DEFAULT);
  public static final Parameter<CaptureMode> CAPTURE = addChoice("capture", CaptureMode.STALLS);

  static final Parameter<ShardOpening> OPENING = addChoice("opening", ShardOpening.EACH);
  static final Parameter<Integer> OPEN_BATCH = add("openBatch", wholeNumber(1, 1_000), 4);
  public static final Parameter<DispatchMode> DISPATCH_MODE = addChoice("mode", DispatchMode.POOL);
  public static final Parameter<Integer> SUBSCRIBERS =
      add("subscribers", wholeNumber(1, 1_000_000), 1_000);
  public static final Parameter<Integer> MAX_CONCURRENT =
      add("maxConcurrent", wholeNumber(1, 1_000_000), 100);
  static final Parameter<Integer> READ_ROWS = add("readRows", wholeNumber(1, UNLIMITED), 120);
  static final Parameter<Integer> WRITE_BYTES =
      add("writeBytes", bytes(1, DocumentSettings.MAX_SIZE_BYTES), 1_200_000);
  public static final Parameter<OptionalDouble> RATE =
      add("rate", doubleOr("none", number(0.1, 1_000_000)), "none");
  public static final Parameter<OptionalInt> REQUESTS =
      add("requests", intOr("none", wholeNumber(1, UNLIMITED)), "none");
  public static final Parameter<OptionalInt> MAX_CONCURRENT_STREAMS =
      addOptional("maxConcurrentStreams", wholeNumber(1, UNLIMITED));
  static final Parameter<String> COPIED_BY =
      add("copiedBy", ValueType.matching("solr", Pattern.compile("solr")), "solr");
  public static final Parameter<Path> LOG = addPrivate("log", ValueType.readableFile(), "");
  public static final Parameter<Integer> MEGABYTES = add("megabytes", wholeNumber(1, 100_000), 64);

  private BenchmarkParameters() {}

  private static <T> Parameter<T> add(String name, ValueType<T> type, Object defaultValue) {
    return add(name, type, defaultValue, false);
  }

  private static Parameter<OptionalInt> addOptional(String name, ValueType<Integer> type) {
    return add(name, intOr(DEFAULT, type), DEFAULT);
  }

  private static <E extends Enum<E>> Parameter<E> addChoice(String name, E defaultValue) {
    return add(name, enumConstant(defaultValue.getDeclaringClass()), defaultValue);
  }

  private static <T> Parameter<T> addPrivate(String name, ValueType<T> type, String defaultValue) {
    return add(name, type, defaultValue, true);
  }

  private static <T> Parameter<T> add(
      String name, ValueType<T> type, Object defaultValue, boolean isPrivate) {
    String meaning = Objects.requireNonNull(MEANINGS.getProperty(name), name);
    Parameter<T> parameter =
        new Parameter<>(name, type, defaultValue.toString(), isPrivate, meaning);
    PARAMETERS_BY_NAME.put(name, parameter);
    return parameter;
  }

  public static Collection<Parameter<?>> all() {
    return Collections.unmodifiableCollection(PARAMETERS_BY_NAME.values());
  }

  /**
   * Returns the canonical text of a value. Equal flags, words and integers have equal canonical
   * texts.
   */
  public static String canonicalText(String name, String text) {
    Object value =
        findByName(name)
            .flatMap(parameter -> parameter.type().parser().apply(text.strip()))
            .orElse(null);
    return value instanceof Boolean || value instanceof Enum || value instanceof Integer
        ? value.toString()
        : findByName(name).isPresent() ? text.strip() : text;
  }

  /** Returns the parameter with this name; empty if this class does not define it. */
  public static Optional<Parameter<?>> findByName(String name) {
    return Optional.ofNullable(PARAMETERS_BY_NAME.get(name));
  }
}
