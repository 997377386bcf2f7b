package io.streambench.diagnose.judge;

import io.streambench.diagnose.judge.ThreadHistory.Progress;
import io.streambench.flow.replay.DumpDiagnosis.LookAlike;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import io.streambench.flow.threads.JvmFindings.ContendedLock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds waits in thread dumps that are not stalls. */
final class StallLookAlikes {
  /** The minimum number of threads that wait for one lock; fewer may be a coincidence. */
  private static final int MIN_LOCK_WAITERS = 3;

  /** Activities that do not belong to a stalled reader, its senders, or idle threads. */
  static final Set<Activity> LOOK_ALIKE_ACTIVITIES =
      EnumSet.complementOf(
          EnumSet.of(
              Activity.READS,
              Activity.IN_STREAM,
              Activity.SENDS,
              Activity.AWAITS_RESPONSE,
              Activity.WORKS,
              Activity.OTHER));

  private StallLookAlikes() {}

  /** Returns the waits that are not stalls. Threads that ran between the dumps are ignored. */
  static List<LookAlike> of(List<DumpedJvm> jvms) {
    return of(jvms, thread -> thread.progress() != Progress.RAN);
  }

  /**
   * Returns the waits of the threads that match {@code included}, contended locks and exhausted
   * thread pools.
   */
  static List<LookAlike> of(List<DumpedJvm> jvms, Predicate<ThreadHistory> included) {
    List<LookAlike> waits = new ArrayList<>();
    for (Activity activity : LOOK_ALIKE_ACTIVITIES) {
      long count =
          jvms.stream()
              .flatMap(jvm -> jvm.threadsWithActivity(activity::equals).stream())
              .filter(included)
              .count();
      if (count > 0) {
        waits.add(new LookAlike("", Kind.LIKE.of(count, activity)));
      }
    }
    for (DumpedJvm jvm : jvms) {
      String where = jvms.size() > 1 ? jvm.name() : "";
      Stream.of(
              contendedLockReason(jvm, jvm.deadlock().isEmpty() ? 1 : MIN_LOCK_WAITERS),
              exhaustedPoolReason(jvm))
          .flatMap(Optional::stream)
          .forEach(wait -> waits.add(new LookAlike(where, wait)));
    }
    return waits;
  }

  /** Returns whether many threads of a JVM wait for one lock, or a pool has no free thread. */
  static boolean isContendedOrExhausted(DumpedJvm jvm) {
    return contendedLockReason(jvm).or(() -> exhaustedPoolReason(jvm)).isPresent();
  }

  /**
   * Returns whether more threads of a JVM wait for one lock than for data or for a reader, and one
   * other thread holds the lock in all dumps. A lock does not count if its holder matters for a
   * stall, because the other threads then wait for the same event as the holder.
   */
  static boolean isMostlyAwaitingLock(DumpedJvm jvm) {
    int others = jvm.waitingReaders.size() + jvm.senders().threads().size();
    return jvm.isContendedLockHeld()
        && jvm.newestWholeJvm()
            .mostContendedLock()
            .filter(
                lock -> lock.waitingThreads() >= MIN_LOCK_WAITERS && lock.waitingThreads() > others)
            .filter(lock -> !lock.holder().isEmpty())
            .filter(
                lock ->
                    jvm.newest().threads().stream()
                        .map(DumpedThread::name)
                        .noneMatch(
                            name -> name.equals(lock.holder()) || name.equals(lock.lastHolder())))
            .isPresent();
  }

  /**
   * Describes the most contended lock of a JVM that reads or sends, if most threads of the JVM wait
   * for it and the same thread holds it in all dumps; empty if there is none.
   */
  static Optional<Reason> persistentLockReason(List<DumpedJvm> jvms) {
    return jvms.stream()
        .filter(jvm -> !jvm.readers.isEmpty() || !jvm.senders().threads().isEmpty())
        .filter(StallLookAlikes::isMostlyAwaitingLock)
        .findFirst()
        .flatMap(StallLookAlikes::contendedLockReason);
  }

  /** Describes a lock for which many threads of a JVM wait; empty if there is none. */
  static Optional<Reason> contendedLockReason(DumpedJvm jvm) {
    return contendedLockReason(jvm, MIN_LOCK_WAITERS);
  }

  private static Optional<Reason> contendedLockReason(DumpedJvm jvm, int minWaiters) {
    return jvm.newestWholeJvm()
        .mostContendedLock()
        .filter(lock -> lock.waitingThreads() >= minWaiters)
        .map(StallLookAlikes::describeLock);
  }

  /** Describes a JVM's largest exhausted thread pool; empty if there is none. */
  static Optional<Reason> exhaustedPoolReason(DumpedJvm jvm) {
    return jvm.newestWholeJvm().busyPools().stream()
        .findFirst()
        .map(
            pool ->
                Kind.POOL_BUSY.of(
                    pool.threads(),
                    pool.name(),
                    pool.sameActivityThreads(),
                    pool.mostCommonActivity()));
  }

  private static Reason describeLock(ContendedLock lock) {
    if (lock.holder().isEmpty()) {
      return Kind.LOCK_OF_UNKNOWN.of(lock.waitingThreads(), lock.lock());
    } else if (lock.activity().isEmpty()) {
      return Kind.LOCK.of(lock.waitingThreads(), lock.lock(), lock.holder());
    }
    return lock.lastHolder().isEmpty()
        ? Kind.LOCK_HELD_IN.of(lock.waitingThreads(), lock.lock(), lock.holder(), lock.activity())
        : Kind.LOCK_CHAIN.of(
            lock.waitingThreads(), lock.lock(), lock.holder(), lock.lastHolder(), lock.activity());
  }
}
