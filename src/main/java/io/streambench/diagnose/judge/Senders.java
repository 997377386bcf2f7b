package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ThreadHistory.Progress;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Threads that send responses. A shard that is being read sends more data within {@code silence}; a
 * shard that is not read does not.
 *
 * @param all sending threads in the newest dumps
 * @param silence minimum time for which a blocked thread must have been idle
 */
record Senders(List<ThreadHistory> all, Duration silence) {
  List<ThreadHistory> blocked() {
    return all.stream().filter(ThreadHistory::isIdle).toList();
  }

  boolean areAllBlocked() {
    return !all.isEmpty() && blocked().size() == all.size();
  }

  /** Returns whether a blocked thread sends a response of Solr. */
  boolean isAnyBlockedInSolr() {
    return blocked().stream().anyMatch(thread -> thread.newestState().solr());
  }

  /** Returns whether one of them may be blocked by a window, as far as the dumps show. */
  boolean mayAnyBeBlocked() {
    return all.stream().anyMatch(thread -> thread.mayBeBlocked() && !thread.newestState().http1());
  }

  private List<ThreadHistory> uncertain() {
    return all.stream().filter(thread -> thread.progress().isUnknown()).toList();
  }

  /** Returns why nothing is known about the senders; empty if something is or there are none. */
  Optional<Progress> reasonUnknown() {
    List<ThreadHistory> uncertain = uncertain();
    return uncertain.size() < all.size()
        ? Optional.empty()
        : uncertain.stream().map(ThreadHistory::progress).findFirst();
  }

  /** The number of blocked senders, as far as known; empty if there are none. */
  List<Reason> reasons() {
    List<ThreadHistory> uncertain = uncertain();
    if (all.isEmpty()) {
      return List.of();
    } else if (uncertain.size() == all.size()) {
      return List.of(
          uncertain.get(0).progress() == Progress.ONE_DUMP
              ? Kind.SENDERS_IN_ONE_DUMP.of(all.size())
              : Kind.SENDERS_UNKNOWN.of(all.size(), uncertain.get(0).reason()));
    }
    List<Reason> reasons = new ArrayList<>();
    List<ThreadHistory> blocked = blocked();
    if (blocked.isEmpty()) {
      reasons.add(Kind.NO_SENDER_BLOCKED.of(all.size() - uncertain.size(), silence.toSeconds()));
    } else {
      String first = blocked.get(0).newestState().name();
      reasons.add(Kind.SENDERS_BLOCKED.of(blocked.size(), all.size(), silence.toSeconds(), first));
      if (blocked.stream().allMatch(thread -> thread.newestState().http1())) {
        reasons.add(Kind.OVER_HTTP1.of());
      }
    }
    if (!uncertain.isEmpty()) {
      reasons.add(Kind.MORE_SENDERS_UNKNOWN.of(uncertain.size(), uncertain.get(0).reason()));
    }
    return reasons;
  }
}
