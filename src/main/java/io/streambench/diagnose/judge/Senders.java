package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ThreadHistory.Progress;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The threads that send responses. A thread that is idle for {@code silence} counts as blocked,
 * because its client does not read.
 *
 * @param threads sending threads in the newest dumps
 * @param silence minimum idle time of a thread that counts as blocked
 */
record Senders(List<ThreadHistory> threads, Duration silence) {
  List<ThreadHistory> blockedThreads() {
    return threads.stream().filter(ThreadHistory::isIdle).toList();
  }

  boolean areAllBlocked() {
    return !threads.isEmpty() && blockedThreads().size() == threads.size();
  }

  /** Returns whether any blocked thread is sending a response of Solr. */
  boolean isAnyBlockedInSolr() {
    return blockedThreads().stream().anyMatch(thread -> thread.newestState().isSolr());
  }

  /** Returns whether any of the threads may be blocked by a window, as far as the dumps show. */
  boolean mayAnyBeBlocked() {
    return threads.stream()
        .anyMatch(thread -> thread.mayBeBlocked() && !thread.newestState().http1());
  }

  /**
   * Returns whether several threads send and all use HTTP/1.1, which suggests that the readers use
   * HTTP/1.1, too. In a single JVM, the threads must also work for the readers' requests.
   */
  boolean isHttp1Only(Set<String> readerRequests, boolean isOfSeveralJvms) {
    return threads.size() > 1
        && threads.stream()
            .map(ThreadHistory::newestState)
            .allMatch(
                thread ->
                    thread.http1()
                        && (isOfSeveralJvms || readerRequests.contains(thread.requestId())));
  }

  private List<ThreadHistory> uncertainThreads() {
    return threads.stream().filter(thread -> thread.progress().isUnknown()).toList();
  }

  /** Returns why no sender's activity is known; empty if the activity of any sender is known. */
  Optional<Progress> unknownReason() {
    List<ThreadHistory> uncertain = uncertainThreads();
    return uncertain.size() < threads.size()
        ? Optional.empty()
        : uncertain.stream().map(ThreadHistory::progress).findFirst();
  }

  /** Describes how many senders are blocked, as far as known; empty if there are no senders. */
  List<Reason> reasons() {
    List<ThreadHistory> uncertain = uncertainThreads();
    if (threads.isEmpty()) {
      return List.of();
    } else if (uncertain.size() == threads.size()) {
      return List.of(
          uncertain.get(0).progress() == Progress.ONE_DUMP
              ? Kind.SENDERS_IN_ONE_DUMP.of(threads.size())
              : Kind.SENDERS_UNKNOWN.of(threads.size(), uncertain.get(0).unknownActivityReason()));
    }
    List<Reason> reasons = new ArrayList<>();
    List<ThreadHistory> blocked = blockedThreads();
    if (blocked.isEmpty()) {
      reasons.add(
          Kind.NO_SENDER_BLOCKED.of(threads.size() - uncertain.size(), silence.toSeconds()));
    } else {
      String first = blocked.get(0).newestState().name();
      reasons.add(
          Kind.SENDERS_BLOCKED.of(blocked.size(), threads.size(), silence.toSeconds(), first));
      if (blocked.stream().allMatch(thread -> thread.newestState().http1())) {
        reasons.add(Kind.OVER_HTTP1.of());
      }
    }
    if (!uncertain.isEmpty()) {
      reasons.add(
          Kind.MORE_SENDERS_UNKNOWN.of(uncertain.size(), uncertain.get(0).unknownActivityReason()));
    }
    return reasons;
  }
}
