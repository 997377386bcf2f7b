package io.streambench.watch;

import io.streambench.agent.AgentMain;
import io.streambench.agent.Bridge;
import io.streambench.live.Heartbeat;
import io.streambench.recording.FlowControlRecording;
import io.streambench.recording.SessionAccount;
import io.streambench.recording.SessionLedger;
import io.streambench.watch.WatchStatus.SilentSession;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;

/**
 * Records the flow control of the JVM that it was loaded into, and writes its {@link WatchStatus}
 * once a second. Ends on request, when its order is abandoned, or when it fails; then all is as it
 * was.
 */
public final class Watch implements AutoCloseable {
  public static final String RECORDING = "events.jfr";

  /** Key of the order: silence in milliseconds after which a session is reported. */
  public static final String SILENCE_MILLIS = "silenceMillis";

  private static final long PERIOD_MILLIS = 1_000;
  private static final int BRIDGE = 1;

  private final Path folder;
  private final Heartbeat heartbeat;
  private final Instrumentation instrumentation;
  private final Runnable ended;
  private final SessionLedger ledger = new SessionLedger();
  private final JettyHook hook = new JettyHook(ledger);
  private final Advices.Refusals refusals = new Advices.Refusals();
  private final FlowControlRecording recording = ledger.prepareRecording();
  private final SilentSessions silence;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Set<SessionAccount> closedBefore = new HashSet<>();
  private ResettableClassFileTransformer transformer;
  private long told;

  private Watch(Instrumentation instrumentation, Properties order, Runnable ended) {
    this.instrumentation = instrumentation;
    this.folder = Path.of(order.getProperty(AgentMain.FOLDER));
    this.heartbeat = new Heartbeat(folder);
    this.silence =
        new SilentSessions(Duration.ofMillis(Long.parseLong(order.getProperty(SILENCE_MILLIS))));
    this.ended = ended;
  }

  /** Begins by an order as for {@link AgentMain}; returns when everything is recorded. */
  public static AutoCloseable begin(
      Instrumentation instrumentation, Properties order, Runnable ended) throws IOException {
    if (Bridge.version() != BRIDGE) {
      throw new IllegalStateException(
          "it has been watched by another version of this program: restart it, or use that version");
    }
    Watch watch = new Watch(instrumentation, order, ended);
    try {
      watch.start();
      return watch;
    } catch (Throwable e) {
      watch.undo("");
      throw e;
    }
  }

  private void start() throws IOException {
    recording.keepAtExit(folder.resolve(RECORDING));
    recording.begin();
    Bridge.hook = hook;
    transformer = Advices.install(instrumentation, refusals);
    tell(WatchStatus.State.WATCHING, "", List.of());
    Thread thread = new Thread(this::run, "streambench-watch");
    thread.setDaemon(true);
    thread.setContextClassLoader(null); // nothing of the application is held
    thread.start();
  }

  private void run() {
    try {
      String reason;
      try {
        reason = watched();
      } catch (Throwable e) { // a JVM that is short of memory is likely to be looked at
        reason = e.toString();
      }
      Bridge.hook = null;
      reason = undo(then(reason, "no recording: ", this::write));
      tell(
          reason.isEmpty() ? WatchStatus.State.ENDED : WatchStatus.State.FAILED, reason, List.of());
    } catch (Throwable e) {
      // there is no place to say it
    } finally {
      Bridge.hook = null;
      ended.run();
    }
  }

  private void write() throws IOException {
    if (Files.isDirectory(folder)) {
      recording.dumpTo(folder.resolve(RECORDING));
    }
  }

  private interface Step {
    void take() throws Exception;
  }

  /** Takes a step, whatever went wrong before; returns what went wrong first, or nothing. */
  private static String then(String reason, String what, Step step) {
    try {
      step.take();
      return reason;
    } catch (Throwable e) {
      return reason.isEmpty() ? what + e : reason;
    }
  }

  private String undo(String reason) {
    Bridge.hook = null;
    String undone =
        then(
            reason,
            "the calls could not be taken out of Jetty's classes, and do nothing there: ",
            this::removeCalls);
    return then(undone, "", recording::closeAndForget);
  }

  private void removeCalls() {
    if (transformer != null) {
      refusals.reason.set(null);
      Advices.remove(transformer, instrumentation, refusals);
      if (refusals.reason.get() != null) {
        throw new IllegalStateException(refusals.reason.get());
      }
    }
  }

  private String watched() throws InterruptedException {
    while (!stopped.await(PERIOD_MILLIS, TimeUnit.MILLISECONDS)) {
      Throwable failure = hook.failure() == null ? refusals.reason.get() : hook.failure();
      if (failure != null) {
        return "Jetty could not be read: " + failure;
      }
      forgetClosed();
      try {
        if (heartbeat.isOver()) {
          return "";
        }
        tell(WatchStatus.State.WATCHING, "", silence.look(hook.open(), System.nanoTime()));
      } catch (IOException e) {
        return "no room to write in " + folder + ": " + e;
      }
    }
    return "";
  }

  /** A period later, so that the recording has told that they are closed. */
  private void forgetClosed() {
    List<SessionAccount> closed = new ArrayList<>(hook.closed());
    closed.stream().filter(closedBefore::contains).forEach(hook::forget);
    closedBefore.clear();
    closedBefore.addAll(closed);
  }

  private void tell(WatchStatus.State state, String reason, List<SilentSession> silent)
      throws IOException {
    new WatchStatus(
            state,
            reason,
            ++told,
            hook.open().size(),
            ledger.eventsMade(),
            hook.otherStrategies(),
            silent)
        .writeTo(folder);
  }

  @Override
  public void close() {
    stopped.countDown();
  }
}
