package io.streambench.strategy;

import java.util.Collections;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * The direct memory for unread DATA of all sessions of this JVM: what streams begin with, and what
 * those that are read may have more. Thread-safe; sessions are held weakly.
 *
 * <p>What is unread counts by the parts of DATA frames: their length, or half a network buffer if
 * that is more. Jetty hands out slices of a buffer, and keeps all of it for the smallest one, so
 * what is held is at most twice what is counted.
 */
public final class ReceiveMemory {
  /** Jetty's client reads from the network into buffers of this size. */
  private static final int BUFFER_BYTES = 16 * 1024;

  /** The part of the direct memory that is the limit. */
  private static final int PART_OF_DIRECT_MEMORY = 4;

  /** As many full streams take the limit: those of one connection to Solr. */
  private static final int STREAMS = 128;

  /** The largest initial window: what comes at 200 MB/s over 80 ms. */
  public static final int LARGEST_INITIAL_WINDOW = 1 << 24;

  /** The part of the limit that the streams of one session may be granted, and of what is free. */
  private static final int PART = 4;

  private static final long SUM_NANOS = 10_000_000;
  private static final long WARNING_NANOS = 60_000_000_000L;

  private static ReceiveMemory ofJvm;

  private final long limitBytes;
  private final LongSupplier nanoTime;
  private final Consumer<String> warnings;
  private final Set<SessionWindows> sessions = Collections.newSetFromMap(new WeakHashMap<>());
  private final AtomicLong summedAtNanos;
  private final AtomicLong warnedAtNanos;
  private volatile long countedBytes;
  private final AtomicLong grantedBytes = new AtomicLong();

  /**
   * @param limitBytes that streams may be granted beyond their initial windows
   * @param warnings get one line before memory runs out, at most one a minute
   */
  ReceiveMemory(long limitBytes, LongSupplier nanoTime, Consumer<String> warnings) {
    this.limitBytes = limitBytes;
    this.nanoTime = nanoTime;
    this.warnings = warnings;
    this.summedAtNanos = new AtomicLong(nanoTime.getAsLong() - SUM_NANOS);
    this.warnedAtNanos = new AtomicLong(nanoTime.getAsLong() - WARNING_NANOS);
  }

  /**
   * The memory that all clients of this JVM share. The first caller sets its limit.
   *
   * @param limitBytes empty for a quarter of the direct memory
   */
  public static synchronized ReceiveMemory ofJvm(OptionalLong limitBytes) {
    if (ofJvm == null) {
      ofJvm =
          new ReceiveMemory(
              limitBytes.orElseGet(() -> DirectMemory.limitBytes() / PART_OF_DIRECT_MEMORY),
              System::nanoTime,
              LoggerFactory.getLogger(ReceiveMemory.class)::warn);
    }
    return ofJvm;
  }

  /** What streams may be granted beyond their initial windows, in bytes. */
  public long limitBytes() {
    return limitBytes;
  }

  /**
   * The window with which streams begin, in bytes. Never a round number: an answer of that size
   * would use it up to the last byte, and get credit after its end.
   */
  public int initialStreamWindow() {
    long part = Math.min(LARGEST_INITIAL_WINDOW, limitBytes / STREAMS);
    return (int)
        Math.max(SessionWindows.SMALLEST_WINDOW, Long.highestOneBit(Math.max(1, part)) - 1);
  }

  /** Counts a session from now on, for as long as somebody holds it. */
  void add(SessionWindows session) {
    synchronized (sessions) {
      sessions.add(session);
    }
  }

  /** Counts at once what a stream was granted, or gave back: sessions begin at the same time. */
  void granted(long bytes) {
    grantedBytes.addAndGet(bytes);
  }

  /** The memory that a DATA frame's part of this length counts as, in bytes. */
  static int counted(int length) {
    return Math.max(length, BUFFER_BYTES / 2);
  }

  /**
   * What a stream may be granted beyond what it has.
   *
   * @param wanted in bytes
   * @param grantedToSession what all streams of its session were granted
   */
  int share(int wanted, long grantedToSession) {
    look();
    long free = Math.min(limitBytes - grantedBytes.get(), limitBytes / PART - grantedToSession);
    return (int) Math.max(0, Math.min(wanted, free / PART));
  }

  /**
   * As {@link #share}, before anything says that the stream is read: nothing if a quarter was
   * granted.
   */
  int shareAhead(int wanted, long grantedToSession) {
    return grantedBytes.get() < limitBytes / 4 && grantedToSession < limitBytes / PART / 4
        ? share(wanted, grantedToSession)
        : 0;
  }

  /** What unread data counts as, in bytes; at most ten milliseconds old. */
  public long countedBytes() {
    look();
    return countedBytes;
  }

  /** Adds up, at most every ten milliseconds, and warns; nobody waits for it. */
  void look() {
    long now = nanoTime.getAsLong();
    long before = summedAtNanos.get();
    if (now - before >= SUM_NANOS && summedAtNanos.compareAndSet(before, now)) {
      long counted = 0;
      long granted = 0;
      synchronized (sessions) {
        for (SessionWindows session : sessions) {
          counted += session.countedBytes();
          granted += session.grantedBytes();
        }
      }
      countedBytes = counted;
      grantedBytes.set(granted); // sessions that were never closed are gone
      warn(counted, now);
    }
  }

  private void warn(long counted, long now) {
    long before = warnedAtNanos.get();
    if (counted > limitBytes / 4 * 3
        && DirectMemory.usedBytes() > DirectMemory.limitBytes() / 2
        && now - before >= WARNING_NANOS
        && warnedAtNanos.compareAndSet(before, now)) {
      warnings.accept(
          String.format(
              Locale.ROOT,
              "Unread HTTP/2 answers count as %,d bytes, and %,d of %,d bytes of direct memory are in"
                  + " use. Each open stream may add its window (%,d bytes). If this lasts: run fewer"
                  + " queries at a time, or raise -XX:MaxDirectMemorySize and set"
                  + " -Dstreambench.directMemoryBudget=%dk, or the windows grow with it.",
              counted,
              DirectMemory.usedBytes(),
              DirectMemory.limitBytes(),
              initialStreamWindow(),
              limitBytes >> 10));
    }
  }
}
