package io.streambench.trial;

import io.streambench.strategy.DirectMemory;
import io.streambench.trial.jetty.TrialJetty;
import io.streambench.trial.jetty.TrialJetty.TrialClient;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Unread responses from other servers. */
final class Disturbance implements AutoCloseable {
  /** Larger than any window. */
  private static final long ENDLESS = 1L << 40;

  private static final int STABLE_SAMPLES = 10;
  private static final int MAX_SAMPLES = 500;
  private static final long PAUSE_NANOS = 20_000_000;

  private final List<InputStream> open = new ArrayList<>();
  private volatile boolean over;
  private Thread cancelling;

  /**
   * Creates a disturbance.
   *
   * @param ports the servers' ports; {@code cancelled} uses only the first one
   * @param kind {@code idle}: responses of 25 bytes that do not end; {@code paused}: responses that
   *     are not read; {@code cancelled}: fifty responses per second that are closed after a part
   * @param streams the number of streams of each server
   */
  Disturbance(
      TrialClient client,
      List<Integer> ports,
      String kind,
      int streams,
      int frame,
      boolean trailers)
      throws IOException {
    switch (kind) {
      case "idle" -> open(client, ports, streams, TrialJetty.path(25, frame, true, trailers));
      case "paused" ->
          open(client, ports, streams, TrialJetty.path(ENDLESS, frame, false, trailers));
      case "cancelled" ->
          cancel(client, ports.get(0), TrialJetty.path(3_000_000, frame, false, trailers));
      default -> throw new IllegalArgumentException(kind);
    }
  }

  private void open(TrialClient client, List<Integer> ports, int streams, String path)
      throws IOException {
    for (int port : ports) {
      for (int i = 0; i < streams; i++) {
        open.add(client.open(port, path, true));
      }
    }
  }

  private void cancel(TrialClient client, int port, String path) {
    cancelling =
        new Thread(
            () -> {
              while (!over) {
                try (InputStream answer = client.open(port, path, true)) {
                  LockSupport.parkNanos(PAUSE_NANOS); // more data arrives than is read
                  answer.readNBytes(1_000);
                } catch (IOException e) {
                  if (!over) {
                    e.printStackTrace();
                  }
                  return;
                }
              }
            },
            "cancelling");
    cancelling.start();
  }

  /**
   * Waits until the direct memory has not changed for a while, at most ten seconds. Then all unread
   * data has arrived.
   */
  void awaitFull() {
    if (cancelling != null) {
      return;
    }
    long before = -1;
    for (int same = 0, samples = 0; same < STABLE_SAMPLES && samples < MAX_SAMPLES; samples++) {
      LockSupport.parkNanos(PAUSE_NANOS);
      long now = DirectMemory.usedBytes();
      same = now == before ? same + 1 : 0;
      before = now;
    }
  }

  @Override
  public void close() throws Exception {
    over = true;
    if (cancelling != null) {
      cancelling.join();
    }
    for (InputStream in : open) {
      in.close();
    }
  }
}
