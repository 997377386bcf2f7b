package io.streambench.strategy;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.LoggerFactory;

/**
 * The direct memory that unread responses of all HTTP/2 sessions in this JVM hold. While memory is
 * free, sessions get credit for unread data. Thread-safe.
 *
 * <p>Whole network buffers are counted, because even the smallest unread slice keeps its buffer in
 * use. Data that arrives in segments of 1,448 bytes can hold buffers of eleven times the data's
 * length.
 *
 * <p>Memory is free while unread responses hold less than the budget and, together with the data
 * that open streams may still bring, less than twice the budget. The second limit is needed because
 * credit cannot be taken back. Unread responses therefore hold at most the budget, plus one session
 * window per connection times the memory held per byte.
 */
public final class UnreadMemory implements UnreadMemoryMXBean {
  /** An instance without a memory limit. */
  public static final UnreadMemory UNLIMITED =
      new UnreadMemory(Long.MAX_VALUE / 2, System::nanoTime, line -> {});

  /** The default budget is the JVM's direct memory divided by this number. */
  private static final int BUDGET_DIVISOR = 4;

  private static final long WARNING_INTERVAL_NANOS = 60_000_000_000L;

  private static UnreadMemory sharedInstance;

  private final long budgetBytes;
  private final LongSupplier nanoTime;
  private final Consumer<String> warnings;
  private final AtomicLong heldBytes = new AtomicLong();
  private final Set<SessionWindows> openSessions = ConcurrentHashMap.newKeySet();
  private long lastWarningNanos; // guarded by this

  /**
   * @param warnings receives one line when memory is low, at most once per minute
   */
  UnreadMemory(long budgetBytes, LongSupplier nanoTime, Consumer<String> warnings) {
    this.budgetBytes = budgetBytes;
    this.nanoTime = nanoTime;
    this.warnings = warnings;
    lastWarningNanos = nanoTime() - WARNING_INTERVAL_NANOS;
  }

  /**
   * Returns the instance that all clients of this JVM share. The first call determines the budget.
   *
   * @param budgetBytes the budget in bytes; empty for a quarter of the direct memory
   */
  public static synchronized UnreadMemory ofJvm(OptionalLong budgetBytes) {
    if (sharedInstance == null) {
      sharedInstance =
          new UnreadMemory(
              budgetBytes.orElseGet(() -> DirectMemory.limitBytes() / BUDGET_DIVISOR),
              System::nanoTime,
              LoggerFactory.getLogger(UnreadMemory.class)::warn);
    }
    return sharedInstance;
  }

  long nanoTime() {
    return nanoTime.getAsLong();
  }

  /** Adds to the size of the buffers that hold unread data; a negative number subtracts. */
  void addHeldBytes(long changeBytes) {
    heldBytes.addAndGet(changeBytes);
  }

  void setHasOpenStreams(SessionWindows session, boolean isOpen) {
    if (isOpen) {
      openSessions.add(session);
    } else {
      openSessions.remove(session);
    }
  }

  /**
   * Returns whether sessions may get credit for unread data. If not, {@link #creditWaitingSessions}
   * later gives the credit to waiting sessions.
   */
  boolean isFree() {
    long held = heldBytes.get();
    return held < budgetBytes && (held + getExpectedBytes()) / 2 < budgetBytes;
  }

  /**
   * Gives credit to waiting sessions while memory is free. Logs a failure instead of throwing,
   * because one session must not affect others.
   */
  void creditWaitingSessions() {
    for (SessionWindows session : openSessions) { // a plain loop: called for each frame
      if (!session.isWaitingForCredit()) {
        continue;
      }
      if (!isFree()) {
        return;
      }
      try {
        session.updateCredit(0, 0);
      } catch (RuntimeException e) {
        warnings.accept("An HTTP/2 session could not be given credit: " + e);
      }
    }
  }

  /** Warns that memory is low and unread data fills half of a session window. */
  void warnAboutLowMemory() {
    synchronized (this) { // not held while logging, which may block
      if (nanoTime() - lastWarningNanos < WARNING_INTERVAL_NANOS) {
        return;
      }
      lastWarningNanos = nanoTime();
    }
    warnings.accept(
        String.format(
            Locale.ROOT,
            "Memory for unread HTTP/2 answers is short: they hold %,d bytes, and open streams may"
                + " bring %,d. The budget is %,d for the first, and twice that for both. Until"
                + " answers are read, HTTP/2 clients work as without the stall repair, and a"
                + " query can hang. If this lasts: raise -XX:MaxDirectMemorySize, lower"
                + " -Dsolr.http2.initialStreamRecvWindow, or run fewer queries at a time.",
            heldBytes.get(),
            getExpectedBytes(),
            budgetBytes));
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
    return openSessions.stream().mapToLong(SessionWindows::expectedBytes).sum();
  }

  @Override
  public int getWaitingSessions() {
    return (int) openSessions.stream().filter(SessionWindows::isWaitingForCredit).count();
  }
}
