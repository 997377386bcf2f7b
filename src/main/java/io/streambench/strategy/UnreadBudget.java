package io.streambench.strategy;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/**
 * The memory that unread DATA may take beyond the window that every stream begins with, for all
 * sessions together. Counts direct memory: what is there by the buffers that hold it, what is
 * allowed and has not come yet by how much such bytes have taken so far. Thread-safe.
 *
 * <p>So all unread DATA takes at most the budget and, for each open stream, its initial window, as
 * long as a byte takes no more memory than those before it. A sender that begins to send smaller
 * frames makes less of what is allowed already, and gets less from then on.
 */
public final class UnreadBudget {
  /** The part of what is free that one stream may have: the next one finds something, too. */
  private static final int PART = 4;

  /** Less held than this does not tell what a byte takes. */
  private static final long FEW_BYTES = 1 << 20;

  /** The memory of a byte as long as nothing is known: frames of 16 KiB in buffers of 16 KiB. */
  private static final double MEMORY_OF_A_BYTE = 1.125;

  /** The part of a sender's price that is remembered from one question to the next. */
  private static final double MEMORY = 0.999;

  /** Less is not worth a frame. */
  private static final int LEAST_BYTES = SessionBuffers.BUFFER_BYTES;

  private final Set<SessionBuffers> sessions =
      Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));
  private final long limitBytes;
  private double perByte = MEMORY_OF_A_BYTE;

  /**
   * @param limitBytes of direct memory
   */
  public UnreadBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** The direct memory that may be taken, in bytes. */
  public long limitBytes() {
    return limitBytes;
  }

  /** Counts for a session from now on, for as long as somebody holds it. */
  SessionBuffers open() {
    SessionBuffers session = new SessionBuffers();
    sessions.add(session);
    return session;
  }

  /**
   * Allows a stream to be sent more than its initial window.
   *
   * @param wanted bytes beyond what it has already
   * @param unasked whether its answer has not begun: such streams leave half of the budget to those
   *     that are being read
   * @return how many of these it gets
   */
  synchronized int allow(SessionBuffers session, int wanted, boolean unasked) {
    Use use = use();
    double perByte = perByte(use);
    double free = limitBytes - use.beyondInitialBytes * perByte;
    if (unasked) {
      free -= limitBytes / 2.0;
    }
    int granted = (int) Math.max(0, Math.min(wanted, free / PART / perByte));
    if (granted < Math.min(wanted, LEAST_BYTES)) {
      return 0;
    }
    session.beyondInitial(granted);
    return granted;
  }

  /** Direct memory that is given away: what may come and what has come beyond initial windows. */
  public long takenBytes() {
    Use use = use();
    double remembered;
    synchronized (this) {
      remembered = perByte; // to look changes nothing
    }
    double now = perByte(use.heldBytes, use.unreadBytes);
    return (long) (use.beyondInitialBytes * Math.max(now, remembered));
  }

  /** Direct memory that unread DATA holds now, that within initial windows included. */
  public long heldBytes() {
    return use().heldBytes;
  }

  /** Direct memory for each byte of DATA: the most of late, slowly forgotten. */
  private double perByte(Use use) {
    double remembered = MEMORY_OF_A_BYTE + (perByte - MEMORY_OF_A_BYTE) * MEMORY;
    perByte = Math.max(perByte(use.heldBytes, use.unreadBytes), remembered);
    return perByte;
  }

  /**
   * The same of one moment; 0 where too little is held to tell. At most a buffer for a byte,
   * whatever is handed in: it is remembered.
   */
  static double perByte(long heldBytes, long unreadBytes) {
    return heldBytes < FEW_BYTES
        ? 0
        : Math.min(SessionBuffers.BUFFER_BYTES, (double) heldBytes / Math.max(1, unreadBytes));
  }

  private Use use() {
    Use use = new Use();
    synchronized (sessions) {
      sessions.forEach(session -> session.addTo(use));
    }
    return use;
  }

  /** The sums of all sessions. */
  static final class Use {
    private long heldBytes;
    private long unreadBytes;
    private long beyondInitialBytes;

    void add(long held, long unread, long beyondInitial) {
      heldBytes += held;
      unreadBytes += unread;
      beyondInitialBytes += beyondInitial;
    }
  }
}
