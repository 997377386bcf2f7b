package io.streambench.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.strategy.RepairSettings;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamingSettingsTest {

  private static StreamingSettings settings(String... changes) {
    return StreamingSettings.of(Parameters.with(changes), Map.of());
  }

  @Test
  void acceptsTheDefaults() {
    assertThat(settings().warnings()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "nodeCount,0",
    "nodeCount,-1",
    "nodeCount,two",
    "nodeCount,2147483648",
    "nodeCount,99999999999999999999",
    "nodeCount,1.5",
    "nodeCount,''",
    "numShards,0",
    "numShards,-3",
    "numReplicas,0",
    "docCount,0",
    "docCount,1e3",
    "docSizeBytes,0",
    "docSizeBytes,-1024",
    "numTextFields,0",
    "batchSize,0",
    "indexThreads,-1",
    "indexThreads,many",
    "useHttp1,yes",
    "capture,all",
    "capture,FULL",
    "initialStreamRecvWindow,65534",
    "initialStreamRecvWindow,2147483648",
    "initialStreamRecvWindow,8MB",
    "initialSessionRecvWindow,0",
    "initialSessionRecvWindow,-65535",
    "flowControl,fast",
    "bufferRatio,0",
    "bufferRatio,1.01",
    "bufferRatio,half",
    "connectionsPerDestination,0",
    "maxConcurrentStreamsPerConnection,0",
    "maxConcurrentStreamsPerConnection,-1",
    "outputBufferSize,1023",
    "outputBufferSize,16777217",
    "outputBufferSize,256k",
    "outputAggregationSize,0",
    "outputAggregationSize,32769",
    "rttMillis,-1",
    "rttMillis,NaN",
    "rttMillis,10001",
    "bandwidthMbps,0",
    "bandwidthMbps,-100",
    "bandwidthMbps,fast",
  })
  void refusesWithOneLineThatNamesSettingRuleAndValue(String setting, String value) {
    assertThatThrownBy(() -> settings(setting, value))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith(setting + " must be ")
        .hasMessageEndingWith(value.isEmpty() ? "got nothing" : "got '" + value + "'")
        .hasMessageNotContaining("\n");
  }

  @Test
  void indexesOneBatchAfterTheOtherWithoutThreads() {
    assertThat(settings("indexThreads", "0").documents().indexThreads()).isZero();
  }

  @Test
  void aggregationKeepsItsDefaultUnlessTheBufferIsSmaller() {
    assertThat(settings().transport().output()).isEqualTo(new NodeOutput(32_768, 8_192));
    assertThat(settings("outputBufferSize", "262144").transport().output())
        .isEqualTo(new NodeOutput(262_144, 8_192));
    assertThat(settings("outputBufferSize", "2048").transport().output())
        .isEqualTo(new NodeOutput(2_048, 2_048));
    assertThatThrownBy(() -> settings("outputAggregationSize", "65536"))
        .hasMessage(
            "outputAggregationSize must be 'default' or a whole number of bytes from 1 to"
                + " outputBufferSize (32768), got '65536'");
  }

  @Test
  void warnsOfABufferThatNodesOfOthersDoNotHave() {
    assertThat(
            settings("cluster", "external", "zkHost", "zk:2181", "outputBufferSize", "65536")
                .warnings())
        .containsExactly("output buffer sizes are not used: the nodes are not ours");
  }

  @Test
  void refusesMoreReplicasThanNodes() {
    assertThatThrownBy(() -> settings("nodeCount", "2", "numReplicas", "3"))
        .hasMessage("numReplicas must be at most nodeCount (2), got '3'");
  }

  @Test
  void refusesDocumentsTooSmallForTheirFields() {
    assertThatThrownBy(() -> settings("docSizeBytes", "24", "numTextFields", "25"))
        .hasMessage(
            "docSizeBytes must be at least 1 byte for each of the 25 text fields (numTextFields), got '24'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"65535", "2147483647"})
  void acceptsTheSmallestAndTheLargestWindow(String window) {
    assertThat(
            settings("initialSessionRecvWindow", window).transport().flowControl().sessionWindow())
        .hasToString(window);
  }

  @ParameterizedTest
  @CsvSource({"200000,100000", "16777217,default", "default,8388607"})
  void warnsOfAStreamWindowAboveItsSessionWindowAndRuns(String stream, String session) {
    assertThat(
            settings("initialStreamRecvWindow", stream, "initialSessionRecvWindow", session)
                .warnings())
        .singleElement()
        .asString()
        .startsWith("initialStreamRecvWindow " + stream + " is above")
        .contains(session);
  }

  @ParameterizedTest
  @CsvSource({"100000,100000", "16777216,default", "default,8388608"})
  void doesNotWarnOfAStreamWindowThatIsAsLargeAsItsSession(String stream, String session) {
    assertThat(
            settings("initialStreamRecvWindow", stream, "initialSessionRecvWindow", session)
                .warnings())
        .isEmpty();
  }

  @Test
  void takesAWindowFromThePropertyWhereTheParameterIsDefault() {
    StreamingSettings settings =
        StreamingSettings.of(
            Parameters.with(), Map.of(RepairSettings.STREAM_WINDOW_PROPERTY, "500000"));
    assertThat(settings.transport().flowControl().streamWindow().bytes()).hasValue(500_000);
    assertThat(settings.warnings()).isEmpty();
  }

  @Test
  void letsTheParameterWinOverThePropertyAndSaysSo() {
    StreamingSettings settings =
        StreamingSettings.of(
            Parameters.with("initialStreamRecvWindow", "700000"),
            Map.of(RepairSettings.STREAM_WINDOW_PROPERTY, "500000"));
    assertThat(settings.transport().flowControl().streamWindow().bytes()).hasValue(700_000);
    assertThat(settings.warnings())
        .containsExactly(
            "parameter initialStreamRecvWindow=700000 wins over -Dsolr.http2.initialStreamRecvWindow=500000");
  }

  @Test
  void refusesAPropertyThatIsNoWindowEvenWhereTheParameterWins() {
    assertThatThrownBy(
            () ->
                StreamingSettings.of(
                    Parameters.with("initialStreamRecvWindow", "700000"),
                    Map.of(RepairSettings.STREAM_WINDOW_PROPERTY, "12")))
        .hasMessageStartingWith("solr.http2.initialStreamRecvWindow must be 'default' or");
  }

  @Test
  void keepsTheBenchmarksOwnClientOnHttp2UnderSolrsHttp1PropertyAndSaysSo() {
    StreamingSettings settings =
        StreamingSettings.of(Parameters.with(), Map.of(TransportSettings.HTTP1_PROPERTY, "true"));
    assertThat(settings.transport().client()).isEqualTo(HttpVersion.HTTP_2);
    assertThat(settings.transport().http1Everywhere()).isTrue();
    assertThat(settings.warnings()).singleElement().asString().contains("useHttp1=false wins");
  }

  @Test
  void aBufferRatioIsOfJettysOwnStrategyAlone() {
    assertThat(settings("bufferRatio", "0.25").transport().flowControl().bufferRatio())
        .hasValue(0.25);
    assertThatThrownBy(() -> settings("bufferRatio", "0.25", "flowControl", "on-receipt"))
        .hasMessage("bufferRatio must be left out with flowControl=on-receipt, got '0.25'");
  }

  @Test
  void aDistanceIsNoneUnlessItIsAskedFor() {
    assertThat(settings().transport().distance()).isEqualTo(Distance.NONE);
    Distance distance = settings("rttMillis", "0.5", "bandwidthMbps", "100").transport().distance();
    assertThat(distance.rttMillis()).isEqualTo(0.5);
    assertThat(distance.bandwidthMbps()).hasValue(100);
    assertThat(distance.present()).isTrue();
  }

  @Test
  void streamsThatWouldWaitForEachOtherAreWarnedOf() {
    assertThat(
            settings(
                    "numShards", "12",
                    "connectionsPerDestination", "2",
                    "maxConcurrentStreamsPerConnection", "3")
                .warnings())
        .singleElement()
        .asString()
        .startsWith("3 streams on each of 2 connections are 6 requests at a time to a node");
    assertThat(settings("numShards", "12", "maxConcurrentStreamsPerConnection", "3").warnings())
        .isEmpty();
  }
}
