package io.streambench.analysis;

import static io.streambench.analysis.ClientResources.UNKNOWN;

import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the resource that a client has run out of, and words for it. */
final class ResourceEvidence {
  private ResourceEvidence() {}

  /** A hang for want of a resource; the one first that can be the reason for the others. */
  static Optional<Verdict> stalled(ClientResources resources, List<SessionState> sessions) {
    List<StallCause> exhausted = new ArrayList<>();
    List<String> words = new ArrayList<>();
    if (resources.directMemoryExhausted()) {
      exhausted.add(StallCause.DIRECT_MEMORY);
      words.add("no direct memory is left for arriving data: " + memory(resources));
    }
    if (resources.slotsExhausted()) {
      exhausted.add(StallCause.STREAM_SLOTS);
      words.add(
          Text.of(
              "%,d requests wait for a stream: all %,d streams that the servers allow are open",
              resources.waitingRequests(), resources.streamSlots()));
    }
    if (resources.permitsExhausted()) {
      exhausted.add(StallCause.REQUEST_PERMITS);
      words.add("Solr's client cannot start more requests: " + permits(resources));
    }
    return exhausted.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Verdict.stalled(
                exhausted.get(0), String.join("; also, ", words), Optional.empty(), sessions));
  }

  /** The resources that are known, as the end of a sentence; empty if nothing is. */
  static String seen(ClientResources resources) {
    List<String> seen = new ArrayList<>();
    if (resources.streamSlots() != UNKNOWN && resources.openStreams() != UNKNOWN) {
      seen.add(
          Text.of("%,d of %,d streams open", resources.openStreams(), resources.streamSlots()));
    }
    if (resources.waitingRequests() != UNKNOWN) {
      seen.add(Text.of("%,d requests waiting", resources.waitingRequests()));
    }
    if (resources.permits() != UNKNOWN) {
      seen.add(permits(resources));
    }
    if (resources.directBytes() != UNKNOWN && resources.directLimit() != UNKNOWN) {
      seen.add(memory(resources));
    }
    return seen.isEmpty() ? "" : "; seen: " + String.join(", ", seen);
  }

  private static String memory(ClientResources resources) {
    return Text.of(
        "%,d of %,d bytes of direct memory in use",
        resources.directBytes(), resources.directLimit());
  }

  private static String permits(ClientResources resources) {
    return resources.mostPermits() == UNKNOWN
        ? Text.of("%,d permits left", resources.permits())
        : Text.of("%,d of %,d permits left", resources.permits(), resources.mostPermits());
  }
}
