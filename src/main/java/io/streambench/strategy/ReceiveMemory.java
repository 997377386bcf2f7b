package io.streambench.strategy;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * The direct memory that unread DATA of all sessions of this JVM may hold, and the part of it that
 * one session may. Thread-safe; sessions are held weakly.
 *
 * <p>A part of a DATA frame counts as its length, or as half a network buffer if that is more:
 * Jetty hands out slices of a buffer, and keeps all of it for the smallest one. So what is held is
 * at most twice what is counted.
 */
public final class ReceiveMemory {
  /** Jetty's client reads from the network into buffers of this size. */
  static final int BUFFER_BYTES = 16 * 1024;

  /** The most that one session may hold: what one stream of 800 MB/s has on its way over 80 ms. */
  static final long SESSION_BYTES = 128L << 20;

  /** The part of the direct memory that is counted at most; twice as much may be held. */
  private static final int PART_OF_DIRECT_MEMORY = 4;

  /** The part of the limit that one session may take. */
  private static final int SESSIONS = 4;

  private static final long SUM_NANOS = 10_000_000;
  private static final long WARNING_NANOS = 60_000_000_000L;

  private final long limitBytes;
  private final LongSupplier nanoTime;
  private final Consumer<String> warnings;
  private final Set<SessionWindows> sessions = Collections.newSetFromMap(new WeakHashMap<>());
  private final AtomicLong summedAtNanos;
  private final AtomicLong warnedAtNanos;
  private volatile long sumBytes;

  /**
   * @param limitBytes at most counted, for all sessions together
   * @param warnings get one line before the limit is reached, at most one a minute
   */
  ReceiveMemory(long limitBytes, LongSupplier nanoTime, Consumer<String> warnings) {
    this.limitBytes = limitBytes;
    this.nanoTime = nanoTime;
    this.warnings = warnings;
    this.summedAtNanos = new AtomicLong(nanoTime.getAsLong() - SUM_NANOS);
    this.warnedAtNanos = new AtomicLong(nanoTime.getAsLong() - WARNING_NANOS);
  }

  /** The memory of this JVM. */
  private static final class OfJvm {
    private static ReceiveMemory memory;

    private static synchronized ReceiveMemory get(OptionalLong limitBytes) {
      if (memory == null) {
        memory =
            new ReceiveMemory(
                limitBytes.orElseGet(() -> DirectMemory.limitBytes() / PART_OF_DIRECT_MEMORY),
                System::nanoTime,
                LoggerFactory.getLogger(ReceiveMemory.class)::warn);
      }
      return memory;
    }
  }

  /**
   * The memory that all clients of this JVM share. The first caller sets its limit.
   *
   * @param limitBytes empty for a quarter of the direct memory
   */
  public static ReceiveMemory ofJvm(OptionalLong limitBytes) {
    return OfJvm.get(limitBytes);
  }

  /** The most that is counted, in bytes. */
  public long limitBytes() {
    return limitBytes;
  }

  /** The largest window that a stream may begin with, in bytes. */
  int largestStreamWindow() {
    return SessionWindows.windowOf(Math.min(SESSION_BYTES, limitBytes / SESSIONS));
  }

  /** Counts a session from now on, for as long as somebody holds it. */
  void add(SessionWindows session) {
    synchronized (sessions) {
      sessions.add(session);
    }
  }

  /** The sessions with open streams. */
  List<SessionWindows> sessionsInUse() {
    synchronized (sessions) {
      return sessions.stream().filter(SessionWindows::hasStreams).toList();
    }
  }

  /** The memory that a DATA frame's part of this length counts as, in bytes. */
  static int counted(int length) {
    return Math.max(length, BUFFER_BYTES / 2);
  }

  /**
   * The most that one session may hold now: half of what is free in the JVM, within a fixed part.
   */
  long sessionLimitBytes() {
    long half = (limitBytes - countedBytes()) / 2;
    return Math.min(Math.min(SESSION_BYTES, limitBytes / SESSIONS), half);
  }

  /**
   * What is counted for all sessions; at most ten milliseconds old. Never waits on the frame path.
   */
  public long countedBytes() {
    long now = nanoTime.getAsLong();
    long before = summedAtNanos.get();
    if (now - before >= SUM_NANOS && summedAtNanos.compareAndSet(before, now)) {
      long sum = 0;
      synchronized (sessions) {
        for (SessionWindows session : sessions) {
          sum += session.countedBytes();
        }
      }
      sumBytes = sum;
      warn(sum, now);
    }
    return sumBytes;
  }

  private void warn(long sum, long now) {
    long before = warnedAtNanos.get();
    if (sum > limitBytes / 4 * 3
        && now - before >= WARNING_NANOS
        && warnedAtNanos.compareAndSet(before, now)) {
      warnings.accept(
          String.format(
              Locale.ROOT,
              "Unread HTTP/2 answers hold up to %,d bytes of direct memory (%,d counted, limit %,d;"
                  + " the JVM has %,d). New data comes in small windows until they are read or"
                  + " closed. If this lasts: raise -XX:MaxDirectMemorySize, or run fewer queries at"
                  + " a time.",
              2 * sum,
              sum,
              limitBytes,
              DirectMemory.limitBytes()));
    }
  }
}
