package io.streambench.strategy;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * The direct memory that unread answers hold, of all HTTP/2 sessions of this JVM. While it is free,
 * sessions get credit for data that nobody has read. Thread-safe.
 *
 * <p>What counts is buffers: Jetty hands out slices of the buffer that it has read into, and keeps
 * all of it for the smallest of them. Data that comes in segments of 1,448 bytes can hold eleven
 * times its length.
 *
 * <p>It is free while unread answers hold less than the budget, and with what open streams may
 * still bring less than twice the budget. For credit cannot be taken back: what is on the way must
 * find room. So their bound is the budget, and a session window for each connection at its price;
 * with Jetty's own strategy it is the second alone.
 */
public final class UnreadMemory implements UnreadMemoryMXBean {
  /** The part of the direct memory that is the budget; the rest is for windows and others. */
  private static final int PART_OF_DIRECT_MEMORY = 4;

  /**
   * Solr's own, less a byte. A round number is the length of some answers, which would use it up to
   * the last byte, and get credit after their end.
   */
  public static final int STREAM_WINDOW = (1 << 23) - 1;

  private static final long WARNING_NANOS = 60_000_000_000L;

  /** Without a limit, for strategies that have none. */
  static final UnreadMemory UNLIMITED =
      new UnreadMemory(Long.MAX_VALUE / 2, System::nanoTime, line -> {});

  private static UnreadMemory ofJvm;

  private final long budgetBytes;
  private final LongSupplier nanoTime;
  private final Consumer<String> warnings;
  private final AtomicLong heldBytes = new AtomicLong();
  private final AtomicLong expectedBytes = new AtomicLong();
  private final AtomicLong warnedAtNanos;
  private final Set<SessionWindows> waiting = ConcurrentHashMap.newKeySet();

  /**
   * @param warnings get one line when memory is short, at most one a minute
   */
  UnreadMemory(long budgetBytes, LongSupplier nanoTime, Consumer<String> warnings) {
    this.budgetBytes = budgetBytes;
    this.nanoTime = nanoTime;
    this.warnings = warnings;
    this.warnedAtNanos = new AtomicLong(nanoTime.getAsLong() - WARNING_NANOS);
  }

  /**
   * The memory that all clients of this JVM share. The first caller sets its budget.
   *
   * @param budgetBytes empty for a quarter of the direct memory
   */
  public static synchronized UnreadMemory ofJvm(OptionalLong budgetBytes) {
    if (ofJvm == null) {
      ofJvm =
          new UnreadMemory(
              budgetBytes.orElseGet(() -> DirectMemory.limitBytes() / PART_OF_DIRECT_MEMORY),
              System::nanoTime,
              LoggerFactory.getLogger(UnreadMemory.class)::warn);
    }
    return ofJvm;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Counts a buffer that holds unread data. */
  void hold(long bytes) {
    heldBytes.addAndGet(bytes);
  }

  /** Counts it no longer. */
  void release(long bytes) {
    heldBytes.addAndGet(-bytes);
    wake();
  }

  /** Changes what open streams may still bring. */
  void expect(long changeBytes) {
    expectedBytes.addAndGet(changeBytes);
    if (changeBytes < 0) {
      wake();
    }
  }

  /**
   * Returns whether a session may have credit for data that is unread. One that may not gets it
   * once it may.
   */
  boolean isFreeFor(SessionWindows session) {
    if (isFree()) {
      return true;
    }
    waiting.add(session);
    return isFree() && waiting.remove(session); // it may have become so before it was added
  }

  private boolean isFree() {
    long held = heldBytes.get();
    return held < budgetBytes && (held + expectedBytes.get()) / 2 < budgetBytes;
  }

  private void wake() {
    if (isFree() && !waiting.isEmpty()) {
      for (SessionWindows session : List.copyOf(waiting)) { // each may add itself again
        if (waiting.remove(session)) {
          giveCredit(session);
        }
      }
    }
  }

  /** What goes wrong with one session is no matter of the others, or of who has freed memory. */
  private void giveCredit(SessionWindows session) {
    try {
      session.giveCredit();
    } catch (RuntimeException e) {
      warnings.accept("An HTTP/2 session could not be given credit: " + e);
    }
  }

  /** A session without streams waits for nothing. */
  void forget(SessionWindows session) {
    waiting.remove(session);
  }

  /** A session has used up half of its window by what is unread, and may not have more. */
  void warn() {
    long now = nanoTime.getAsLong();
    long before = warnedAtNanos.get();
    if (now - before >= WARNING_NANOS && warnedAtNanos.compareAndSet(before, now)) {
      warnings.accept(
          String.format(
              Locale.ROOT,
              "Memory for unread HTTP/2 answers is short: they hold %,d bytes, and open streams may"
                  + " bring %,d. The budget is %,d for the first, and twice that for both. Until"
                  + " answers are read, HTTP/2 clients work as without the stall repair, and a query"
                  + " can hang. If this lasts: raise -XX:MaxDirectMemorySize, or run fewer queries"
                  + " at a time.",
              heldBytes.get(),
              expectedBytes.get(),
              budgetBytes));
    }
  }

  @Override
  public long getBudgetBytes() {
    return budgetBytes;
  }

  @Override
  public long getUnreadBytes() {
    return heldBytes.get();
  }

  @Override
  public long getExpectedBytes() {
    return expectedBytes.get();
  }

  @Override
  public int getWaitingSessions() {
    return waiting.size();
  }

  @Override
  public long getDirectBytes() {
    return DirectMemory.usedBytes();
  }

  @Override
  public long getDirectLimitBytes() {
    return DirectMemory.limitBytes();
  }
}
