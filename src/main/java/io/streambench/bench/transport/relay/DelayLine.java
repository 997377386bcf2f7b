package io.streambench.bench.transport.relay;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The delay line of a connection in one direction, from the thread that reads to the one that
 * writes. Chunks come in order, at their times. What has arrived and is not taken is limited.
 */
final class DelayLine {
  /** The bytes that may have arrived and not been taken; beyond them the sender is stopped. */
  static final int MAX_OVERDUE_BYTES = 256 * 1024;

  /** The bytes that it may hold in all, to save the heap; above any window that makes sense. */
  static final int MAX_BYTES = 64 * 1024 * 1024;

  private final LongSupplier clockNanos;
  private final Lock lock = new ReentrantLock();
  private final Condition chunkPut = lock.newCondition();
  private final Condition chunkTaken = lock.newCondition();
  private final Queue<Chunk> onTheWay = new ArrayDeque<>();
  private final Queue<Chunk> overdue = new ArrayDeque<>();
  private long onTheWayBytes;
  private long overdueBytes;

  private record Chunk(byte[] bytes, long arrivalNanos) {}

  DelayLine(LongSupplier clockNanos) {
    this.clockNanos = clockNanos;
  }

  /** Never waits; chunks arrive in the order in which they are put. */
  void put(byte[] bytes, long arrivalNanos) {
    lock.lock();
    try {
      if (onTheWay.isEmpty()) { // else the other side waits for one that comes before this
        chunkPut.signal();
      }
      onTheWay.add(new Chunk(bytes, arrivalNanos));
      onTheWayBytes += bytes.length;
    } finally {
      lock.unlock();
    }
  }

  /** The next chunk, once it has arrived. */
  byte[] take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      moveArrived();
      while (overdue.isEmpty()) {
        Chunk next = onTheWay.peek();
        if (next == null) {
          chunkPut.await();
        } else {
          chunkPut.awaitNanos(next.arrivalNanos() - clockNanos.getAsLong());
        }
        moveArrived();
      }
      byte[] bytes = overdue.remove().bytes();
      overdueBytes -= bytes.length;
      chunkTaken.signal();
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** Returns when there is room for another chunk. */
  void awaitRoom() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!hasRoom()) {
        chunkTaken.await(); // time alone never makes room
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether another chunk may be put now. */
  boolean hasRoom() {
    lock.lock();
    try {
      moveArrived();
      return overdueBytes <= MAX_OVERDUE_BYTES && onTheWayBytes + overdueBytes < MAX_BYTES;
    } finally {
      lock.unlock();
    }
  }

  private void moveArrived() {
    long nowNanos = clockNanos.getAsLong();
    while (!onTheWay.isEmpty() && onTheWay.peek().arrivalNanos() <= nowNanos) {
      Chunk chunk = onTheWay.remove();
      overdue.add(chunk);
      onTheWayBytes -= chunk.bytes().length;
      overdueBytes += chunk.bytes().length;
    }
  }
}
