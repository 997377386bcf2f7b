package io.streambench.analysis;

import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A snapshot of a client's resources other than windows; {@link #UNKNOWN} for unknown values.
 *
 * @param waitingRequests requests that wait for a stream
 * @param streamSlots maximum streams that its connections and the servers' limits allow
 * @param shared whether streams share a connection; false over HTTP/1.1
 * @param permits asynchronous requests that Solr's client may still start
 * @param directBytes direct memory in use in the whole JVM
 */
public record ClientResources(
    long waitingRequests,
    long openStreams,
    long streamSlots,
    boolean shared,
    long permits,
    long mostPermits,
    long directBytes,
    long directLimit) {
  public static final long UNKNOWN = -1;

  public static ClientResources unknown() {
    return new ClientResources(UNKNOWN, UNKNOWN, UNKNOWN, true, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  /**
   * Returns whether less than 1 % of the direct memory is left. A hang leaves less than one buffer,
   * but failed readers return buffers that are then taken again.
   */
  private boolean directMemoryExhausted() {
    return directLimit > 0
        && directBytes != UNKNOWN
        && directLimit - directBytes < directLimit / 100;
  }

  /** The verdict if a resource is exhausted; one that can cause the others comes first. */
  Optional<Verdict> stalled(List<SessionState> sessions) {
    Map<StallCause, String> exhausted = new LinkedHashMap<>();
    if (directMemoryExhausted()) {
      exhausted.put(
          StallCause.DIRECT_MEMORY, "no direct memory is left for arriving data: " + memoryInUse());
    }
    if (shared && allInUse()) {
      exhausted.put(
          StallCause.STREAM_SLOTS,
          Text.of(
              "%,d requests wait for a stream: all %,d streams that the servers allow are open",
              waitingRequests, streamSlots));
    }
    if (permits == 0) {
      exhausted.put(
          StallCause.REQUEST_PERMITS, "Solr's client cannot start more requests: " + permitsLeft());
    }
    String words = String.join("; also, ", exhausted.values());
    return exhausted.keySet().stream()
        .findFirst()
        .map(cause -> Verdict.stalled(cause, words, Optional.empty(), sessions));
  }

  private boolean allInUse() {
    return waitingRequests > 0 && streamSlots > 0 && openStreams >= streamSlots;
  }

  /** A possible hang if all HTTP/1.1 connections are in use; healthy queries cause that, too. */
  Optional<Verdict> possible(List<SessionState> sessions) {
    return shared || !allInUse()
        ? Optional.empty()
        : Optional.of(
            Verdict.of(
                Finding.POSSIBLE,
                Optional.of(StallCause.CONNECTIONS),
                Text.of(
                    "%,d requests wait for a connection: all %,d to that node are in use (HTTP/1.1);"
                        + " a node that pauses looks the same",
                    waitingRequests, streamSlots),
                Optional.empty(),
                sessions));
  }

  /** The known resources, as the end of a sentence; empty if none is known. */
  String seen() {
    List<String> seen = new ArrayList<>();
    if (streamSlots != UNKNOWN && openStreams != UNKNOWN) {
      String what = shared ? "streams open" : "connections in use";
      seen.add(Text.of("%,d of %,d %s", openStreams, streamSlots, what));
    }
    if (waitingRequests != UNKNOWN) {
      seen.add(Text.of("%,d requests waiting", waitingRequests));
    }
    if (permits != UNKNOWN) {
      seen.add(permitsLeft());
    }
    if (directBytes != UNKNOWN && directLimit != UNKNOWN) {
      seen.add(memoryInUse());
    }
    return seen.isEmpty() ? "" : "; seen: " + String.join(", ", seen);
  }

  private String memoryInUse() {
    return Text.of("%,d of %,d bytes of direct memory in use", directBytes, directLimit);
  }

  private String permitsLeft() {
    String all = mostPermits == UNKNOWN ? "" : Text.of(" of %,d", mostPermits);
    return Text.of("%,d%s permits left", permits, all);
  }
}
