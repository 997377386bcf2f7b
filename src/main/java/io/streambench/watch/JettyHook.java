package io.streambench.watch;

import io.streambench.agent.Bridge;
import io.streambench.eventlog.Role;
import io.streambench.recording.SessionAccount;
import io.streambench.recording.SessionLedger;
import io.streambench.recording.SessionOwner;
import io.streambench.recording.StreamAccount;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Keeps account of every session that Jetty calls its own flow control for; earlier ones begin with
 * what Jetty's windows say. After a failure it does nothing any more.
 */
final class JettyHook implements Bridge.Hook {
  private final SessionLedger ledger;
  private final Map<ClassLoader, Jetty<RuntimeException>> jettys = new ConcurrentHashMap<>();
  private final Map<Class<?>, Jetty<RuntimeException>> ofStreams = new ConcurrentHashMap<>();
  private final Map<Object, Watched> sessions = new ConcurrentHashMap<>();
  private final Map<Class<?>, Boolean> strategies = new ConcurrentHashMap<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** DATA between the calls before and after Jetty's windows shrink. */
  private record Receiving(SessionAccount account, StreamAccount stream) {}

  record Watched(Jetty<RuntimeException> jetty, SessionAccount account) {}

  JettyHook(SessionLedger ledger) {
    this.ledger = ledger;
  }

  /** The failure after which it does nothing any more; null if there was none. */
  Throwable failure() {
    return failure.get();
  }

  /** Classes of flow control that were met and are not Jetty's own. */
  List<String> otherStrategies() {
    return strategies.entrySet().stream()
        .filter(strategy -> !strategy.getValue())
        .map(strategy -> strategy.getKey().getName())
        .sorted()
        .toList();
  }

  Collection<SessionAccount> open() {
    return sessions.values().stream()
        .map(Watched::account)
        .filter(account -> !account.closed())
        .toList();
  }

  List<SessionAccount> closed() {
    return sessions.values().stream().map(Watched::account).filter(SessionAccount::closed).toList();
  }

  /** Lets go of a session that is over, and of Jetty's objects with it. */
  void forget(SessionAccount account) {
    sessions.values().removeIf(watched -> watched.account() == account);
    ledger.forget(account);
  }

  private void failed(Throwable reason) {
    failure.compareAndSet(null, reason);
    if (Bridge.hook == this) { // and not that of a later watch
      Bridge.hook = null;
    }
  }

  private Watched watched(Object strategy, Object session) throws Throwable {
    Watched known = sessions.get(session);
    return known == null ? open(strategy, session) : known;
  }

  /**
   * Waits for no other thread, as this one may hold a lock of Jetty's. Of several that open a
   * session one wins; what the others change, Jetty has not changed yet.
   */
  private Watched open(Object strategy, Object session) throws Throwable {
    if (!isJettysOwn(strategy.getClass())) {
      return null;
    }
    Jetty<RuntimeException> jetty = jetty(session);
    if (Bridge.hook != this || jetty.closed(session)) {
      return null; // what was received is read on, and was forgotten
    }
    List<Jetty.Stream> streams = new ArrayList<>();
    for (Object stream : jetty.streams(session)) {
      streams.add(Jetty.Stream.of(jetty, stream, strategy));
    }
    SessionAccount account =
        ledger.account(
            Jetty.Session.of(jetty, session, strategy, streams),
            new SessionOwner(jetty.server(session) ? Role.SERVER : Role.CLIENT, ""),
            jetty.initialStreamWindow(strategy));
    streams.forEach(account::takeOver);
    Watched opened = new Watched(jetty, account);
    Watched other = sessions.putIfAbsent(session, opened);
    if (other != null) {
      return other;
    }
    ledger.enter(account);
    return opened;
  }

  private boolean isJettysOwn(Class<?> strategy) throws Exception {
    Boolean known = strategies.get(strategy);
    if (known == null) {
      known = Jetties.isJettysOwn(strategy);
      strategies.put(strategy, known);
    }
    return known;
  }

  private Jetty<RuntimeException> jetty(Object jettys) throws Exception {
    ClassLoader loader = jettys.getClass().getClassLoader();
    Jetty<RuntimeException> known = this.jettys.get(loader);
    if (known == null) {
      known = Jetties.of(loader);
      this.jettys.put(loader, known);
    }
    return known;
  }

  private Object sessionOf(Object stream) throws Throwable {
    Jetty<RuntimeException> known = ofStreams.get(stream.getClass());
    if (known == null) {
      known = jetty(stream);
      ofStreams.put(stream.getClass(), known);
    }
    return known.sessionOf(stream);
  }

  @Override
  public void opened(Object strategy, Object stream) {
    try {
      Watched watched = watched(strategy, sessionOf(stream));
      if (watched != null) { // also one that was taken over before it had its windows
        watched.account().streamCreated(Jetty.Stream.of(watched.jetty(), stream, strategy));
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public void closed(Object strategy, Object stream) {
    try {
      Watched watched = watched(strategy, sessionOf(stream));
      if (watched != null) {
        watched.account().streamDestroyed(watched.jetty().id(stream));
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public void initialWindow(Object strategy, Object session, int bytes, boolean local) {
    try {
      Watched watched = local ? watched(strategy, session) : null;
      if (watched != null) {
        watched.account().initialStreamWindow(bytes);
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public Object receiving(Object strategy, Object session, Object stream, int bytes) {
    try {
      Watched watched = watched(strategy, session);
      return watched == null
          ? null
          : new Receiving(
              watched.account(), watched.account().receiving(watched.jetty().id(stream), bytes));
    } catch (Throwable e) {
      failed(e);
      return null;
    }
  }

  @Override
  public void received(Object strategy, Object session, Object receiving, int bytes) {
    try {
      if (receiving instanceof Receiving known) {
        known.account().received(known.stream(), bytes);
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public void consumed(Object strategy, Object session, Object stream, int bytes) {
    try {
      Watched watched = bytes > 0 ? watched(strategy, session) : null;
      if (watched != null) {
        watched.account().consumed(watched.jetty().id(stream), bytes);
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public void credited(Object strategy, Object session, Object stream, Object frame) {
    try {
      Watched watched = watched(strategy, session);
      if (watched == null) {
        return;
      }
      int id = watched.jetty().streamOf(frame);
      if (id == 0 || stream != null) {
        watched.account().credited(id, watched.jetty().deltaOf(frame));
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public void allowed(Object strategy, Object session, Object stream, Object frame) {
    try {
      Watched watched = sessions.get(session);
      if (watched == null) {
        open(strategy, session); // with windows that have grown by this one
        return;
      }
      int id = watched.jetty().streamOf(frame);
      if (id == 0 || stream != null) {
        watched.account().allowed(id, watched.jetty().deltaOf(frame));
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public void sent(Object strategy, Object stream, int bytes) {
    try {
      if (bytes <= 0) {
        return;
      }
      Object session = sessionOf(stream);
      Watched watched = sessions.get(session);
      if (watched == null) {
        open(strategy, session); // with windows that have shrunk by these
        return;
      }
      watched.account().sent(watched.jetty().id(stream), bytes);
    } catch (Throwable e) {
      failed(e);
    }
  }
}
