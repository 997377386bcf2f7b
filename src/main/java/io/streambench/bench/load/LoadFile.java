package io.streambench.bench.load;

import io.streambench.base.Interval;
import io.streambench.base.files.JsonFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The figures of one fork's load, without the warm-up.
 *
 * @param inFlight intended number of concurrent requests; 0 for an open loop
 * @param requests requests that ended, successfully or not
 * @param failures number of failed requests by kind of failure; all other requests succeeded
 * @param seconds time from the first request to the end of the last; for a timed load, the length
 *     of the time window that counts
 * @param connections client connections open after the load
 * @param heapBeforeBytes heap used before the load, after a garbage collection
 * @param heapAfterBytes heap used after the load, after a garbage collection
 * @param allocatedBytesPerRequest bytes allocated by all threads of the client's JVM
 * @param generatorCpu share of all processors that the client's JVM used, from 0 to 1
 * @param histogram latencies of successful requests, in nanoseconds: HdrHistogram's compressed form
 *     in Base64
 * @param parts one histogram for each part of the request time, encoded like {@code histogram}; the
 *     keys are constants such as {@link #SERVER}
 * @param bytesSent payload bytes of successful requests, without headers
 * @param bytesReceived payload bytes of the responses to successful requests
 * @param ratePerSecond intended rate of requests; 0 for a closed loop
 * @param behindMillis maximum delay between a request's scheduled time and its sending
 */
public record LoadFile(
    int inFlight,
    long requests,
    Map<String, Long> failures,
    double seconds,
    long connections,
    long heapBeforeBytes,
    long heapAfterBytes,
    double allocatedBytesPerRequest,
    double generatorCpu,
    String histogram,
    Map<String, String> parts,
    long bytesSent,
    long bytesReceived,
    double ratePerSecond,
    double behindMillis) {
  /**
   * The key in {@code parts} for the server's part of the request time, up to the start of the
   * response.
   */
  public static final String SERVER = "server";

  /**
   * The key in {@code parts} for the time from sending a request to the end of its response, minus
   * the time of {@link #SERVER}.
   */
  public static final String TRANSPORT = "transport";

  /** The key in {@code parts} for the delay between a request's scheduled time and its sending. */
  public static final String WAITING = "waiting";

  /**
   * The key in {@code parts} for the time from a request's scheduled time to the first response
   * byte.
   */
  public static final String FIRST_BYTE = "first byte";

  public static final String EXTENSION = ".load";

  private static final String DESCRIPTION = "the load of a fork";

  /** The quantile of the normal distribution for a two-sided 95 % interval. */
  private static final double Z_95 = 1.96;

  public LoadFile {
    failures = java.util.Collections.unmodifiableMap(new TreeMap<>(failures));
    parts = java.util.Collections.unmodifiableMap(new TreeMap<>(parts == null ? Map.of() : parts));
  }

  /** Combines the loads of one or more clients that ran at the same time. */
  public static LoadFile mergeConcurrent(List<LoadFile> loads) {
    return merge(
        loads,
        loads.stream().mapToInt(LoadFile::inFlight).sum(),
        loads.stream().mapToDouble(LoadFile::seconds).max().orElseThrow(),
        loads.stream().mapToDouble(LoadFile::ratePerSecond).sum());
  }

  /** Combines the loads of one or more forks that ran in sequence. */
  public static LoadFile mergeSequential(List<LoadFile> loads) {
    return merge(
        loads,
        loads.get(0).inFlight(),
        loads.stream().mapToDouble(LoadFile::seconds).sum(),
        loads.get(0).ratePerSecond());
  }

  /** Adds up the histograms and counts of loads; takes the maximum of CPU shares and delays. */
  private static LoadFile merge(
      List<LoadFile> loads, int inFlight, double seconds, double ratePerSecond) {
    Map<String, Long> failures = new TreeMap<>();
    Map<String, String> parts = new TreeMap<>();
    for (LoadFile load : loads) {
      load.failures().forEach((kind, count) -> failures.merge(kind, count, Long::sum));
      load.parts().forEach((name, part) -> parts.merge(name, part, LoadFile::addHistograms));
    }
    long requests = loads.stream().mapToLong(LoadFile::requests).sum();
    double allocated =
        loads.stream().mapToDouble(load -> load.allocatedBytesPerRequest() * load.requests()).sum();
    return new LoadFile(
        inFlight,
        requests,
        failures,
        seconds,
        loads.stream().mapToLong(LoadFile::connections).sum(),
        loads.stream().mapToLong(LoadFile::heapBeforeBytes).sum(),
        loads.stream().mapToLong(LoadFile::heapAfterBytes).sum(),
        requests == 0 ? 0 : allocated / requests,
        loads.stream().mapToDouble(LoadFile::generatorCpu).max().orElseThrow(),
        loads.stream().map(LoadFile::histogram).reduce(LoadFile::addHistograms).orElseThrow(),
        parts,
        loads.stream().mapToLong(LoadFile::bytesSent).sum(),
        loads.stream().mapToLong(LoadFile::bytesReceived).sum(),
        ratePerSecond,
        loads.stream().mapToDouble(LoadFile::behindMillis).max().orElseThrow());
  }

  private static String addHistograms(String left, String right) {
    Histogram first = decode(left);
    Histogram sum = new Histogram(first.getNumberOfSignificantValueDigits()); // resizable
    sum.add(first);
    sum.add(decode(right));
    return encode(sum);
  }

  public static String encode(Histogram latencies) {
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
  }

  /** Returns the latencies in nanoseconds, as a histogram that can be added to others. */
  public Histogram latencies() {
    return decode(histogram);
  }

  /** Returns the latencies of a part such as {@link #SERVER}, in nanoseconds; empty if unknown. */
  public Optional<Histogram> partLatencies(String name) {
    return Optional.ofNullable(parts.get(name)).map(LoadFile::decode);
  }

  private static Histogram decode(String histogram) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(histogram)), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalStateException("no histogram: " + e.getMessage(), e);
    }
  }

  public double requestsPerSecond() {
    return succeededCount() / seconds;
  }

  public long succeededCount() {
    return requests - failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the share of requests that succeeded, from 0 to 1; 0 without requests. */
  public double successRatio() {
    return requests == 0 ? 0 : (double) succeededCount() / requests;
  }

  /** Returns the mean number of requests in flight, by Little's law. */
  public double meanInFlight() {
    return requestsPerSecond() * statisticMillis(latencies(), "mean") / 1000;
  }

  /**
   * Returns a statistic of latencies, in milliseconds.
   *
   * @param statistic mean, min, max, or a percentile such as {@code P99.9}
   */
  public static double statisticMillis(Histogram latencyNanos, String statistic) {
    return switch (statistic) {
          case "mean" -> latencyNanos.getMean();
          case "min" -> latencyNanos.getMinValue();
          case "max" -> latencyNanos.getMaxValue();
          default -> latencyNanos.getValueAtPercentile(Double.parseDouble(statistic.substring(1)));
        }
        / 1e6;
  }

  /**
   * Returns the 95 % confidence interval of a quantile, in milliseconds; empty if there are too few
   * values. The bounds are order statistics, whose ranks follow from the binomial distribution (W.
   * J. Conover, "Practical Nonparametric Statistics", 1999, section 3.2).
   *
   * @param quantile from 0 to 1
   */
  public static Optional<Interval> quantileInterval(Histogram latencyNanos, double quantile) {
    long n = latencyNanos.getTotalCount();
    double halfWidth = Z_95 * Math.sqrt(n * quantile * (1 - quantile));
    long low = (long) Math.floor(n * quantile - halfWidth);
    long high = (long) Math.ceil(n * quantile + halfWidth) + 1;
    return low < 1 || high > n
        ? Optional.empty()
        : Optional.of(
            new Interval(millisAtRank(latencyNanos, low), millisAtRank(latencyNanos, high)));
  }

  /** Returns the latency at a rank, in milliseconds; rank 1 is the fastest request. */
  private static double millisAtRank(Histogram latencyNanos, long rank) {
    double percent = 100.0 * (rank - 0.5) / latencyNanos.getTotalCount();
    return latencyNanos.getValueAtPercentile(percent) / 1e6;
  }

  public void writeTo(Path file) throws IOException {
    JsonFiles.write(this, file);
  }

  /**
   * Reads a file that {@link #writeTo} has written.
   *
   * @throws io.streambench.base.SettingException if the file cannot be read or is not a load file;
   *     the message names the file
   */
  public static LoadFile read(Path file) {
    LoadFile load = JsonFiles.read(file, LoadFile.class, "histogram", DESCRIPTION);
    try {
      load.latencies();
      load.parts().keySet().forEach(load::partLatencies);
      return load;
    } catch (IllegalStateException e) {
      throw JsonFiles.unreadableException(file, DESCRIPTION, e.getMessage());
    }
  }
}
