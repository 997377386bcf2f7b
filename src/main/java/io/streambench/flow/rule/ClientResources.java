package io.streambench.flow.rule;

import io.streambench.flow.rule.Reason.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A snapshot of a client's resources other than windows. Unknown values are {@link #UNKNOWN}.
 *
 * @param waitingRequests number of requests that wait for a stream
 * @param streamSlots maximum number of concurrent streams that connections and servers allow
 * @param areConnectionsShared whether streams share a connection; false over HTTP/1.1
 * @param freePermits number of asynchronous requests that Solr's client may still start
 * @param usedDirectBytes direct memory in use in the whole JVM
 */
public record ClientResources(
    long waitingRequests,
    long openStreams,
    long streamSlots,
    boolean areConnectionsShared,
    long freePermits,
    long maxPermits,
    long usedDirectBytes,
    long maxDirectBytes) {
  public static final long UNKNOWN = -1;

  public static ClientResources unknown() {
    return new ClientResources(UNKNOWN, UNKNOWN, UNKNOWN, true, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  /**
   * Returns whether less than 1 % of the direct memory is free. The limit is above zero because a
   * reader that fails to get a buffer briefly returns other buffers.
   */
  private boolean isDirectMemoryExhausted() {
    return maxDirectBytes > 0
        && usedDirectBytes != UNKNOWN
        && maxDirectBytes - usedDirectBytes < maxDirectBytes / 100;
  }

  /** Returns STALLED with the cause if memory, stream slots or permits are exhausted. */
  Optional<Verdict> stalledVerdict(List<SessionState> sessions) {
    Map<StallCause, Reason> exhausted = new LinkedHashMap<>();
    if (isDirectMemoryExhausted()) {
      exhausted.put(StallCause.DIRECT_MEMORY, Kind.NO_DIRECT_MEMORY.of(describeMemory()));
    }
    if (areConnectionsShared && areAllConnectionsInUse()) {
      exhausted.put(StallCause.STREAM_SLOTS, Kind.NO_STREAM_SLOT.of(waitingRequests, streamSlots));
    }
    if (freePermits == 0) {
      exhausted.put(StallCause.REQUEST_PERMITS, Kind.NO_PERMIT.of(describePermits()));
    }
    List<Reason> reasons = new ArrayList<>();
    exhausted
        .values()
        .forEach(reason -> reasons.add(reasons.isEmpty() ? reason : Kind.IN_ADDITION.of(reason)));
    return exhausted.keySet().stream()
        .findFirst()
        .map(cause -> Verdict.stalled(cause, reasons).withSessions(Optional.empty(), sessions));
  }

  private boolean areAllConnectionsInUse() {
    return waitingRequests > 0 && streamSlots > 0 && openStreams >= streamSlots;
  }

  /** Returns POSSIBLE if requests wait because all HTTP/1.1 connections are in use. */
  Optional<Verdict> possibleVerdict(List<SessionState> sessions) {
    return areConnectionsShared || !areAllConnectionsInUse()
        ? Optional.empty()
        : Optional.of(
            Verdict.of(
                    Source.WINDOWS,
                    Finding.POSSIBLE,
                    Optional.of(StallCause.CONNECTIONS),
                    List.of(Kind.NO_CONNECTION.of(waitingRequests, streamSlots)))
                .withSessions(Optional.empty(), sessions));
  }

  /** Returns a description of the resources with known values; empty if there are none. */
  Optional<Reason> describeResources() {
    List<Reason> known = new ArrayList<>();
    if (streamSlots != UNKNOWN && openStreams != UNKNOWN) {
      Kind kind = areConnectionsShared ? Kind.STREAMS_OPEN : Kind.CONNECTIONS_IN_USE;
      known.add(kind.of(openStreams, streamSlots));
    }
    if (waitingRequests != UNKNOWN) {
      known.add(Kind.REQUESTS_WAIT.of(waitingRequests));
    }
    if (freePermits != UNKNOWN) {
      known.add(describePermits());
    }
    if (usedDirectBytes != UNKNOWN && maxDirectBytes != UNKNOWN) {
      known.add(describeMemory());
    }
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(Kind.RESOURCES.of(Reason.combine(known.stream())));
  }

  private Reason describeMemory() {
    return Kind.MEMORY_IN_USE.of(usedDirectBytes, maxDirectBytes);
  }

  private Reason describePermits() {
    return maxPermits == UNKNOWN
        ? Kind.PERMITS_LEFT.of(freePermits)
        : Kind.PERMITS_LEFT_OF.of(freePermits, maxPermits);
  }
}
