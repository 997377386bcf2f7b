package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ThreadHistory.Motion;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import java.time.Duration;
import java.util.ArrayList;
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

  /** How many senders were blocked, as far as known; empty if there are none. */
  List<Reason> reasons() {
    List<ThreadHistory> doubtful = doubtful();
    if (all.isEmpty()) {
      return List.of();
    } else if (doubtful.size() == all.size()) {
      return List.of(
          doubtful.get(0).motion() == Motion.ONE_DUMP
              ? Kind.SENDERS_IN_ONE_DUMP.of(all.size())
              : Kind.SENDERS_UNKNOWN.of(all.size(), doubtful.get(0).why()));
    }
    List<Reason> reasons = new ArrayList<>();
    List<ThreadHistory> blocked = blocked();
    if (blocked.isEmpty()) {
      reasons.add(Kind.NO_SENDER_BLOCKED.of(all.size() - doubtful.size(), silence.toSeconds()));
    } else {
      String first = blocked.get(0).last().name();
      reasons.add(Kind.SENDERS_BLOCKED.of(blocked.size(), all.size(), silence.toSeconds(), first));
      if (blocked.stream().allMatch(thread -> thread.last().http1())) {
        reasons.add(Kind.OVER_HTTP1.of());
      }
    }
    if (!doubtful.isEmpty()) {
      reasons.add(Kind.MORE_SENDERS_UNKNOWN.of(doubtful.size(), doubtful.get(0).why()));
    }
    return reasons;
  }
}
