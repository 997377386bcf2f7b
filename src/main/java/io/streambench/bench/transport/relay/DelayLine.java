package io.streambench.bench.transport.relay;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The delay line of a connection in one direction, between the reading and the writing thread.
 * Chunks leave in order, at their arrival times. The number of overdue bytes is limited.
 */
final class DelayLine {
  /**
   * The maximum number of bytes that have arrived but have not yet been taken; beyond this, the
   * sender is paused.
   */
  static final int MAX_OVERDUE_BYTES = 256 * 1024;

  /**
   * The maximum number of bytes in the line, to limit the heap; larger than any reasonable window.
   */
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

  /** Adds a chunk without waiting; chunks are taken in the order in which they were added. */
  void put(byte[] bytes, long arrivalNanos) {
    lock.lock();
    try {
      if (onTheWay.isEmpty()) { // otherwise the other thread still waits for an earlier chunk
        chunkPut.signal();
      }
      onTheWay.add(new Chunk(bytes, arrivalNanos));
      onTheWayBytes += bytes.length;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next chunk to arrive and returns it. */
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

  /** Waits until there is room for another chunk. */
  void awaitRoom() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (!hasRoom()) {
        chunkTaken.await(); // only a taken chunk makes room
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns whether there is room for another chunk now. */
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
