package io.streambench.analysis;

import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The resources of a client apart from windows, at one moment; {@link #UNKNOWN} where not known.
 *
 * @param waitingRequests requests that have no stream yet
 * @param streamSlots streams that its connections and the servers' limits allow
 * @param permits asynchronous requests that Solr's client may still begin
 * @param directBytes direct memory in use, of the whole JVM
 */
public record ClientResources(
    long waitingRequests,
    long openStreams,
    long streamSlots,
    long permits,
    long mostPermits,
    long directBytes,
    long directLimit) {
  public static final long UNKNOWN = -1;

  public static ClientResources unknown() {
    return new ClientResources(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  /**
   * Returns whether less than a hundredth of the direct memory is left. At the hang it is less than
   * one buffer, but buffers that failed readers give back are taken again at any time.
   */
  private boolean directMemoryExhausted() {
    return directLimit > 0
        && directBytes != UNKNOWN
        && directLimit - directBytes < directLimit / 100;
  }

  /** A hang for want of a resource; the one first that can be the reason for the others. */
  Optional<Verdict> stalled(List<SessionState> sessions) {
    Map<StallCause, String> exhausted = new LinkedHashMap<>();
    if (directMemoryExhausted()) {
      exhausted.put(
          StallCause.DIRECT_MEMORY, "no direct memory is left for arriving data: " + memoryInUse());
    }
    if (waitingRequests > 0 && streamSlots > 0 && openStreams >= streamSlots) {
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

  /** The resources that are known, as the end of a sentence; empty if nothing is. */
  String seen() {
    List<String> seen = new ArrayList<>();
    if (streamSlots != UNKNOWN && openStreams != UNKNOWN) {
      seen.add(Text.of("%,d of %,d streams open", openStreams, streamSlots));
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
