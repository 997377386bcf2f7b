package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Jetty;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RepairSettingsTest {
  private static final String STREAM = "solr.http2.initialStreamRecvWindow";
  private static final String SESSION = "solr.http2.initialSessionRecvWindow";

  private static RepairSettings of(Map<String, String> properties) {
    return new RepairSettings(properties::get);
  }

  /** A client of Jetty's with these properties, without a connection. */
  private static HTTP2Client client(Map<String, String> properties) {
    HTTP2Client http2 = new HTTP2Client();
    put(http2, properties::get);
    return http2;
  }

  private static void put(HTTP2Client http2, UnaryOperator<String> properties) {
    ClientSetup.setUp(
        http2,
        new RepairSettings(properties),
        Pattern.compile(".*"),
        "clients",
        new DeduplicatingLog());
  }

  private static List<Object> setUp(HTTP2Client http2) {
    return List.of(
        http2.getFlowControlStrategyFactory().newFlowControlStrategy().getClass(),
        http2.getInitialStreamRecvWindow(),
        http2.getInitialSessionRecvWindow());
  }

  @Test
  void isOnWithStandardWindowsWhereNoPropertyIsSet() {
    assertThat(setUp(client(Map.of())))
        .isEqualTo(List.of(JettyFlowControl.class, (8 << 20) - 1, 16 << 20));
  }

  /** Data in segments of 1,448 bytes holds 11 times its length. */
  @ParameterizedTest
  @CsvSource({"8192, 16777216", "512, 16777216", "256, 8388608", "128, 4194304", "64, 2097152"})
  void twoFullSessionWindowsInSmallSegmentsFitBesideTheBudget(long megabytes, int sessionBytes) {
    long memory = megabytes << 20;
    assertThat(DefaultWindows.of(16 << 20, memory))
        .isEqualTo(new DefaultWindows(sessionBytes / 2 - 1, sessionBytes));
    assertThat(2 * 11L * sessionBytes + memory / 4).isLessThan(memory);
  }

  @ParameterizedTest
  @CsvSource({"134217728, 512", "1048576, 512", "131072, 1", "65535, 1"})
  void aWindowThatAProgramHasSetIsKept(int sessionBytes, long megabytes) {
    assertThat(DefaultWindows.of(sessionBytes, megabytes << 20))
        .isEqualTo(new DefaultWindows(DefaultWindows.STREAM_BYTES, sessionBytes));
  }

  @Test
  void windowsAreSetWithTheStrategyAndWithJettysOwn() {
    String strategy = "streambench.flowControl";
    Map<String, String> windows =
        Map.of(strategy, "memory-bound", STREAM, "65535", SESSION, " 2147483647 ");
    assertThat(setUp(client(windows)))
        .isEqualTo(List.of(JettyFlowControl.class, 65_535, Integer.MAX_VALUE));
    Map<String, String> off = Map.of(strategy, " buffering ", STREAM, "default", SESSION, "70000");
    assertThat(setUp(client(off)))
        .isEqualTo(List.of(BufferingFlowControlStrategy.class, 8 << 20, 70_000));
  }

  @ParameterizedTest
  @CsvSource({
    "streambench.flowControl, fastest, 'streambench.flowControl must be one of buffering, '",
    "streambench.flowControl, on-receipt, 'streambench.flowControl must be one of buffering, '",
    "streambench.flowControl, '', 'streambench.flowControl must be one of buffering, '",
    "solr.http2.initialStreamRecvWindow, 8m, 'solr.http2.initialStreamRecvWindow must be '",
    "solr.http2.initialStreamRecvWindow, 65534, 'solr.http2.initialStreamRecvWindow must be '",
    "solr.http2.initialSessionRecvWindow, 12, 'solr.http2.initialSessionRecvWindow must be '",
    "solr.http2.initialSessionRecvWindow, 2147483648, 'solr.http2.initialSessionRecvWindow must '",
    "solr.http2.initialSessionRecvWindow, -70000, 'solr.http2.initialSessionRecvWindow must be '",
    "streambench.directMemoryBudget, 0m, 'streambench.directMemoryBudget must be a size like '",
    "streambench.directMemoryBudget, 128, 'streambench.directMemoryBudget must be a size like '",
    "streambench.directMemoryBudget, -1m, 'streambench.directMemoryBudget must be a size like '",
    "streambench.directMemoryBudget, quarter, 'streambench.directMemoryBudget must be a size '"
  })
  void aMistakeNamesPropertyRuleAndValueAndLeavesTheClientAsItWas(
      String name, String value, String start) {
    HTTP2Client http2 = new HTTP2Client();
    List<Object> before = setUp(http2);
    Map<String, String> properties = new HashMap<>(Map.of(STREAM, "70000", SESSION, "80000"));
    properties.put(name, value);
    assertThatThrownBy(() -> put(http2, properties::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(start)
        .hasMessageEndingWith(value.isEmpty() ? "got nothing" : "got '" + value + "'");
    assertThat(setUp(http2)).isEqualTo(before);
  }

  @Test
  void asksForNoPropertyThatIsNotItsOwn() {
    put(new HTTP2Client(), RepairSettingsTest::ownOnly);
  }

  private static String ownOnly(String name) {
    assertThat(name).matches("streambench\\..+|solr\\.http2\\.initial.+");
    return null;
  }

  @ParameterizedTest
  @CsvSource({"64k, 65536", "128m, 134217728", "256M, 268435456"})
  void takesABudgetAsASize(String text, long bytes) {
    assertThat(of(Map.of("streambench.directMemoryBudget", text)))
        .extracting(RepairSettings::budgetBytes)
        .isEqualTo(OptionalLong.of(bytes));
  }

  /** One that cannot be kept would end as no budget does: readers without memory hang. */
  @Test
  void refusesABudgetOfMoreThanTheDirectMemory() {
    String more = (DirectMemory.limitBytes() >> 30) + 1 + "g";
    assertThatThrownBy(() -> of(Map.of("streambench.directMemoryBudget", more)).budgetBytes())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-XX:MaxDirectMemorySize")
        .hasMessageContaining(more);
  }

  @Test
  void refusesABudgetThatTheStrategyWouldIgnore() {
    String property = "streambench.directMemoryBudget";
    Map<String, String> both = Map.of("streambench.flowControl", "buffering", property, "128m");
    assertThatThrownBy(() -> client(both))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(property)
        .hasMessageContaining("be left out with flowControl=buffering");
  }

  @Test
  void anotherJettyLeavesTheClientAsItWas() {
    HTTP2Client http2 = new HTTP2Client();
    List<Object> before = setUp(http2);
    Pattern other = Pattern.compile("9\\..*");
    assertThatThrownBy(
            () -> ClientSetup.setUp(http2, of(Map.of()), other, "clients", new DeduplicatingLog()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this is Jetty " + Jetty.VERSION);
    assertThat(setUp(http2)).isEqualTo(before);
  }

  @Test
  void theMBeanIsThereFromTheFirstClientsStartToTheLastOnesEnd() throws Exception {
    HTTP2Client one = client(Map.of());
    HTTP2Client other = client(Map.of());
    try (FactoryLog log = new FactoryLog()) {
      one.start();
      other.start();
      one.stop();
      assertThat(isThere()).isTrue();
      one.start();
      other.stop();
      assertThat(isThere()).isTrue();
      one.stop();
      assertThat(isThere()).isFalse();
      assertThat(log.warnings()).isEmpty();
    }
  }

  /** Two web applications may each have the jar, with a class loader of its own. */
  @Test
  void theMBeanOfAnotherClassLoaderStaysAndIsOneWarning() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    UnreadMemory others = new UnreadMemory(1, () -> 0, line -> {});
    server.registerMBean(others, bean());
    try (FactoryLog log = new FactoryLog()) {
      HTTP2Client one = client(Map.of());
      one.start();
      one.stop();
      assertThat(isThere()).isTrue();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("The MBean " + bean() + " is missing; the stall repair is on: ");
    } finally {
      if (isThere()) {
        server.unregisterMBean(bean());
      }
    }
  }

  private static ObjectName bean() throws Exception {
    return new ObjectName("io.streambench:type=UnreadMemory");
  }

  private static boolean isThere() throws Exception {
    return ManagementFactory.getPlatformMBeanServer().isRegistered(bean());
  }
}
