package io.streambench.bench;

import io.streambench.base.SettingException;
import io.streambench.base.files.DataFolder;
import io.streambench.bench.fork.CheckedState;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.EventReader;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.window.ReceiveWindow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * A benchmark that analyzes a log of Jetty's flow control with the heap size of {@code streambench
 * analyze}. One operation reads the whole file, so the throughput is the file size divided by the
 * score.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsPrepend = {"-Xmx256m"})
@Warmup(iterations = 3, time = 2, timeUnit = TimeUnit.SECONDS)
@Measurement(iterations = 5, time = 2, timeUnit = TimeUnit.SECONDS)
public class LogReading {
  /** The JMH state with the file to read, which repeats a given log up to a given size. */
  @State(Scope.Benchmark)
  public static class Log implements CheckedState {
    private static final int GZIP_MAGIC = 0x1f;

    @Param("src/test/resources/io/streambench/eventlog/golden/jetty10-no-stall.log.gz")
    public String log;

    @Param("64")
    public String megabytes;

    private Path originalLog;
    private long minLogBytes;
    private DataFolder folder;
    private Path repeatedLog;
    private final byte[] buffer = new byte[1 << 16];

    @Override
    public Optional<ClusterRequirements> settings(Job job) {
      originalLog = BenchmarkParameters.LOG.valueIn(job.parameters());
      minLogBytes = (long) BenchmarkParameters.MEGABYTES.valueIn(job.parameters()) << 20;
      return Optional.empty();
    }

    @Setup(Level.Trial)
    public void write(BenchmarkParams benchmark) throws IOException {
      settings(Job.of(benchmark));
      folder = DataFolder.create(DataFolder.defaultParent());
      repeatedLog = folder.path().resolve("repeated.log");
      byte[] content = unpack(originalLog);
      if (content.length == 0) { // e.g. a gzip file of an empty log
        throw new SettingException("log", "not be empty", originalLog);
      }
      try (OutputStream out = Files.newOutputStream(repeatedLog)) {
        for (long written = 0; written < minLogBytes; ) {
          out.write(content);
          written += content.length;
        }
      }
    }

    private static byte[] unpack(Path log) throws IOException {
      byte[] bytes = Files.readAllBytes(log);
      if (bytes.length == 0 || bytes[0] != GZIP_MAGIC) {
        return bytes;
      }
      try (InputStream in = new GZIPInputStream(Files.newInputStream(log))) {
        return in.readAllBytes();
      }
    }

    @TearDown(Level.Trial)
    public void remove() {
      folder.close();
    }
  }

  /** Analyzes the log as {@code streambench analyze} does, and returns the diagnosis. */
  @Benchmark
  @Summary("reads a flow-control log, as analyze does")
  public Diagnosis analyze(Log log) throws IOException {
    FlowControlReplay replay =
        new FlowControlReplay(
            Duration.ofSeconds(10), Duration.ZERO, ReceiveWindow.JETTY_BUFFER_RATIO);
    try (EventReader reader = EventFiles.open(List.of(log.repeatedLog))) {
      return replay.replay(reader);
    }
  }

  /** Runs {@code LC_ALL=C grep -c FlowControl} on the same file, for comparison. */
  @Benchmark
  @Summary("counts lines of the same log with grep, for comparison")
  public String grep(Log log) throws IOException, InterruptedException {
    ProcessBuilder grep =
        new ProcessBuilder("grep", "-c", "FlowControl", log.repeatedLog.toString());
    grep.environment().put("LC_ALL", "C");
    Process counting = grep.redirectErrorStream(true).start();
    String count = new String(counting.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (counting.waitFor() > 1) { // 1: no match
      throw new IOException(count);
    }
    return count;
  }

  /** Counts the lines of the file; the score is a lower bound for {@link #analyze}. */
  @Benchmark
  @Summary("counts the lines of the same log, for comparison")
  public long countLines(Log log) throws IOException {
    long lines = 0;
    try (InputStream in = Files.newInputStream(log.repeatedLog)) {
      for (int read; (read = in.read(log.buffer)) > 0; ) {
        for (int i = 0; i < read; i++) {
          lines += log.buffer[i] == '\n' ? 1 : 0;
        }
      }
    }
    return lines;
  }
}
