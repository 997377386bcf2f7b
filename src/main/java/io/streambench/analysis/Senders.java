package io.streambench.analysis;

import io.streambench.analysis.ThreadHistory.Motion;
import io.streambench.config.Text;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Threads that send responses. A shard that is being read sends more data within {@code silence};
 * one that is not read does not.
 *
 * @param all sending threads in the newest dumps
 * @param silence minimum time for which a blocked thread must have done nothing
 */
record Senders(List<ThreadHistory> all, Duration silence) {
  List<ThreadHistory> blocked() {
    return all.stream().filter(ThreadHistory::still).toList();
  }

  boolean allBlocked() {
    return !all.isEmpty() && blocked().size() == all.size();
  }

  /** Returns whether a blocked thread sends a response of Solr. */
  boolean blockedInSolr() {
    return blocked().stream().anyMatch(thread -> thread.last().solr());
  }

  private List<ThreadHistory> doubtful() {
    return all.stream().filter(thread -> thread.motion().unknown()).toList();
  }

  /** Why nothing is known about any sender; empty if something is known, or without senders. */
  Optional<Motion> unknown() {
    List<ThreadHistory> doubtful = doubtful();
    return doubtful.size() < all.size()
        ? Optional.empty()
        : doubtful.stream().map(ThreadHistory::motion).findFirst();
  }

  /** Describes how many senders were blocked, as far as known; empty if there are none. */
  String sentence() {
    if (all.isEmpty()) {
      return "";
    }
    List<ThreadHistory> doubtful = doubtful();
    if (doubtful.size() == all.size()) {
      return Text.of("; of %,d thread(s) sending answers here, ", all.size())
          + (doubtful.get(0).motion() == Motion.ONE_DUMP
              ? "another dump, 15 s later, shows which are blocked"
              : "how many are blocked is unknown, " + doubtful.get(0).why());
    }
    String rest =
        doubtful.isEmpty()
            ? ""
            : Text.of("; of %,d more it is unknown, ", doubtful.size()) + doubtful.get(0).why();
    List<ThreadHistory> blocked = blocked();
    if (blocked.isEmpty()) {
      return Text.of(
              "; of %,d thread(s) sending answers here, none was blocked for %,d s",
              all.size() - doubtful.size(), silence.toSeconds())
          + rest;
    }
    boolean http1 = blocked.stream().allMatch(thread -> thread.last().http1());
    return Text.of(
            "; here %,d of %,d thread(s) sending answers had been blocked for %,d s or more, the first"
                + " is \"%s\": the receiver hangs, or does not read",
            blocked.size(), all.size(), silence.toSeconds(), blocked.get(0).last().name())
        + (http1 ? " (over HTTP/1.1, where no window is shared)" : "")
        + rest;
  }
}
