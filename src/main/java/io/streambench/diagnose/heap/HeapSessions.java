package io.streambench.diagnose.heap;

import io.streambench.diagnose.heap.HeapThreads.HeapThread;
import io.streambench.flow.events.Role;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
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
import java.util.stream.Stream;

/** Reads the open HTTP/2 sessions of Jetty from a heap dump, with windows, data and readers. */
final class HeapSessions {
  private final Map<HeapObject, HeapReader> readers;
  private final HeapThreads threads;
  private final HeapUnreadData unreadData;
  private final boolean isDataInTransit;
  private final List<SessionWithWaiters> sessionsWithWaiters = new ArrayList<>();
  int closedCount;

  /** A session, the readers of its unread data, and the threads that wait for its streams. */
  private record SessionWithWaiters(
      HeapSession session, Set<HeapReader> unreadReaders, Set<HeapObject> waitingThreads) {}

  HeapSessions(HeapDump dump) {
    threads = new HeapThreads(dump);
    readers = HeapReader.readersByRequest(dump);
    isDataInTransit = threads.isDataInTransit();
    unreadData = new HeapUnreadData(dump, isDataInTransit);
    dump.instances(JettyNames.SESSION).forEach(this::add);
  }

  List<HeapSession> openSessions() {
    List<SessionWithWaiters> exhausted =
        sessionsWithWaiters.stream()
            .filter(candidate -> candidate.session().isExhausted())
            .toList();
    return Stream.concat(
            sessionsWithWaiters.stream()
                .map(SessionWithWaiters::session)
                .filter(session -> !session.isExhausted()),
            exhausted.isEmpty() ? Stream.of() : addThreadsHoldingData(exhausted))
        .sorted(Comparator.comparing(session -> session.state().id()))
        .toList();
  }

  /**
   * Adds to each session the threads that may read its data. Initially, all sessions count as
   * hanging, and all threads that wait for them as stuck. If a thread that is not stuck may read
   * the data of a session, that session and its waiting threads no longer count. This step is
   * repeated until no such thread remains.
   */
  private Stream<HeapSession> addThreadsHoldingData(List<SessionWithWaiters> exhaustedSessions) {
    int unseen = threads.countUnseenVirtualThreads(waitingThreads(exhaustedSessions));
    Map<SessionWithWaiters, List<HeapThread>> holding = new LinkedHashMap<>();
    List<HeapThread> unknown = threads.readersOfOtherResponses(listeners(readers.values()));
    for (SessionWithWaiters candidate : exhaustedSessions) {
      List<HeapThread> all =
          new ArrayList<>(threads.threadsHolding(listeners(candidate.unreadReaders())));
      all.addAll(unknown);
      holding.put(candidate, all);
    }
    boolean whole = threads.isSearchComplete;
    List<SessionWithWaiters> hung = new ArrayList<>(exhaustedSessions);
    hung.removeIf(candidate -> unseen > 0 || !whole || candidate.session().canContinue());
    boolean isAnyDropped = true;
    while (isAnyDropped) {
      Set<HeapObject> stuck = waitingThreads(hung);
      isAnyDropped =
          hung.removeIf(candidate -> !holders(candidate, holding.get(candidate), stuck).isEmpty());
    }
    Set<HeapObject> stuck = waitingThreads(hung);
    return exhaustedSessions.stream()
        .map(
            candidate ->
                candidate
                    .session()
                    .withThreadsHoldingData(
                        unseen, whole, holders(candidate, holding.get(candidate), stuck)));
  }

  /** Returns the holding threads that are neither stuck nor waiting for the session. */
  private static List<HeapDumpThread> holders(
      SessionWithWaiters candidate, List<HeapThread> holdingThreads, Set<HeapObject> stuckThreads) {
    return holdingThreads.stream()
        .filter(thread -> !stuckThreads.contains(thread.thread()))
        .filter(thread -> !candidate.waitingThreads().contains(thread.thread()))
        .map(HeapThread::description)
        .distinct()
        .toList();
  }

  private static Set<HeapObject> waitingThreads(List<SessionWithWaiters> sessions) {
    return sessions.stream()
        .flatMap(candidate -> candidate.waitingThreads().stream())
        .collect(Collectors.toSet());
  }

  private static Set<HeapObject> listeners(Collection<HeapReader> streamReaders) {
    return streamReaders.stream().map(HeapReader::listener).collect(Collectors.toSet());
  }

  private void add(HeapObject session) {
    HeapAddress address = HeapAddress.of(session.follow("endPoint"));
    if (address.isClosed()) {
      closedCount++;
      return;
    }
    HeapFlowControl strategy = HeapFlowControl.of(session.follow("flowControl"));
    Map<HeapObject, Optional<HeapReader>> readersByStream = new LinkedHashMap<>();
    Map<Integer, HeapReader> readersById = new HashMap<>();
    Map<Integer, HeapRequest> requests = new HashMap<>();
    for (HeapObject stream : HeapCollections.readMap(session.follow("streams")).values()) {
      Optional<HeapReader> reader = HeapRequest.clientRequest(stream).map(readers::get);
      int id = (int) stream.number("streamId");
      readersByStream.put(stream, reader);
      reader.ifPresent(known -> readersById.put(id, known));
      requests.put(
          id,
          HeapRequest.of(
              stream, reader.flatMap(HeapReader::waitingThread).map(threads::of), threads));
    }
    HeapUnreadData.SessionUnread sessionUnread = unreadData.of(session, readersByStream, strategy);
    SessionState state =
        new SessionState(
            Long.toHexString(session.id()),
            session.className().endsWith("ServerSession") ? Role.SERVER : Role.CLIENT,
            "",
            address.addressText("localAddress"),
            address.addressText("remoteAddress"),
            session.atomicNumber("recvWindow"),
            session.atomicNumber("sendWindow"),
            sessionUnread.unreadBytes(),
            strategy.uncreditedSessionBytes(),
            sessionUnread.cancelledBytes(),
            0,
            OptionalLong.empty(),
            OptionalLong.empty(),
            sessionUnread.streams());
    List<StreamState> readable =
        sessionUnread.streams().stream()
            .filter(stream -> stream.unreadBytes() > 0 && !stream.cancelled())
            .toList();
    Set<HeapReader> unreadBy = new HashSet<>();
    readable.stream()
        .filter(stream -> readersById.containsKey(stream.id()))
        .forEach(stream -> unreadBy.add(readersById.get(stream.id())));
    if (sessionUnread.unlistedBytes()
        > 0) { // data of an ended stream is still queued, but its reader is unknown
      readers.values().stream().filter(reader -> !reader.isEmpty()).forEach(unreadBy::add);
    }
    boolean hasReadersOfEnded = !readersById.values().containsAll(unreadBy);
    long unreadOfUnknown =
        readable.stream()
                .filter(stream -> !readersById.containsKey(stream.id()))
                .mapToLong(StreamState::unreadBytes)
                .sum()
            + (hasReadersOfEnded ? 0 : sessionUnread.unlistedBytes());
    Set<HeapObject> waiting =
        state.streamsWithWaitingReader().stream()
            .flatMap(stream -> readersById.get(stream.id()).waitingThread().stream())
            .collect(Collectors.toSet());
    HeapObject flusher = session.follow("flusher");
    sessionsWithWaiters.add(
        new SessionWithWaiters(
            new HeapSession(
                state,
                strategy.sessionWindow(),
                strategy.streamWindow(),
                sessionUnread.unaccountedBytes(),
                entries(flusher, "pendingEntries")
                    .noneMatch(entry -> entry.number("dataRemaining", 0) > 0),
                pendingCredit(flusher),
                isDataInTransit,
                0,
                true,
                List.of(),
                unreadOfUnknown,
                requests),
            unreadBy,
            waiting));
  }

  /** Returns session credit that the window already includes but that was not yet sent. */
  private static long pendingCredit(HeapObject flusher) {
    return Stream.of("entries", "pendingEntries", "processedEntries")
        .flatMap(queue -> entries(flusher, queue))
        .map(entry -> entry.follow("frame"))
        .filter(frame -> frame != null && frame.isInstanceOf(JettyNames.WINDOW_UPDATE))
        .filter(frame -> frame.number("streamId") == 0)
        .mapToLong(frame -> frame.number("windowDelta"))
        .sum();
  }

  private static Stream<HeapObject> entries(HeapObject flusher, String field) {
    return HeapCollections.readList(flusher == null ? null : flusher.follow(field)).stream();
  }
}
