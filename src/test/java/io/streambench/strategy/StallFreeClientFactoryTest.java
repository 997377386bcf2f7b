package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.apache.solr.client.solrj.impl.PreemptiveBasicAuthClientBuilderFactory;
import org.apache.solr.client.solrj.impl.SolrHttpClientBuilder;
import org.apache.solr.common.params.MapSolrParams;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests the factory that Solr calls in production, with real clients of Solr but without a node.
 */
class StallFreeClientFactoryTest {
  private static final String FACTORY = "solr.httpclient.builder.factory";
  private static final String NEXT = "streambench.nextClientFactory";

  private static final String PASSWORD = "SolrRocks";

  private final Map<String, String> properties = new HashMap<>();
  private final FactoryLog log = new FactoryLog();

  @AfterEach
  void restoreJvm() {
    log.close();
    System.clearProperty(FACTORY);
    System.clearProperty(NEXT);
  }

  /** The log that the factories of a JVM share. */
  private final DeduplicatingLog deduplicatingLog = new DeduplicatingLog();

  private final NextFactory next = new NextFactory(properties::get, deduplicatingLog);

  private StallFreeClientFactory newFactory() {
    return new StallFreeClientFactory(properties::get, next);
  }

  private static Class<?> strategyAfterSetup(StallFreeClientFactory factory) {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      factory.setup(client);
      return http2Of(client).getFlowControlStrategyFactory().newFlowControlStrategy().getClass();
    }
  }

  private static HTTP2Client http2Of(Http2SolrClient client) {
    return SolrHttpClientAccess.http2Of(SolrHttpClientAccess.of(client)).orElseThrow();
  }

  /** A factory that records its calls in their order. */
  public static final class RecordingFactory implements HttpClientBuilderFactory {
    private static final List<String> CALLS = new ArrayList<>();

    /** Called by Solr or by the tested factory. */
    public RecordingFactory() {
      CALLS.add("new");
    }

    @Override
    public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
      CALLS.add("builder");
      return builder;
    }

    @Override
    public void setup(Http2SolrClient client) {
      assertThat(SolrHttpClientAccess.of(client).isRunning()).isTrue();
      CALLS.add("setup " + client.getBaseURL());
    }

    @Override
    public void close() {
      CALLS.add("close");
    }
  }

  /**
   * A factory that does nothing. The failing factories extend it, with a password in their message.
   */
  public static class NoOpFactory implements HttpClientBuilderFactory {
    static IllegalArgumentException failure() {
      return new IllegalArgumentException("no user in " + PASSWORD);
    }

    @Override
    public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
      return builder;
    }

    @Override
    public void setup(Http2SolrClient client) {}

    @Override
    public void close() {}
  }

  /** A factory whose constructor fails. */
  public static final class FailsInConstructor extends NoOpFactory {
    public FailsInConstructor() {
      throw failure();
    }
  }

  /** A factory whose setup fails, as if it lacked a password. */
  public static final class FailsInSetup extends NoOpFactory {
    @Override
    public void setup(Http2SolrClient client) {
      throw failure();
    }
  }

  @Test
  void setsStrategyForEveryClientAndLogsItOnce() {
    for (int client = 0; client < 3; client++) {
      assertThat(strategyAfterSetup(newFactory())).isEqualTo(JettyFlowControl.class);
    }
    assertThat(log.lines(Level.INFO)).singleElement().asString().contains("strategy memory-bound");
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void setsUpSharedClientOnce() {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      newFactory().setup(client);
      FlowControlStrategy.Factory first = http2Of(client).getFlowControlStrategyFactory();
      try (Http2SolrClient shared = new Http2SolrClient.Builder().withHttpClient(client).build()) {
        newFactory().setup(shared);
        assertThat(http2Of(shared).getFlowControlStrategyFactory()).isSameAs(first);
      }
    }
  }

  @Test
  void leavesHttp1ClientUnchanged() {
    try (Http2SolrClient client = new Http2SolrClient.Builder().useHttp1_1(true).build()) {
      newFactory().setup(client);
    }
    assertThat(log.lines(Level.INFO)).isEmpty();
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void logsInvalidValueOnceAndKeepsJettysStrategy() {
    properties.put("solr.http2.initialStreamRecvWindow", "8m");
    for (int client = 0; client < 3; client++) {
      try (Http2SolrClient solr = new Http2SolrClient.Builder().build()) {
        newFactory().setup(solr);
        assertThat(http2Of(solr).getFlowControlStrategyFactory().newFlowControlStrategy())
            .isInstanceOf(BufferingFlowControlStrategy.class);
        assertThat(http2Of(solr).getInitialStreamRecvWindow()).isEqualTo(8 << 20);
      }
    }
    assertThat(onlyError()).contains("solr.http2.initialStreamRecvWindow must ", "got '8m'");
  }

  /** Returns the only line of the log, which is an error. */
  private String onlyError() {
    assertThat(log.lines(Level.INFO)).isEmpty();
    assertThat(log.warnings()).hasSize(1);
    assertThat(log.lines(Level.ERROR)).hasSize(1);
    return log.lines(Level.ERROR).get(0);
  }

  @Test
  void rereadsChangedProperty() {
    assertThat(strategyAfterSetup(newFactory())).isEqualTo(JettyFlowControl.class);
    properties.put("streambench.flowControl", "buffering");
    assertThat(strategyAfterSetup(newFactory())).isEqualTo(BufferingFlowControlStrategy.class);
  }

  @Test
  void logsOtherJettyOnceAndKeepsItsStrategy() {
    UnaryOperator<String> failing =
        name -> {
          throw new NoSuchMethodError("of another Jetty");
        };
    StallFreeClientFactory broken = new StallFreeClientFactory(failing, next);
    for (int client = 0; client < 3; client++) {
      assertThat(strategyAfterSetup(broken)).isEqualTo(BufferingFlowControlStrategy.class);
    }
    assertThat(onlyError())
        .contains(
            "Reason: java.lang.NoSuchMethodError",
            "Solr 9.8 to 9.10",
            "-D" + FACTORY + "=" + StallFreeClientFactory.class.getName());
  }

  @Test
  void nextFactoryGetsSameCallsAsFromSolr() throws Exception {
    List<String> fromSolr = callsWith(Map.of(FACTORY, RecordingFactory.class.getName()));
    assertThat(fromSolr).contains("setup null", "setup http://127.0.0.1:1/solr").hasSize(10);
    assertThat(
            callsWith(
                Map.of(
                    FACTORY,
                    StallFreeClientFactory.class.getName(),
                    NEXT,
                    RecordingFactory.class.getName())))
        .isEqualTo(fromSolr);
  }

  /**
   * Returns the calls for a client, two clients that share it, and two requests with it, as a node
   * sends them to a shard.
   */
  private static List<String> callsWith(Map<String, String> systemProperties) throws Exception {
    RecordingFactory.CALLS.clear();
    systemProperties.forEach(System::setProperty);
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      for (int shared = 0; shared < 2; shared++) {
        new Http2SolrClient.Builder("http://127.0.0.1:1/solr")
            .withHttpClient(client)
            .build()
            .close();
      }
      for (int request = 0; request < 2; request++) {
        client.requestWithBaseUrl("http://127.0.0.1:2/solr", derived -> derived.getBaseURL());
      }
    }
    return List.copyOf(RecordingFactory.CALLS);
  }

  @Test
  void forwardsOtherCallsToNextFactory() throws Exception {
    properties.put(NEXT, " " + RecordingFactory.class.getName());
    RecordingFactory.CALLS.clear();
    try (StallFreeClientFactory factory = newFactory()) {
      SolrHttpClientBuilder builder = SolrHttpClientBuilder.create();
      assertThat(factory.getHttpClientBuilder(builder)).isSameAs(builder);
    }
    assertThat(RecordingFactory.CALLS).containsExactly("new", "builder", "close");
  }

  static Stream<Arguments> wrongNextFactories() {
    return Stream.of(
        arguments("com.example.Missing", "ClassNotFoundException: com.example.Missing"),
        arguments("java.lang.String", "ClassCastException at "),
        arguments(HttpClientBuilderFactory.class.getName(), "NoSuchMethodException at "),
        arguments(FailsInConstructor.class.getName(), "IllegalArgumentException at "),
        arguments(FailsInSetup.class.getName(), "IllegalArgumentException at "));
  }

  @ParameterizedTest
  @MethodSource("wrongNextFactories")
  void logsInvalidNextFactoryWithoutSecretBeforeItThrows(String name, String reason) {
    properties.put(NEXT, name);
    for (int times = 0; times < 2; times++) {
      try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
        assertThatThrownBy(
                () -> {
                  StallFreeClientFactory factory = newFactory();
                  factory.getHttpClientBuilder(SolrHttpClientBuilder.create());
                  factory.setup(client);
                })
            .hasStackTraceContaining(reason.replace(" at ", ""));
      }
      assertThat(log.lines(Level.INFO)).isEmpty();
      assertThat(log.lines(Level.ERROR))
          .isEqualTo(log.warnings())
          .isNotEmpty()
          .doesNotHaveDuplicates()
          .allSatisfy(
              line ->
                  assertThat(line)
                      .startsWith(
                          NEXT + " must name a client factory that works, got '" + name + "'. ")
                      .contains("A node does not start without it. Correct this property, ")
                      .doesNotContain(PASSWORD))
          .first()
          .asString()
          .contains(reason);
    }
  }

  @ParameterizedTest
  @CsvSource({
    NEXT + ", '', " + NEXT,
    NEXT + ", io.streambench.strategy.StallFreeClientFactory, " + NEXT,
    "basicauth, solr:" + PASSWORD + ", -D" + NEXT,
    "solr.httpclient.config, " + PASSWORD + ", -D" + NEXT
  })
  void warnsOnceAboutMissingNextFactory(String name, String value, String advice) {
    properties.put(name, value);
    assertThat(next.create()).isNull();
    assertThat(next.create()).isNull();
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith(name + " ")
        .contains(advice)
        .doesNotContain(PASSWORD);
  }

  @Test
  void doesNotWarnIfNextFactorySendsCredentials() {
    properties.put("basicauth", "solr:" + PASSWORD);
    properties.put(NEXT, PreemptiveBasicAuthClientBuilderFactory.class.getName());
    try {
      PreemptiveBasicAuthClientBuilderFactory.setDefaultSolrParams(new MapSolrParams(Map.of()));
      assertThat(next.create()).isInstanceOf(PreemptiveBasicAuthClientBuilderFactory.class);
    } finally {
      PreemptiveBasicAuthClientBuilderFactory.setDefaultSolrParams(null);
    }
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void warnsAboutUnreadableNextFactoryProperty() {
    NextFactory unreadable =
        new NextFactory(
            name -> {
              throw new SecurityException("access denied");
            },
            deduplicatingLog);
    assertThat(unreadable.create()).isNull();
    assertThat(log.warnings())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("The property " + NEXT + " cannot be read");
  }
}
