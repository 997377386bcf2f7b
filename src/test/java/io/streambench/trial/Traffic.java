package io.streambench.trial;

import io.streambench.bench.settings.Distance;
import io.streambench.bench.transport.relay.Relays;
import io.streambench.trial.jetty.TrialJetty;
import io.streambench.trial.jetty.TrialJetty.TrialClient;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A remote server, a client for each setting, and several kinds of requests. */
final class Traffic implements AutoCloseable {
  private final TrialJetty jetty;
  private final TrialJetty.TrialServer server;
  private final Relays relays;
  private final int port;
  private final Map<ClientSetting, TrialClient> clients = new EnumMap<>(ClientSetting.class);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  Traffic(TrialJetty jetty, double rttMillis) throws Exception {
    this.jetty = jetty;
    server = jetty.serve();
    relays = new Relays(new Distance(rttMillis, 0));
    port =
        rttMillis == 0
            ? server.port()
            : relays.relayFor(new InetSocketAddress("127.0.0.1", server.port())).getPort();
  }

  TrialClient client(ClientSetting setting) throws Exception {
    TrialClient known = clients.get(setting);
    if (known == null) {
      known = setting.connect(jetty);
      clients.put(setting, known);
    }
    return known;
  }

  /** Makes the next turn of this setting begin with new connections. */
  void renewConnections(ClientSetting setting) throws Exception {
    TrialClient known = clients.remove(setting);
    if (known != null) {
      known.close();
    }
  }

  private <T> List<T> runInThreads(int n, Callable<T> task) throws Exception {
    List<Future<T>> futures = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      futures.add(threads.submit(task));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(future.get());
    }
    return results;
  }

  /** Reads whole responses of random sizes, and returns milliseconds for each size. */
  Map<String, Double> measureLatencies(
      ClientSetting setting, int threadCount, boolean post, int[] sizes, double seconds)
      throws Exception {
    TrialClient client = client(setting);
    long warmUpEnd = System.nanoTime() + (long) (seconds * 0.2e9);
    long end = System.nanoTime() + (long) (seconds * 1e9);
    Random seeds = new Random(42);
    List<Map<Integer, List<Double>>> all =
        runInThreads(
            threadCount,
            () -> {
              Random random;
              synchronized (seeds) {
                random = new Random(seeds.nextLong());
              }
              Map<Integer, List<Double>> millis = new LinkedHashMap<>();
              byte[] buffer = new byte[32768];
              while (System.nanoTime() < end) {
                int size = sizes[random.nextInt(sizes.length)];
                long begin = System.nanoTime();
                readResponse(client, size, post, buffer);
                if (begin > warmUpEnd) {
                  millis
                      .computeIfAbsent(size, s -> new ArrayList<>())
                      .add((System.nanoTime() - begin) / 1e6);
                }
              }
              return millis;
            });
    Map<Integer, List<Double>> bySize = new java.util.TreeMap<>();
    all.forEach(
        one ->
            one.forEach(
                (size, ms) -> bySize.computeIfAbsent(size, s -> new ArrayList<>()).addAll(ms)));
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put(
        "ms a request", seconds * 800 / bySize.values().stream().mapToInt(List::size).sum());
    bySize.forEach(
        (size, ms) -> {
          ms.sort(null);
          figures.put(size / 1000 + " KB median ms", ms.get(ms.size() / 2));
          figures.put(size / 1000 + " KB P95 ms", ms.get((int) (ms.size() * 0.95)));
        });
    return figures;
  }

  /**
   * Reads whole responses of a size while others are cancelled. Returns the responses per second
   * and the number of failures.
   */
  Map<String, Double> measureFailures(
      ClientSetting setting, int threadCount, int size, int cancelsPerSecond, double seconds)
      throws Exception {
    TrialClient client = client(setting);
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    AtomicInteger failed = new AtomicInteger();
    Future<?> cancelling =
        threads.submit(
            () -> {
              long cancels = Math.round(cancelsPerSecond * seconds);
              for (long i = 0; i < cancels; i++) {
                LockSupport.parkNanos(
                    begin + i * 1_000_000_000 / cancelsPerSecond - System.nanoTime());
                threads.execute(
                    () -> {
                      try {
                        client.open(port, TrialJetty.path(1_000, 0, true, false), true).close();
                      } catch (IOException e) {
                        failed.incrementAndGet();
                      }
                    });
              }
            });
    List<Integer> whole =
        runInThreads(
            threadCount,
            () -> {
              byte[] buffer = new byte[32768];
              int count = 0;
              while (System.nanoTime() < end) {
                try {
                  readResponse(client, size, false, buffer);
                  count++;
                } catch (IOException e) {
                  failed.incrementAndGet();
                }
              }
              return count;
            });
    cancelling.get();
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("answers/s", whole.stream().mapToInt(Integer::intValue).sum() / seconds);
    figures.put("failed", failed.doubleValue());
    return figures;
  }

  private void readResponse(TrialClient client, long size, boolean post, byte[] buffer)
      throws IOException {
    try (InputStream in = client.open(port, TrialJetty.path(size, 0, false, false), post)) {
      long read = 0;
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        read += n;
      }
      if (read != size) {
        throw new IOException("read " + read + " of " + size);
      }
    }
  }

  /** Reads responses with several threads for a time, and returns megabytes per second. */
  double measureThroughput(ClientSetting setting, int threadCount, long size, double seconds)
      throws Exception {
    TrialClient client = client(setting);
    long begin = System.nanoTime();
    long end = begin + (long) (seconds * 1e9);
    List<Long> counts =
        runInThreads(
            threadCount,
            () -> {
              byte[] buffer = new byte[32768];
              long n = 0;
              while (System.nanoTime() < end) {
                readResponse(client, size, true, buffer);
                n += size;
              }
              return n;
            });
    double passed = (System.nanoTime() - begin) / 1e9;
    return counts.stream().mapToLong(Long::longValue).sum() / passed / 1e6;
  }

  /**
   * Reads several merges at the same time, and returns the milliseconds. A merge reads one block of
   * each of its streams in turn.
   */
  double measureMergeMillis(ClientSetting setting, int merges, int streams, long size)
      throws Exception {
    TrialClient client = client(setting);
    long begin = System.nanoTime();
    runInThreads(
        merges,
        () -> {
          byte[] block = new byte[10_000];
          List<InputStream> open = new ArrayList<>();
          for (int i = 0; i < streams; i++) {
            open.add(client.open(port, TrialJetty.path(size, 0, false, false), true));
          }
          long left = size;
          while (left > 0) {
            int length = (int) Math.min(left, block.length);
            for (InputStream in : open) {
              if (in.readNBytes(block, 0, length) != length) {
                throw new IOException("short");
              }
            }
            left -= length;
          }
          for (InputStream in : open) {
            if (in.read() >= 0) {
              throw new IOException("long");
            }
            in.close();
          }
          return null;
        });
    return (System.nanoTime() - begin) / 1e6;
  }

  @Override
  public void close() throws Exception {
    threads.shutdownNow();
    for (TrialClient client : clients.values()) {
      client.close();
    }
    relays.close();
    server.close();
  }
}
