package io.streambench.bench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.program.Until;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DelayLineTest {
  private static final int CHUNK = 64 * 1024;

  private final AtomicLong nowNanos = new AtomicLong();
  private final DelayLine wire = new DelayLine(nowNanos::get);

  private void put(int bytes, long arrivalNanos) {
    for (int left = bytes; left > 0; left -= CHUNK) {
      wire.put(new byte[Math.min(left, CHUNK)], arrivalNanos);
    }
  }

  @Test
  void delaysUntilArrivalTime() throws Exception {
    DelayLine real = new DelayLine(System::nanoTime);
    long arrivalNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(20);
    real.put(new byte[1], arrivalNanos);
    real.take();
    assertThat(System.nanoTime() - arrivalNanos).isNotNegative();
  }

  @Test
  void blocksSenderAtHeapLimitOnly() {
    put(DelayLine.MAX_QUEUED_BYTES - CHUNK, 5);
    assertThat(wire.hasRoom()).isTrue();
    put(CHUNK, 5);
    assertThat(wire.hasRoom()).isFalse();
  }

  @Test
  void blocksSenderAtOverdueLimit() {
    put(DelayLine.MAX_OVERDUE_BYTES + 1, 5);
    assertThat(wire.hasRoom()).isTrue();
    nowNanos.set(5);
    assertThat(wire.hasRoom()).isFalse();
  }

  @Test
  void unblocksSenderAfterTake() throws Exception {
    put(DelayLine.MAX_OVERDUE_BYTES + 1, 0);
    CompletableFuture<Void> room = startWaitingForRoom();
    assertThat(room).isNotDone();
    wire.take();
    room.get();
  }

  private CompletableFuture<Void> startWaitingForRoom() throws Exception {
    CompletableFuture<Void> room = new CompletableFuture<>();
    Thread sender =
        new Thread(
            () -> {
              try {
                wire.awaitRoom();
                room.complete(null);
              } catch (InterruptedException e) {
                room.completeExceptionally(e);
              }
            });
    sender.setDaemon(true);
    sender.start();
    Until.isTrue(() -> sender.getState() == Thread.State.WAITING || room.isDone());
    return room;
  }

  @Test
  void waitIsInterruptible() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(wire::take).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }
}
