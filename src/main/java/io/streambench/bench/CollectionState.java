package io.streambench.bench;

import io.streambench.bench.fork.CheckedState;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.streaming.CollectionReader;
import io.streambench.bench.streaming.CollectionReading;
import io.streambench.bench.streaming.StreamingRun;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.io.Tuple;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * The JMH state of a benchmark that reads a collection. A subclass declares the parameters of
 * {@code docs/settings.md} that users may set, each as a {@code String}. All other parameters of
 * that page keep their defaults. A subclass may also declare parameters of its own, of any type
 * that JMH supports.
 */
@State(Scope.Benchmark)
public abstract class CollectionState implements CheckedState {
  private StreamingRun run;

  @Override
  public Optional<StreamingSettings> settings(Job job) {
    check();
    return Optional.of(StreamingSettings.of(job.parameters(), job.properties()));
  }

  /** Checks a subclass's own parameters; throws {@code SettingException} if one is invalid. */
  protected void check() {}

  protected CollectionReading.Factory readerFactory(Job job) {
    return CollectionReader::new;
  }

  @Setup(Level.Trial)
  public void open(BenchmarkParams benchmark) {
    Job job = Job.of(benchmark);
    run =
        StreamingRun.open(
            job, settings(job).orElseThrow(), System.out::println, readerFactory(job));
  }

  public long read(Consumer<Tuple> consumer) {
    return run.read(consumer);
  }

  @TearDown(Level.Trial)
  public void close() {
    run.close();
  }
}
