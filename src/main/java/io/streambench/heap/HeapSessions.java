package io.streambench.heap;

import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.eventlog.Role;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the sessions of Jetty's HTTP/2 that were open: their windows, what lies unread, who waits
 * for which stream, and who else may read.
 */
final class HeapSessions {
  private final Map<HeapObject, HeapReader> readers;
  private final HeapThreads threads;
  private final HeapExchanges exchanges;
  private final HeapUnread unread;
  private final boolean dataUnderWay;
  private final List<Read> read = new ArrayList<>();
  private final List<HeapSession> open;
  private int closed;

  /**
   * A session, and who reads what lies unread on it.
   *
   * @param unreadBy the readers of it, as far as they are known
   * @param waiting objects of the threads that wait for a stream of it with nothing to read
   * @param holding threads that hold one of its unread responses, or may hold one
   */
  private record Read(
      HeapSession session,
      Set<HeapReader> unreadBy,
      Set<HeapObject> waiting,
      List<HeapThread> holding) {
    Read heldBy(List<HeapThread> known, List<HeapThread> unknown) {
      List<HeapThread> all = new ArrayList<>(known);
      all.addAll(unknown);
      return new Read(session, unreadBy, waiting, all);
    }

    /**
     * Threads by which it may go on, unless these do not. Who waits for a stream of it goes on only
     * when it does.
     */
    List<DumpedThread> holders(Set<HeapObject> stuck) {
      return holding.stream()
          .filter(thread -> !stuck.contains(thread.thread()) && !waiting.contains(thread.thread()))
          .map(HeapThread::told)
          .distinct()
          .toList();
    }
  }

  HeapSessions(HeapDump dump) {
    threads = new HeapThreads(dump);
    readers = HeapReader.byRequest(dump);
    exchanges = new HeapExchanges(readers, threads);
    dataUnderWay = threads.dataUnderWay();
    unread = new HeapUnread(dump, dataUnderWay);
    dump.instances(JettyNames.SESSION).forEach(this::add);
    open = withHolders();
  }

  /** Those that were open. */
  List<HeapSession> open() {
    return open;
  }

  /** The number of closed sessions, which are left out. */
  int closed() {
    return closed;
  }

  /**
   * A thread that waits on one session which hangs may be the one that should read another. So all
   * sessions without window are taken for hung at first; one that somebody may end is none, and
   * whoever waits on it may go on.
   */
  private List<HeapSession> withHolders() {
    List<HeapSession> told = new ArrayList<>();
    List<Read> hung = new ArrayList<>();
    for (Read one : read) {
      if (one.session().exhausted()) {
        hung.add(one);
      } else {
        told.add(one.session());
      }
    }
    if (!hung.isEmpty()) {
      told.addAll(withHolders(hung));
    }
    told.sort(Comparator.comparing(session -> session.state().id()));
    return told;
  }

  private List<HeapSession> withHolders(List<Read> exhausted) {
    int unseen = threads.unseen(waiting(exhausted));
    List<HeapThread> unknown = threads.readingUnknown(listeners(readers.values()));
    List<Read> searched =
        exhausted.stream()
            .map(one -> one.heldBy(threads.holding(listeners(one.unreadBy())), unknown))
            .toList();
    boolean whole = threads.whole();
    List<Read> hung = new ArrayList<>(searched);
    hung.removeIf(one -> one.session().held(unseen, whole, List.of()).mayGoOn());
    boolean fewer = true;
    while (fewer) {
      Set<HeapObject> stuck = waiting(hung);
      fewer = hung.removeIf(one -> !one.holders(stuck).isEmpty());
    }
    Set<HeapObject> stuck = waiting(hung);
    return searched.stream()
        .map(one -> one.session().held(unseen, whole, one.holders(stuck)))
        .toList();
  }

  private static Set<HeapObject> waiting(List<Read> some) {
    return some.stream().flatMap(one -> one.waiting().stream()).collect(Collectors.toSet());
  }

  private static Set<HeapObject> listeners(Collection<HeapReader> some) {
    return some.stream().map(HeapReader::listener).collect(Collectors.toSet());
  }

  private void add(HeapObject session) {
    HeapAddress address = HeapAddress.of(session.ref("endPoint"));
    if (address.closed()) {
      closed++;
      return;
    }
    HeapStrategy strategy = HeapStrategy.of(session.ref("flowControl"));
    Map<HeapObject, Optional<HeapReader>> listed = new LinkedHashMap<>();
    for (HeapObject stream : HeapCollections.map(session.ref("streams")).values()) {
      listed.put(stream, exchanges.reader(stream));
    }
    Map<Integer, Optional<HeapReader>> byId = new HashMap<>();
    Map<Integer, HeapRequest> requests = new HashMap<>();
    listed.forEach(
        (stream, reader) -> {
          int id = (int) stream.number("streamId");
          byId.put(id, reader);
          requests.put(id, exchanges.request(stream, reader));
        });
    HeapUnread.OfSession found = unread.of(session, listed, strategy);
    SessionState state =
        new SessionState(
            Long.toHexString(session.id()),
            session.className().endsWith("ServerSession") ? Role.SERVER : Role.CLIENT,
            "",
            address.local(),
            address.remote(),
            session.atomic("recvWindow"),
            session.atomic("sendWindow"),
            found.bytes(),
            strategy.sessionLevel(),
            found.onCancelled(),
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            found.streams());
    Set<HeapReader> unreadBy = unreadBy(found, byId);
    HeapSession told =
        new HeapSession(
            state,
            strategy.sessionWindow(),
            strategy.streamWindow(),
            found.unaccounted(),
            mayBeSent(session),
            creditUnderWay(session),
            dataUnderWay,
            0,
            true,
            List.of(),
            ofUnknown(found, byId, unreadBy),
            requests);
    read.add(new Read(told, unreadBy, waiting(state, byId), List.of()));
  }

  private static Set<HeapObject> waiting(
      SessionState state, Map<Integer, Optional<HeapReader>> byId) {
    return state.awaitedStreams().stream()
        .flatMap(stream -> byId.get(stream.id()).stream())
        .flatMap(reader -> reader.thread().stream())
        .collect(Collectors.toSet());
  }

  /** The readers of what lies unread, as far as they are known. */
  private Set<HeapReader> unreadBy(
      HeapUnread.OfSession found, Map<Integer, Optional<HeapReader>> byId) {
    Set<HeapReader> unreadBy = new HashSet<>();
    found.streams().stream()
        .filter(HeapSessions::mayBeRead)
        .forEach(stream -> byId.get(stream.id()).ifPresent(unreadBy::add));
    if (found.elsewhere() > 0) {
      unreadBy.addAll(ofEndedStreams());
    }
    return unreadBy;
  }

  /** The readers of ended streams: the response is left, but not whose it was. */
  private Set<HeapReader> ofEndedStreams() {
    return readers.values().stream().filter(reader -> !reader.empty()).collect(Collectors.toSet());
  }

  private static long ofUnknown(
      HeapUnread.OfSession found,
      Map<Integer, Optional<HeapReader>> byId,
      Set<HeapReader> unreadBy) {
    long onStreams =
        found.streams().stream()
            .filter(HeapSessions::mayBeRead)
            .filter(stream -> byId.get(stream.id()).isEmpty())
            .mapToLong(StreamState::unreadBytes)
            .sum();
    Set<HeapReader> listed =
        byId.values().stream().flatMap(Optional::stream).collect(Collectors.toSet());
    boolean endedKnown = unreadBy.stream().anyMatch(reader -> !listed.contains(reader));
    return onStreams + (endedKnown ? 0 : found.elsewhere());
  }

  private static boolean mayBeRead(StreamState stream) {
    return stream.unreadBytes() > 0 && !stream.cancelled();
  }

  /** Returns whether no data waits here for credit of the other end. */
  private static boolean mayBeSent(HeapObject session) {
    HeapObject flusher = session.ref("flusher");
    return flusher == null
        || HeapCollections.deque(flusher.ref("pendingEntries")).stream()
            .noneMatch(entry -> entry.number("dataRemaining", 0) > 0);
  }

  /** Credit that the window has and the other end has not: it waits to be written. */
  private static long creditUnderWay(HeapObject session) {
    HeapObject flusher = session.ref("flusher");
    if (flusher == null) {
      return 0;
    }
    List<HeapObject> entries = new ArrayList<>(HeapCollections.deque(flusher.ref("entries")));
    entries.addAll(HeapCollections.deque(flusher.ref("pendingEntries")));
    entries.addAll(HeapCollections.list(flusher.ref("processedEntries")));
    return entries.stream()
        .map(entry -> entry.ref("frame"))
        .filter(frame -> frame != null && frame.is(JettyNames.WINDOW_UPDATE))
        .filter(frame -> frame.number("streamId") == 0)
        .mapToLong(frame -> frame.number("windowDelta"))
        .sum();
  }
}
