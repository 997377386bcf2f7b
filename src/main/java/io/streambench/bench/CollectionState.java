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
 * The state of a benchmark that reads a collection: cluster, documents, watchdog and evidence. A
 * subclass declares some of the parameters in {@code docs/settings.md}, each as a {@code String};
 * all others have their defaults. It may add parameters of its own, of any type that JMH supports.
 */
@State(Scope.Benchmark)
public abstract class CollectionState implements CheckedState {
  private StreamingRun run;

  @Override
  public Optional<StreamingSettings> settings(Job job) {
    check();
    return Optional.of(StreamingSettings.of(job.parameters(), job.properties()));
  }

  /** Throws {@code SettingException} if a parameter added by the subclass has a wrong value. */
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
