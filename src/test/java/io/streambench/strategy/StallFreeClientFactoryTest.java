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
 * Tests the factory that Solr calls in production, with real clients of Solr's, and without a node.
 */
class StallFreeClientFactoryTest {
  private static final String FACTORY = "solr.httpclient.builder.factory";
  private static final String NEXT = "streambench.nextClientFactory";

  private static final String PASSWORD = "SolrRocks";

  private final Map<String, String> properties = new HashMap<>();
  private final FactoryLog log = new FactoryLog();

  @AfterEach
  void leaveTheJvmAsItWas() {
    log.close();
    System.clearProperty(FACTORY);
    System.clearProperty(NEXT);
  }

  /** A factory as the JVM of these properties would have it. */
  private final DeduplicatingLog once = new DeduplicatingLog();

  private final NextFactory next = new NextFactory(properties::get, once);

  private StallFreeClientFactory factory() {
    return new StallFreeClientFactory(properties::get, next);
  }

  private static Class<?> setUp(StallFreeClientFactory factory) {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      factory.setup(client);
      return http2(client).getFlowControlStrategyFactory().newFlowControlStrategy().getClass();
    }
  }

  private static HTTP2Client http2(Http2SolrClient client) {
    return SolrHttpClientAccess.http2Of(SolrHttpClientAccess.of(client)).orElseThrow();
  }

  /** Records what it is called with, in the order of the calls. */
  public static final class Recording implements HttpClientBuilderFactory {
    private static final List<String> CALLS = new ArrayList<>();

    /** Called by Solr, or by the factory before this one. */
    public Recording() {
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

  /** Does nothing; those that fail extend it. Each has a password in its message. */
  public static class Next implements HttpClientBuilderFactory {
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

  /** Its constructor throws. */
  public static final class FailsWhenMade extends Next {
    public FailsWhenMade() {
      throw failure();
    }
  }

  /** Fails like one that lacks a password. */
  public static final class FailsAtSetup extends Next {
    @Override
    public void setup(Http2SolrClient client) {
      throw failure();
    }
  }

  @Test
  void givesEveryClientTheStrategyAndSaysSoOnce() {
    for (int client = 0; client < 3; client++) {
      assertThat(setUp(factory())).isEqualTo(JettyFlowControl.class);
    }
    assertThat(log.lines(Level.INFO)).singleElement().asString().contains("strategy memory-bound");
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void setsAClientUpOnceHoweverManyRequestsShareIt() {
    try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      factory().setup(client);
      FlowControlStrategy.Factory first = http2(client).getFlowControlStrategyFactory();
      try (Http2SolrClient shared = new Http2SolrClient.Builder().withHttpClient(client).build()) {
        factory().setup(shared);
        assertThat(http2(shared).getFlowControlStrategyFactory()).isSameAs(first);
      }
    }
  }

  @Test
  void leavesAClientThatSpeaksHttp1Alone() {
    try (Http2SolrClient client = new Http2SolrClient.Builder().useHttp1_1(true).build()) {
      factory().setup(client);
    }
    assertThat(log.lines(Level.INFO)).isEmpty();
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void aBadValueIsOneErrorWithPropertyValueAndAdviceAndLeavesJettysOwn() {
    properties.put("solr.http2.initialStreamRecvWindow", "8m");
    for (int client = 0; client < 3; client++) {
      try (Http2SolrClient solr = new Http2SolrClient.Builder().build()) {
        factory().setup(solr);
        assertThat(http2(solr).getFlowControlStrategyFactory().newFlowControlStrategy())
            .isInstanceOf(BufferingFlowControlStrategy.class);
        assertThat(http2(solr).getInitialStreamRecvWindow()).isEqualTo(8 << 20);
      }
    }
    assertThat(theError()).contains("solr.http2.initialStreamRecvWindow must ", "got '8m'");
  }

  /** The only line of the log. */
  private String theError() {
    assertThat(log.lines(Level.INFO)).isEmpty();
    assertThat(log.warnings()).hasSize(1);
    assertThat(log.lines(Level.ERROR)).hasSize(1);
    return log.lines(Level.ERROR).get(0);
  }

  @Test
  void aPropertyThatChangesIsReadAgain() {
    assertThat(setUp(factory())).isEqualTo(JettyFlowControl.class);
    properties.put("streambench.flowControl", "buffering");
    assertThat(setUp(factory())).isEqualTo(BufferingFlowControlStrategy.class);
  }

  @Test
  void anotherJettyOrSolrJIsOneErrorWithAdviceAndLeavesJettysOwn() {
    UnaryOperator<String> failing =
        name -> {
          throw new NoSuchMethodError("of another Jetty");
        };
    StallFreeClientFactory broken = new StallFreeClientFactory(failing, next);
    for (int client = 0; client < 3; client++) {
      assertThat(setUp(broken)).isEqualTo(BufferingFlowControlStrategy.class);
    }
    assertThat(theError())
        .contains(
            "Reason: java.lang.NoSuchMethodError",
            "Solr 9.8 to 9.10",
            "-D" + FACTORY + "=" + StallFreeClientFactory.class.getName());
  }

  @Test
  void theNextFactoryGetsTheCallsThatItWouldGetFromSolr() throws Exception {
    List<String> fromSolr = callsWith(Map.of(FACTORY, Recording.class.getName()));
    assertThat(fromSolr).contains("setup null", "setup http://127.0.0.1:1/solr").hasSize(10);
    assertThat(
            callsWith(
                Map.of(
                    FACTORY,
                    StallFreeClientFactory.class.getName(),
                    NEXT,
                    Recording.class.getName())))
        .isEqualTo(fromSolr);
  }

  /** A client, two that share it, and two requests with it, as a node sends them to a shard. */
  private static List<String> callsWith(Map<String, String> named) throws Exception {
    Recording.CALLS.clear();
    named.forEach(System::setProperty);
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
    return List.copyOf(Recording.CALLS);
  }

  @Test
  void handsTheOtherCallsOn() throws Exception {
    properties.put(NEXT, " " + Recording.class.getName());
    Recording.CALLS.clear();
    try (StallFreeClientFactory factory = factory()) {
      SolrHttpClientBuilder builder = SolrHttpClientBuilder.create();
      assertThat(factory.getHttpClientBuilder(builder)).isSameAs(builder);
    }
    assertThat(Recording.CALLS).containsExactly("new", "builder", "close");
  }

  static Stream<Arguments> wrongNextFactories() {
    return Stream.of(
        arguments("com.example.Missing", "ClassNotFoundException: com.example.Missing"),
        arguments("java.lang.String", "ClassCastException at "),
        arguments(HttpClientBuilderFactory.class.getName(), "NoSuchMethodException at "),
        arguments(FailsWhenMade.class.getName(), "IllegalArgumentException at "),
        arguments(FailsAtSetup.class.getName(), "IllegalArgumentException at "));
  }

  @ParameterizedTest
  @MethodSource("wrongNextFactories")
  void aWrongNextFactoryIsAnErrorWithPropertyValueAndAdviceBeforeItThrowsAndNoSecret(
      String name, String reason) {
    properties.put(NEXT, name);
    for (int times = 0; times < 2; times++) {
      try (Http2SolrClient client = new Http2SolrClient.Builder().build()) {
        assertThatThrownBy(
                () -> {
                  StallFreeClientFactory factory = factory();
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
  void whatNamesNoNextFactoryThoughItShouldIsOneWarning(String name, String value, String advice) {
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
  void doesNotWarnOfBasicAuthenticationThatTheNextFactorySends() {
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
  void aNextFactoryThatMayNotBeReadIsOneWarning() {
    NextFactory unreadable =
        new NextFactory(
            name -> {
              throw new SecurityException("access denied");
            },
            once);
    assertThat(unreadable.create()).isNull();
    assertThat(log.warnings())
        .hasSize(3)
        .first()
        .asString()
        .startsWith("The property " + NEXT + " cannot be read");
  }
}
