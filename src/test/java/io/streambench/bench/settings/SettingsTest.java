package io.streambench.bench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the settings of every benchmark, with valid parameters and some changes. */
class SettingsTest {
  private enum Benchmark {
    STREAMING(StreamingSettings::of),
    SHARDS(ShardFanOutSettings::of),
    UPDATES(LoadSettings::ofUpdates),
    OPERATIONS(LoadSettings::ofOperations),
    RECOVERY(RecoverySettings::of),
    FAN_OUT(Benchmark::checkListedParameters),
    LOG(Benchmark::checkListedParameters);

    private final BiFunction<Map<String, String>, Map<String, String>, Object> settings;

    Benchmark(BiFunction<Map<String, String>, Map<String, String>, Object> settings) {
      this.settings = settings;
    }

    /** Checks each given parameter that the table of parameters contains. */
    private static Object checkListedParameters(
        Map<String, String> given, Map<String, String> properties) {
      given
          .keySet()
          .forEach(name -> BenchmarkParameters.findByName(name).ifPresent(p -> p.valueIn(given)));
      return given;
    }

    /**
     * Creates the settings from default values with the changes {@code name=value;name=value}. A
     * name with a dot is a system property.
     */
    Object with(String changes) {
      Map<String, String> parameters = Parameters.with();
      parameters.putAll(
          Map.of(
              "requests", "none",
              "rate", "none",
              "readRows", "120",
              "writeBytes", "1200000",
              "opening", "EACH",
              "openBatch", "4",
              "mode", "THREADS",
              "subscribers", "1000",
              "maxConcurrent", "750",
              "copiedBy", "solr"));
      parameters.putAll(Map.of("log", "pom.xml", "megabytes", "64"));
      Map<String, String> properties = new HashMap<>();
      for (String change : changes.isEmpty() ? new String[0] : changes.split(";")) {
        String[] pair = change.split("=", 2);
        (pair[0].contains(".") ? properties : parameters).put(pair[0], pair[1]);
      }
      return settings.apply(parameters, properties);
    }
  }

  private static StreamingSettings streamingSettings(String changes) {
    return (StreamingSettings) Benchmark.STREAMING.with(changes);
  }

  private static ClusterSettings clusterSettings(String changes) {
    return streamingSettings(changes).cluster();
  }

  private static RecoverySettings recoverySettings(String changes) {
    return (RecoverySettings) Benchmark.RECOVERY.with(changes);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          STREAMING | nodeCount=0 | nodeCount must be a whole number from 1 to 100, got '0'
          STREAMING | nodeCount=2147483648 | nodeCount must be
          STREAMING | nodeCount=1.5 | nodeCount must be
          STREAMING | nodeCount=1\u0663 | nodeCount must be
          STREAMING | nodeCount= | nodeCount must be a whole number from 1 to 100, got nothing
          STREAMING | numShards=-3 | numShards must be a whole number from 1 to 1000, got '-3'
          STREAMING | nodeCount=2;numReplicas=3 | numReplicas must be at most nodeCount (2), got '3'
          STREAMING | docSizeBytes=24;numTextFields=25 | docSizeBytes must be at least 1 byte for each
          STREAMING | indexThreads=-1 | indexThreads must be a whole number from 0
          STREAMING | useHttp1=yes | useHttp1 must be true or false, got 'yes'
          STREAMING | capture=FULL | capture must be off, stalls or full, got 'FULL'
          STREAMING | recording=maybe | recording must be 'default', off, on or keep, got 'maybe'
          STREAMING | initialStreamRecvWindow=8MB | initialStreamRecvWindow must be 'default' or a
          STREAMING | initialSessionRecvWindow=65534 | initialSessionRecvWindow must be
          STREAMING | initialStreamRecvWindow=70000;solr.http2.initialStreamRecvWindow=12 | solr.http2.ini
          STREAMING | solr.http1=yes | solr.http1 must be true or false, got 'yes'
          STREAMING | flowControl=fast | flowControl must be
          STREAMING | flowControl=dynamic-threshold | flowControl must be one of buffering, on-receipt, unbounded-session, memory-bound (dynamic-threshold was retired)
          STREAMING | bufferRatio=0 | bufferRatio must be
          STREAMING | bufferRatio=1.01 | bufferRatio must be 'default' or a number above 0 and at most 1
          STREAMING | bufferRatio=0.25;flowControl=on-receipt | bufferRatio must be left out with flowCon
          STREAMING | maxFrameSize=16383 | maxFrameSize must be 'default' or a whole number of bytes f
          STREAMING | outputAggregationSize=65536 | outputAggregationSize must be at most outputBufferSize (32768)
          STREAMING | rttMillis=NaN | rttMillis must be a number from 0 to 10000, got 'NaN'
          STREAMING | bandwidthMbps=0 | bandwidthMbps must be 'unlimited' or a number from 0.1
          STREAMING | streambench.clusterHeap=2 | streambench.clusterHeap must be a size like 2g or 512m
          STREAMING | streambench.clusterHeap=0g | streambench.clusterHeap must be
          STREAMING | cluster=remote | cluster must be embedded, process or external, got 'remote'
          STREAMING | cluster=external | zkHost must be given with cluster=external, got 'none'
          STREAMING | cluster=process;zkHost=zk1:2181 | zkHost must be left out with cluster=process
          STREAMING | collection=books | collection must be own unless zkHost names a cluster
          STREAMING | fields=id | fields must be default unless collection names an existing one
          STREAMING | sort=id asc | sort must be default unless collection names an existing one
          STREAMING | placement=random | placement must be hash or runs, got 'random'
          STREAMING | zkHost=zk:1;collection=books;placement=runs | placement must be left out with
          STREAMING | zkHost=zk:1;collection=a/b | collection must be 'own' or the name of a collection
          STREAMING | zkHost=zk:1;collection=b;fields=id++title | fields must be 'default' or names of
          STREAMING | zkHost=zk:1;collection=b;fields=* | fields must be 'default' or names of fields
          STREAMING | zkHost=zk:1;collection=b;fields=title | sort must be by some of the fields (title)
          STREAMING | zkHost=zk:1;collection=b;sort=price | sort must be 'default' or like 'price desc+id
          STREAMING | zkHost=zk:1;collection=b;sort=price down | sort must be 'default' or like
          STREAMING | zkHost=zk1 | zkHost must be 'none' or host:port[+host:port…][/chroot], got 'zk1'
          STREAMING | zkHost=zk1:0 | zkHost must be
          STREAMING | zkHost=zk1:65536 | zkHost must be
          STREAMING | zkHost=zk1:2181/ | zkHost must be
          STREAMING | zkHost=zk1:2181//solr | zkHost must be
          STREAMING | zkHost=http://zk1:2181 | zkHost must be
          STREAMING | zkHost= | zkHost must be
          SHARDS | opening=ALL | opening must be EACH, BATCHES or SEQUENTIAL, got 'ALL'
          SHARDS | mode=FIBERS | mode must be POOL, THREADS or VIRTUAL, got 'FIBERS'
          UPDATES | maxConcurrentStreams=many | maxConcurrentStreams must be
          OPERATIONS | rate=0 | rate must be 'none' or a number from 0.1 to 1000000, got '0'
          OPERATIONS | readRows=1001 | readRows must be at most docCount (1000), got '1001'
          RECOVERY | copiedBy=files | copiedBy must be solr, got 'files'
          RECOVERY | numShards=101 | numShards must be
          FAN_OUT | subscribers=0 | subscribers must be
          LOG | log= | log must be a file that can be read, and not empty, got nothing
          LOG | log=src | log must be
          """)
  void rejectsInvalidValueWithRuleInOneLine(
      Benchmark benchmark, String changes, String expectedLine) {
    assertThatThrownBy(() -> benchmark.with(changes))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(expectedLine)
        .hasMessageContaining(", got ")
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          '' |
          initialStreamRecvWindow=16777216 |
          initialStreamRecvWindow=16777217 | initialStreamRecvWindow 16777217 is above
          initialStreamRecvWindow=2000000;initialSessionRecvWindow=1000000 | initialStreamRecvWindow 2000000
          initialSessionRecvWindow=8388608 |
          initialSessionRecvWindow=8388607 | initialStreamRecvWindow default is above
          initialStreamRecvWindow=1048577 |
          solr.http2.initialStreamRecvWindow=1048576 | initialStreamRecvWindow 1048576 is so small
          flowControl=memory-bound;initialStreamRecvWindow=500000 | initialStreamRecvWindow 500000 is so small
          initialStreamRecvWindow=7000000;solr.http2.initialStreamRecvWindow=500000 | parameter initial
          solr.http1=true | parameter useHttp1=false wins over -Dsolr.http1=true
          cluster=external;zkHost=zk:2181;outputBufferSize=65536 | output buffer sizes are not used
          numShards=12;maxConcurrentStreamsPerConnection=3 |
          numShards=12;maxConcurrentStreamsPerConnection=3;connectionsPerDestination=2 | 3 streams on each
          """)
  void warnsAboutUnusualButValidSettings(String changes, String warning) {
    List<String> warnings = streamingSettings(changes).warnings();
    assertThat(warnings).hasSize(warning == null ? 0 : 1);
    assertThat(String.join("", warnings)).startsWith(warning == null ? "" : warning);
  }

  @Test
  void zkHostSelectsExternalCluster() {
    assertThat(clusterSettings("").kind()).isEqualTo(ClusterKind.EMBEDDED);
    assertThat(clusterSettings("cluster=process").kind()).isEqualTo(ClusterKind.PROCESS);
    assertThat(clusterSettings("zkHost=zk1:2181/solr").kind()).isEqualTo(ClusterKind.EXTERNAL);
    assertThat(clusterSettings("zkHost=zk1:2181;nodeCount=1;numReplicas=4").numReplicas())
        .isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "zk1:2181+zk2.example.com:2182/solr/a-b,'zk1:2181,zk2.example.com:2182/solr/a-b'",
    "[::1]:2181/solr,[::1]:2181/solr",
    "10.0.0.1:65535,10.0.0.1:65535"
  })
  void plusSeparatesZooKeeperAddresses(String value, String expected) {
    assertThat(clusterSettings("zkHost=" + value).zkHost()).map(ZkHost::text).contains(expected);
  }

  @Test
  void parsesFieldsAndSortOfExistingCollection() {
    CollectionSettings books =
        clusterSettings("zkHost=zk:1;collection=books;fields=id+title+price;sort=price desc+id asc")
            .collection();
    assertThat(books.existingCollection()).contains("books");
    assertThat(books.fields()).containsExactly("id", "title", "price");
    assertThat(books.sort()).contains("price desc,id asc");
    assertThat(CollectionSettings.FIELDS_TYPE.parse("--fields", "id,title+price"))
        .containsExactly("id", "title", "price");
    assertThat(clusterSettings("").placement()).isEqualTo(DocumentPlacement.HASH);
    assertThat(clusterSettings("placement=runs").placement()).isEqualTo(DocumentPlacement.RUNS);
  }

  @Test
  void parsesChosenValues() {
    assertThat(streamingSettings("indexThreads=0").documents().indexThreads()).isZero();
    assertThat(streamingSettings("recording=keep").recording()).contains(RecordingMode.KEEP);
    TransportSettings transport = streamingSettings("").transport();
    assertThat(transport.nodeOutput()).isEqualTo(new NodeOutput(32_768, 8_192));
    assertThat(transport.inputBufferSize()).isEmpty();
    assertThat(streamingSettings("inputBufferSize=65536").transport().inputBufferSize())
        .hasValue(65_536);
    assertThat(streamingSettings("maxFrameSize=32768").transport().maxFrameSize()).hasValue(32_768);
    assertThat(transport.distance()).isEqualTo(Distance.NONE);
    assertThat(streamingSettings("outputBufferSize=2048").transport().nodeOutput())
        .isEqualTo(new NodeOutput(2_048, 2_048));
    assertThat(streamingSettings("rttMillis=0.5;bandwidthMbps=100").transport().distance())
        .isEqualTo(new Distance(0.5, 100));
    assertThat(streamingSettings("bufferRatio=0.25").transport().flowControl().bufferRatio())
        .hasValue(0.25);
    for (String window : List.of("65535", "2147483647")) {
      assertThat(
              streamingSettings("initialSessionRecvWindow=" + window)
                  .transport()
                  .flowControl()
                  .sessionWindow())
          .hasValue(Integer.parseInt(window));
    }
  }

  @Test
  void windowParameterOverridesProperty() {
    String property = RepairSettings.STREAM_WINDOW_PROPERTY + "=500000";
    for (String parameter : List.of("default", "700000")) {
      OptionalInt window =
          streamingSettings(property + ";initialStreamRecvWindow=" + parameter)
              .transport()
              .flowControl()
              .streamWindow();
      assertThat(window).hasValue(parameter.equals("default") ? 500_000 : 700_000);
    }
  }

  @Test
  void http1PropertyDoesNotAffectBenchmarkClient() {
    TransportSettings transport = streamingSettings("solr.http1=true").transport();
    assertThat(transport.clientProtocol()).isEqualTo(HttpVersion.HTTP_2);
    assertThat(transport.isHttp1Everywhere()).isTrue();
  }

  @Test
  void batchesAreNotLargerThanShardCount() {
    ShardFanOutSettings shards = (ShardFanOutSettings) Benchmark.SHARDS.with("opening=batches");
    assertThat(shards.opening()).isEqualTo(ShardOpening.BATCHES);
    assertThat(ShardOpening.EACH.taskSize(12, 4)).isEqualTo(1);
    assertThat(ShardOpening.BATCHES.taskSize(12, 4)).isEqualTo(4);
    assertThat(ShardOpening.BATCHES.taskSize(3, 4)).isEqualTo(3);
    assertThat(ShardOpening.SEQUENTIAL.taskSize(12, 4)).isEqualTo(12);
    assertThat(DispatchMode.VIRTUAL.minJdkVersion()).isEqualTo(21);
  }

  @Test
  void onlyLoadsOfRequestsUseSingleShotMode() {
    LoadSettings load = (LoadSettings) Benchmark.UPDATES.with("requests=50000");
    LoadSettings request = (LoadSettings) Benchmark.UPDATES.with("");
    assertThat(load.requestsPerOperation()).hasValue(50_000);
    load.checkMode("ss");
    request.checkMode("thrpt");
    assertThatThrownBy(() -> load.checkMode("thrpt"))
        .hasMessageStartingWith("requests must be none");
    assertThatThrownBy(() -> request.checkMode("ss"))
        .hasMessageStartingWith("requests must be a nu");
    assertThat(
            ((LoadSettings)
                    Benchmark.UPDATES.with("cluster=external;zkHost=zk:1;maxConcurrentStreams=1"))
                .warnings())
        .hasSize(1);
  }

  @Test
  void operationsAreClosedLoopWithoutRate() {
    LoadSettings closed = (LoadSettings) Benchmark.OPERATIONS.with("");
    assertThat(closed.requestsPerSecond()).isEmpty();
    assertThat(closed.cluster().heap()).isEqualTo("4g");
    assertThatThrownBy(() -> closed.checkMode("ss")).isInstanceOf(SettingException.class);
    assertThat(((LoadSettings) Benchmark.OPERATIONS.with("rate=12.5")).requestsPerSecond())
        .hasValue(12.5);
  }

  @Test
  void recoveryLeadersRunOnOneNodeInOwnProcess() {
    RecoverySettings settings = recoverySettings("maxConcurrentStreams=1;flowControl=memory-bound");
    assertThat(settings.cluster())
        .isEqualTo(
            new ClusterSettings(
                ClusterKind.PROCESS,
                SolrReleaseLine.SOLR_9,
                Optional.empty(),
                CollectionSettings.forCreatedCollection(),
                "1g",
                1,
                3,
                1,
                DocumentPlacement.HASH));
    assertThat(settings.transport().connections().maxConcurrentStreams()).hasValue(1);
    assertThat(settings.flowControl().kind()).isEqualTo(FlowControlKind.MEMORY_BOUND);
    assertThat(settings.transport().flowControl()).isEqualTo(FlowControlSettings.ofDefault());
    assertThat(settings.distanceToJoiningNode()).contains(Distance.NONE);
    assertThat(recoverySettings("docSizeBytes=100000").documents().batchSize()).isEqualTo(10);
    assertThat(recoverySettings("docSizeBytes=5000000").documents().batchSize()).isOne();
    assertThat(recoverySettings("useHttp1=true;rttMillis=20").warnings()).isEmpty();
    assertThat(recoverySettings("initialStreamRecvWindow=20000000").warnings()).hasSize(1);
    assertThat(recoverySettings("useHttp1=true;maxConcurrentStreams=1").warnings()).hasSize(1);
  }

  /** Covers settings for flow control and streams, which have no effect over HTTP/1.1. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "flowControl=on-receipt",
        "flowControl=memory-bound",
        "initialStreamRecvWindow=20000000",
        "initialSessionRecvWindow=20000000",
        "bufferRatio=0.25",
        "maxConcurrentStreamsPerConnection=2000",
        "maxConcurrentStreams=2000"
      })
  void warnsAboutSettingsWithoutEffectOverHttp1(String setting) {
    assertThat(streamingSettings(setting + ";useHttp1=true").warnings())
        .singleElement()
        .asString()
        .contains(setting, "useHttp1=true");
    assertThat(((LoadSettings) Benchmark.UPDATES.with(setting + ";useHttp1=true")).warnings())
        .singleElement()
        .asString()
        .contains(setting);
    assertThat(streamingSettings(setting).warnings())
        .noneMatch(warning -> warning.contains("useHttp1=true"));
    assertThat(streamingSettings("useHttp1=true").warnings()).isEmpty();
  }
}
