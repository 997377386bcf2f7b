package io.streambench.bench.transport.relay;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A queue of chunks between the reading and the writing thread of one direction of a connection. A
 * chunk can be taken at its arrival time. The number of bytes that can be taken is limited.
 */
final class DelayLine {
  /**
   * The maximum number of bytes whose arrival time has passed. With more bytes, {@link #hasRoom} is
   * false.
   */
  static final int MAX_OVERDUE_BYTES = 256 * 1024;

  /** The maximum number of bytes in the queue, which is larger than any reasonable window. */
  static final int MAX_QUEUED_BYTES = 64 * 1024 * 1024;

  private final LongSupplier clockNanos;
  private final Lock lock = new ReentrantLock();
  private final Condition chunkPut = lock.newCondition();
  private final Condition chunkTaken = lock.newCondition();
  private final Queue<Chunk> chunks = new ArrayDeque<>();
  private long queuedBytes;

  private record Chunk(byte[] bytes, long arrivalNanos) {}

  DelayLine(LongSupplier clockNanos) {
    this.clockNanos = clockNanos;
  }

  /** Adds a chunk without waiting. Chunks are taken in the order in which they are added. */
  void put(byte[] bytes, long arrivalNanos) {
    lock.lock();
    try {
      if (chunks.isEmpty()) { // otherwise the other thread still waits for an earlier chunk
        chunkPut.signal();
      }
      chunks.add(new Chunk(bytes, arrivalNanos));
      queuedBytes += bytes.length;
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the next chunk's arrival time, removes the chunk, and returns it. */
  byte[] take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long leftNanos = nanosToNextArrival();
      while (leftNanos > 0) {
        chunkPut.awaitNanos(leftNanos);
        leftNanos = nanosToNextArrival();
      }
      byte[] bytes = chunks.remove().bytes();
      queuedBytes -= bytes.length;
      chunkTaken.signal();
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  private long nanosToNextArrival() {
    Chunk next = chunks.peek();
    return next == null ? Long.MAX_VALUE : next.arrivalNanos() - clockNanos.getAsLong();
  }

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

  boolean hasRoom() {
    lock.lock();
    try {
      long nowNanos = clockNanos.getAsLong();
      long overdueBytes = 0;
      for (Chunk chunk : chunks) {
        if (chunk.arrivalNanos() > nowNanos || overdueBytes > MAX_OVERDUE_BYTES) {
          break;
        }
        overdueBytes += chunk.bytes().length;
      }
      return overdueBytes <= MAX_OVERDUE_BYTES && queuedBytes < MAX_QUEUED_BYTES;
    } finally {
      lock.unlock();
    }
  }
}
