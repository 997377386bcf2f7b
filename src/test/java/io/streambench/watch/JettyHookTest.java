package io.streambench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.agent.Bridge;
import io.streambench.analysis.SessionState;
import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.Golden;
import io.streambench.eventlog.Role;
import io.streambench.program.Until;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.FlowControlRecording;
import io.streambench.recording.H2cServer;
import io.streambench.recording.SessionLedger;
import java.io.InputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.SimpleFlowControlStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the hook on a real Jetty, whose flow control calls the bridge as the advices do. Compares
 * it with our own accounting, which is there from the beginning.
 */
class JettyHookTest {
  private static final int SESSION_WINDOW = 400_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int RESPONSE = 140_000;

  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final SessionLedger ledger = new SessionLedger();
  private final JettyHook hook = new JettyHook(ledger);

  @AfterEach
  void nobodyIsTold() {
    Bridge.hook = null;
  }

  /** Jetty's own way to give credit, with calls of the bridge where the advices have them. */
  private static FlowControlStrategy bridged() {
    FlowControlStrategy jettys = new BufferingFlowControlStrategy(0.5F);
    InvocationHandler calls =
        (proxy, method, with) -> {
          Bridge.Hook hook = Bridge.hook;
          if (hook == null) {
            return method.invoke(jettys, with);
          }
          Object receiving = null;
          if (method.getName().equals("onDataReceived")) {
            receiving = hook.receiving(jettys, with[0], with[1], (int) with[2]);
          } else if (method.getName().equals("onDataConsumed")) {
            hook.consumed(jettys, with[0], with[1], (int) with[2]);
          }
          Object result = method.invoke(jettys, with);
          switch (method.getName()) {
            case "onStreamCreated" -> hook.opened(jettys, with[0]);
            case "onStreamDestroyed" -> hook.closed(jettys, with[0]);
            case "onDataReceived" -> hook.received(jettys, with[0], receiving, (int) with[2]);
            case "windowUpdate" -> hook.credited(jettys, with[0], with[1], with[2]);
            default -> {}
          }
          return result;
        };
    Class<?>[] type = {FlowControlStrategy.class};
    return (FlowControlStrategy)
        Proxy.newProxyInstance(JettyHookTest.class.getClassLoader(), type, calls);
  }

  private H2cServer server(FlowControlStrategy.Factory strategies) throws Exception {
    return new H2cServer(monitor, SESSION_WINDOW, STREAM_WINDOW, RESPONSE, strategies);
  }

  private SessionState counted() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT).get(0);
  }

  private SessionState hooked() {
    return hook.open().iterator().next().state();
  }

  /** A frame may be on its way when one of them is asked. */
  private void awaitSame() throws Exception {
    Until.isSo(() -> hook.failure() != null || !hook.open().isEmpty() && same(hooked(), counted()));
    assertThat(hook.failure()).isNull();
    assertThat(hooked().id()).isEqualTo(counted().id());
    assertThat(hooked().remote()).isEqualTo(counted().remote());
  }

  private static boolean same(SessionState one, SessionState other) {
    return one.receiveWindow() == other.receiveWindow()
        && one.unreadBytes() == other.unreadBytes()
        && one.unacknowledgedBytes() == other.unacknowledgedBytes();
  }

  /** Reads that many bytes in pieces that are no multiple of a frame. */
  private static void read(InputStream in, int bytes) throws Exception {
    for (int left = bytes; left > 0; ) {
      left -= in.readNBytes(Math.min(left, 7_001)).length;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 50_000, 120_000})
  void aSessionThatWasThereBeforeIsCountedAsIfItHadBeenWatchedFromTheBeginning(int readBefore)
      throws Exception {
    try (H2cServer server = server(JettyHookTest::bridged)) {
      InputStream one = server.request();
      InputStream other = server.request();
      Until.isSo(() -> counted().unreadBytes() == 2 * RESPONSE);
      read(one, readBefore);
      Bridge.hook = hook;
      server.request();
      Until.isSo(() -> counted().receiveWindow() <= 0 || counted().unreadBytes() > 2 * RESPONSE);
      read(one, RESPONSE - readBefore);
      read(other, RESPONSE);
      Until.isSo(() -> counted().unreadBytes() == RESPONSE);
      awaitSame();
    }
  }

  @Test
  void whatArrivesIsRecordedWithTheWindowsAfterIt(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("events.jfr");
    try (FlowControlRecording recording = ledger.prepareRecording(folder).begin();
        H2cServer server = server(JettyHookTest::bridged)) {
      Bridge.hook = hook;
      server.request();
      Until.isSo(() -> counted().unreadBytes() == RESPONSE);
      awaitSame();
      recording.dumpTo(file);
    }
    long received = 0;
    for (FlowControlEvent event : Golden.events(file)) {
      if (event.cause() == Cause.DATA_RECEIVED && event.ofSession()) {
        received += event.bytes();
        assertThat(event.windowAfter() + event.unreadBytes()).isEqualTo(SESSION_WINDOW);
      }
    }
    assertThat(received).isEqualTo(RESPONSE);
  }

  @Test
  void aSessionThatIsOverIsForgotten() throws Exception {
    try (H2cServer server = server(JettyHookTest::bridged)) {
      Bridge.hook = hook;
      read(server.request(), RESPONSE);
      Until.isSo(() -> !hook.open().isEmpty());
    }
    Until.isSo(() -> !hook.closed().isEmpty());
    hook.closed().forEach(hook::forget);
    assertThat(hook.closed()).isEmpty();
    assertThat(hook.open()).isEmpty();
  }

  @Test
  void afterAFailureItDoesNothingAndSaysWhy() throws Exception {
    Bridge.hook = hook;
    hook.received("no strategy", "no session", null, 1);
    hook.consumed(new SimpleFlowControlStrategy(), "no session", null, 1);
    assertThat(hook.failure()).isNotNull();
    assertThat(Bridge.hook).isNull();
  }

  /** Gives credit as it likes. */
  private static final class Own extends SimpleFlowControlStrategy {
    @Override
    public void onDataConsumed(ISession session, IStream stream, int length) {
      super.onDataConsumed(session, stream, length);
    }
  }

  @Test
  void aStrategyThatIsNotJettysIsNamedAndLeftAlone() {
    Bridge.hook = hook;
    hook.consumed(new Own(), "its session", null, 1);
    assertThat(hook.failure()).isNull();
    assertThat(hook.open()).isEmpty();
    assertThat(hook.otherStrategies()).containsExactly(Own.class.getName());
  }
}
