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

  private static RepairSettings settings(Map<String, String> properties) {
    return new RepairSettings(properties::get);
  }

  /** Creates a Jetty client with these properties, without a connection. */
  private static HTTP2Client newClient(Map<String, String> properties) {
    HTTP2Client http2 = new HTTP2Client();
    configure(http2, properties::get);
    return http2;
  }

  private static void configure(HTTP2Client http2, UnaryOperator<String> properties) {
    ClientSetup.setUp(
        http2,
        new RepairSettings(properties),
        Pattern.compile(".*"),
        "clients",
        new DeduplicatingLog());
  }

  private static List<Object> effectiveSettings(HTTP2Client http2) {
    return List.of(
        http2.getFlowControlStrategyFactory().newFlowControlStrategy().getClass(),
        http2.getInitialStreamRecvWindow(),
        http2.getInitialSessionRecvWindow());
  }

  @Test
  void isOnWithStandardWindowsByDefault() {
    assertThat(effectiveSettings(newClient(Map.of())))
        .isEqualTo(List.of(JettyFlowControl.class, (8 << 20) - 1, 16 << 20));
  }

  /** Data in segments of 1,448 bytes needs 11 times its length. */
  @ParameterizedTest
  @CsvSource({"8192, 16777216", "512, 16777216", "256, 8388608", "128, 4194304", "64, 2097152"})
  void twoFullWindowsOfSmallSegmentsFitNextToBudget(long megabytes, int sessionBytes) {
    long memory = megabytes << 20;
    assertThat(DefaultWindows.of(16 << 20, memory))
        .isEqualTo(new DefaultWindows(sessionBytes / 2 - 1, sessionBytes));
    assertThat(2 * 11L * sessionBytes + memory / 4).isLessThan(memory);
  }

  @ParameterizedTest
  @CsvSource({"134217728, 512", "1048576, 512", "131072, 1", "65535, 1"})
  void keepsWindowSetByProgram(int sessionBytes, long megabytes) {
    assertThat(DefaultWindows.of(sessionBytes, megabytes << 20))
        .isEqualTo(new DefaultWindows(DefaultWindows.STREAM_BYTES, sessionBytes));
  }

  @Test
  void setsWindowsForRepairAndForJettysStrategy() {
    String strategy = "streambench.flowControl";
    Map<String, String> windows =
        Map.of(strategy, "memory-bound", STREAM, "65535", SESSION, " 2147483647 ");
    assertThat(effectiveSettings(newClient(windows)))
        .isEqualTo(List.of(JettyFlowControl.class, 65_535, Integer.MAX_VALUE));
    Map<String, String> off = Map.of(strategy, " buffering ", STREAM, "default", SESSION, "70000");
    assertThat(effectiveSettings(newClient(off)))
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
  void reportsInvalidValueAndLeavesClientUnchanged(String name, String value, String start) {
    HTTP2Client http2 = new HTTP2Client();
    List<Object> before = effectiveSettings(http2);
    Map<String, String> properties = new HashMap<>(Map.of(STREAM, "70000", SESSION, "80000"));
    properties.put(name, value);
    assertThatThrownBy(() -> configure(http2, properties::get))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(start)
        .hasMessageEndingWith(value.isEmpty() ? "got nothing" : "got '" + value + "'");
    assertThat(effectiveSettings(http2)).isEqualTo(before);
  }

  @Test
  void readsOnlyItsOwnProperties() {
    configure(new HTTP2Client(), RepairSettingsTest::assertOwnProperty);
  }

  private static String assertOwnProperty(String name) {
    assertThat(name).matches("streambench\\..+|solr\\.http2\\.initial.+");
    return null;
  }

  @ParameterizedTest
  @CsvSource({"64k, 65536", "128m, 134217728", "256M, 268435456"})
  void acceptsBudgetWithUnit(String text, long bytes) {
    assertThat(settings(Map.of("streambench.directMemoryBudget", text)))
        .extracting(RepairSettings::budgetBytes)
        .isEqualTo(OptionalLong.of(bytes));
  }

  /**
   * With a budget that cannot be kept, readers without memory hang, as they do without a budget.
   */
  @Test
  void rejectsBudgetAboveDirectMemory() {
    String tooLarge = (DirectMemory.limitBytes() >> 30) + 1 + "g";
    assertThatThrownBy(
            () -> settings(Map.of("streambench.directMemoryBudget", tooLarge)).budgetBytes())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-XX:MaxDirectMemorySize")
        .hasMessageContaining(tooLarge);
  }

  @Test
  void rejectsBudgetIgnoredByStrategy() {
    String property = "streambench.directMemoryBudget";
    Map<String, String> both = Map.of("streambench.flowControl", "buffering", property, "128m");
    assertThatThrownBy(() -> newClient(both))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(property)
        .hasMessageContaining("be left out with flowControl=buffering");
  }

  @Test
  void otherJettyLeavesClientUnchanged() {
    HTTP2Client http2 = new HTTP2Client();
    List<Object> before = effectiveSettings(http2);
    Pattern other = Pattern.compile("9\\..*");
    assertThatThrownBy(
            () ->
                ClientSetup.setUp(
                    http2, settings(Map.of()), other, "clients", new DeduplicatingLog()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("this is Jetty " + Jetty.VERSION);
    assertThat(effectiveSettings(http2)).isEqualTo(before);
  }

  @Test
  void registersMBeanFromFirstStartToLastStop() throws Exception {
    HTTP2Client one = newClient(Map.of());
    HTTP2Client other = newClient(Map.of());
    try (FactoryLog log = new FactoryLog()) {
      one.start();
      other.start();
      one.stop();
      assertThat(isBeanRegistered()).isTrue();
      one.start();
      other.stop();
      assertThat(isBeanRegistered()).isTrue();
      one.stop();
      assertThat(isBeanRegistered()).isFalse();
      assertThat(log.warnings()).isEmpty();
    }
  }

  /** Two web applications can each have the jar in their own class loader. */
  @Test
  void warnsOnceAndKeepsMBeanOfOtherClassLoader() throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    UnreadMemory others = new UnreadMemory(1, () -> 0, line -> {});
    server.registerMBean(others, beanName());
    try (FactoryLog log = new FactoryLog()) {
      HTTP2Client one = newClient(Map.of());
      one.start();
      one.stop();
      assertThat(isBeanRegistered()).isTrue();
      assertThat(log.warnings())
          .singleElement()
          .asString()
          .startsWith("The MBean " + beanName() + " is missing; the stall repair is on: ");
    } finally {
      if (isBeanRegistered()) {
        server.unregisterMBean(beanName());
      }
    }
  }

  private static ObjectName beanName() throws Exception {
    return new ObjectName("io.streambench:type=UnreadMemory");
  }

  private static boolean isBeanRegistered() throws Exception {
    return ManagementFactory.getPlatformMBeanServer().isRegistered(beanName());
  }
}
