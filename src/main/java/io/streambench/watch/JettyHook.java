package io.streambench.watch;

import io.streambench.agent.Bridge;
import io.streambench.eventlog.Role;
import io.streambench.live.Jetty;
import io.streambench.live.Jetty.Read;
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
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Keeps account of every session that Jetty calls its own flow control for; earlier ones begin with
 * what Jetty's windows say. After a failure it does nothing any more.
 */
final class JettyHook implements Bridge.Hook {
  private final SessionLedger ledger;
  private final Map<Class<?>, Jetty> jettys = new ConcurrentHashMap<>();
  private final Map<Object, Watched> sessions = new ConcurrentHashMap<>();
  private final Map<Class<?>, Boolean> strategies = new ConcurrentHashMap<>();
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /** DATA between the calls before and after Jetty's windows shrink. */
  private record Receiving(SessionAccount account, StreamAccount stream) {}

  record Watched(Jetty jetty, SessionAccount account) {}

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

  /**
   * Waits for no other thread, as this one may hold a lock of Jetty's. Of several that open a
   * session one wins; what the others change, Jetty has not changed yet.
   */
  private Watched open(Object strategy, Object session) {
    if (!known(strategies, strategy.getClass(), Jetty::isJettysOwn)) {
      return null;
    }
    Jetty jetty = jetty(session);
    if (Bridge.hook != this || jetty.is(Read.CLOSED, session)) {
      return null; // what was received is read on, and was forgotten
    }
    List<Jetty.Stream> streams = new ArrayList<>();
    for (Object stream : (Collection<?>) jetty.object(Read.STREAMS, session)) {
      streams.add(Jetty.Stream.of(jetty, stream, strategy));
    }
    SessionAccount account =
        ledger.account(
            Jetty.Session.of(jetty, session, strategy, streams),
            new SessionOwner(
                session.getClass().getSimpleName().equals("HTTP2ServerSession")
                    ? Role.SERVER
                    : Role.CLIENT,
                ""),
            jetty.number(Read.INITIAL_STREAM_WINDOW, strategy));
    streams.forEach(account::takeOver);
    Watched opened = new Watched(jetty, account);
    Watched other = sessions.putIfAbsent(session, opened);
    if (other != null) {
      return other;
    }
    ledger.enter(account);
    return opened;
  }

  /** Remembers what is made once for each key, and may be made by several threads at a time. */
  private static <K, V> V known(Map<K, V> known, K key, Function<K, V> make) {
    V value = known.get(key);
    if (value == null) {
      value = make.apply(key);
      known.put(key, value);
    }
    return value;
  }

  private Jetty jetty(Object sessionOrStream) {
    return known(jettys, sessionOrStream.getClass(), Jetty::of);
  }

  /** Returns null where the change must not be counted. */
  private Watched watched(Object strategy, Object session, boolean counted) {
    Watched known = sessions.get(session);
    if (known != null) {
      return known;
    }
    Watched opened = open(strategy, session);
    return counted ? null : opened;
  }

  /**
   * Counts a change on a thread of Jetty's.
   *
   * @param session null for that of the stream
   * @param counted whether the windows of a session that is first seen now include the change
   */
  private void count(
      Object strategy, Object session, Object stream, boolean counted, Consumer<Watched> change) {
    try {
      Object of = session == null ? jetty(stream).object(Read.STREAM_SESSION, stream) : session;
      Watched watched = watched(strategy, of, counted);
      if (watched != null) {
        change.accept(watched);
      }
    } catch (Throwable e) {
      failed(e);
    }
  }

  @Override
  public void opened(Object strategy, Object stream) { // also one that was taken over too early
    Consumer<Watched> created =
        it -> it.account().streamCreated(Jetty.Stream.of(it.jetty(), stream, strategy));
    count(strategy, null, stream, false, created);
  }

  @Override
  public void closed(Object strategy, Object stream) {
    count(strategy, null, stream, false, it -> it.account().streamDestroyed(it.jetty().id(stream)));
  }

  @Override
  public void initialWindow(Object strategy, Object session, int bytes, boolean local) {
    if (local) {
      count(strategy, session, null, false, it -> it.account().initialStreamWindow(bytes));
    }
  }

  @Override
  public Object receiving(Object strategy, Object session, Object stream, int bytes) {
    try {
      Watched watched = watched(strategy, session, false);
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
    if (bytes > 0) {
      Consumer<Watched> consumed = it -> it.account().consumed(it.jetty().id(stream), bytes);
      count(strategy, session, stream, false, consumed);
    }
  }

  @Override
  public void credited(Object strategy, Object session, Object stream, Object frame) {
    count(
        strategy,
        session,
        stream,
        false,
        it -> it.account().credited(id(it, frame), delta(it, frame)));
  }

  @Override
  public void allowed(Object strategy, Object session, Object stream, Object frame) {
    count(
        strategy,
        session,
        stream,
        true,
        it -> it.account().allowed(id(it, frame), delta(it, frame)));
  }

  private static int id(Watched watched, Object frame) {
    return watched.jetty().number(Read.FRAME_STREAM, frame);
  }

  private static int delta(Watched watched, Object frame) {
    return watched.jetty().number(Read.FRAME_DELTA, frame);
  }

  @Override
  public void sent(Object strategy, Object stream, int bytes) {
    if (bytes > 0) {
      count(strategy, null, stream, true, it -> it.account().sent(it.jetty().id(stream), bytes));
    }
  }
}
