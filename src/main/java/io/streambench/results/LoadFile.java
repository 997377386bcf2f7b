package io.streambench.results;

import io.streambench.analysis.compare.Interval;
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
 * The figures of one fork's load, warm-up not included.
 *
 * @param inFlight requests that were to be in flight at the same time; 0 where a rate decides
 * @param requests that ended, whatever their end
 * @param failures how many failed, by kind; those that are left succeeded
 * @param seconds from the first request to the end of the last; of a load that goes on for a time
 *     the part of it that counts
 * @param connections of the client that were open behind the load
 * @param heapBeforeBytes used after a garbage collection, before the load
 * @param heapAfterBytes the same behind it
 * @param allocatedBytesPerRequest by all threads of the client's JVM
 * @param generatorCpu part of the processors that the client's JVM used, from 0 to 1
 * @param histogram latencies of requests that succeeded, in nanoseconds: HdrHistogram's compressed
 *     form, in Base64
 * @param parts the same of parts of a request, by name: {@link #SERVER} and the others; those that
 *     are known
 * @param bytesSent with requests that succeeded: of what they are about, without headers
 * @param bytesReceived with their answers
 * @param ratePerSecond at which requests were to be sent; 0 for a closed loop
 * @param behindMillis how much later than that a request was sent at worst
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
  /** The time from Solr's receipt of a whole request to the start of its answer, or its QTime. */
  public static final String SERVER = "server";

  /** The part that is left of the time from sending to the end of the answer. */
  public static final String TRANSPORT = "transport";

  /** The delay from the moment at which a request was to be sent at a given rate until it was. */
  public static final String WAITING = "waiting";

  /** The time until the first byte of the answer, from when the request was to be sent. */
  public static final String FIRST_BYTE = "first byte";

  public static final String EXTENSION = ".load";

  private static final String WHAT = "the load of a fork";

  /** Quantile of the normal distribution for 95 %. */
  private static final double Z = 1.96;

  public LoadFile {
    failures = java.util.Collections.unmodifiableMap(new TreeMap<>(failures));
    parts = java.util.Collections.unmodifiableMap(new TreeMap<>(parts == null ? Map.of() : parts));
  }

  /** The loads of several clients that ran at the same time, at least one, as one. */
  public static LoadFile merged(List<LoadFile> loads) {
    return merged(
        loads,
        loads.stream().mapToInt(LoadFile::inFlight).sum(),
        loads.stream().mapToDouble(LoadFile::seconds).max().orElseThrow(),
        loads.stream().mapToDouble(LoadFile::ratePerSecond).sum());
  }

  /** The loads of forks that ran one after the other, at least one, as one. */
  public static LoadFile inSequence(List<LoadFile> loads) {
    return merged(
        loads,
        loads.get(0).inFlight(),
        loads.stream().mapToDouble(LoadFile::seconds).sum(),
        loads.get(0).ratePerSecond());
  }

  /** Adds up histograms and counts; what is a part of a machine is that of the busiest. */
  private static LoadFile merged(
      List<LoadFile> loads, int inFlight, double seconds, double ratePerSecond) {
    Map<String, Long> failures = new TreeMap<>();
    Map<String, String> parts = new TreeMap<>();
    for (LoadFile load : loads) {
      load.failures().forEach((kind, count) -> failures.merge(kind, count, Long::sum));
      load.parts().forEach((name, part) -> parts.merge(name, part, LoadFile::sum));
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
        loads.stream().map(LoadFile::histogram).reduce(LoadFile::sum).orElseThrow(),
        parts,
        loads.stream().mapToLong(LoadFile::bytesSent).sum(),
        loads.stream().mapToLong(LoadFile::bytesReceived).sum(),
        ratePerSecond,
        loads.stream().mapToDouble(LoadFile::behindMillis).max().orElseThrow());
  }

  private static String sum(String one, String other) {
    Histogram first = decoded(one);
    Histogram sum = new Histogram(first.getNumberOfSignificantValueDigits()); // which grows
    sum.add(first);
    sum.add(decoded(other));
    return encoded(sum);
  }

  public static String encoded(Histogram latencies) {
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    int length = latencies.encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(java.util.Arrays.copyOf(bytes.array(), length));
  }

  /** The latencies in nanoseconds; of several forks they can be added up. */
  public Histogram latencies() {
    return decoded(histogram);
  }

  /** The same of a part; empty if that is not known. */
  public Optional<Histogram> part(String name) {
    return Optional.ofNullable(parts.get(name)).map(LoadFile::decoded);
  }

  private static Histogram decoded(String histogram) {
    try {
      return Histogram.decodeFromCompressedByteBuffer(
          ByteBuffer.wrap(Base64.getDecoder().decode(histogram)), 0);
    } catch (DataFormatException | RuntimeException e) {
      throw new IllegalStateException("no histogram: " + e.getMessage(), e);
    }
  }

  public double requestsPerSecond() {
    return succeeded() / seconds;
  }

  public long succeeded() {
    return requests - failures.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The share of requests that succeeded, from 0 to 1; 0 without requests. */
  public double success() {
    return requests == 0 ? 0 : (double) succeeded() / requests;
  }

  /** The mean number of requests in flight, by Little's law. */
  public double inFlightByLittle() {
    return requestsPerSecond() * millis(latencies(), "mean") / 1000;
  }

  /**
   * A latency in milliseconds.
   *
   * @param which mean, min, max, or a percentile such as {@code P99.9}
   */
  public static double millis(Histogram nanos, String which) {
    return switch (which) {
          case "mean" -> nanos.getMean();
          case "min" -> nanos.getMinValue();
          case "max" -> nanos.getMaxValue();
          default -> nanos.getValueAtPercentile(Double.parseDouble(which.substring(1)));
        }
        / 1e6;
  }

  /**
   * The 95 % interval of a quantile, in milliseconds: from two of the ordered values, whose ranks
   * are binomial (W. J. Conover, "Practical Nonparametric Statistics", 1999, section 3.2). Empty
   * where there are too few values.
   *
   * @param quantile from 0 to 1
   */
  public static Optional<Interval> percentileInterval(Histogram nanos, double quantile) {
    long n = nanos.getTotalCount();
    double arm = Z * Math.sqrt(n * quantile * (1 - quantile));
    long low = (long) Math.floor(n * quantile - arm);
    long high = (long) Math.ceil(n * quantile + arm) + 1;
    return low < 1 || high > n
        ? Optional.empty()
        : Optional.of(new Interval(ranked(nanos, low), ranked(nanos, high)));
  }

  /** Rank 1 is the quickest. */
  private static double ranked(Histogram nanos, long rank) {
    double percent = 100.0 * (rank - 0.5) / nanos.getTotalCount();
    return nanos.getValueAtPercentile(percent) / 1e6;
  }

  public void writeTo(Path file) throws IOException {
    Wire.write(this, file);
  }

  /**
   * Reads it.
   *
   * @throws io.streambench.config.SettingException if it cannot be read or is not such a file;
   *     names it
   */
  public static LoadFile read(Path file) {
    LoadFile load = Wire.read(file, LoadFile.class, "histogram", WHAT);
    try {
      load.latencies();
      load.parts().keySet().forEach(load::part);
      return load;
    } catch (IllegalStateException e) {
      throw Wire.refused(file, WHAT, e.getMessage());
    }
  }
}
