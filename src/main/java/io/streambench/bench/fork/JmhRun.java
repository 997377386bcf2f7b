package io.streambench.bench.fork;

import io.streambench.cluster.DataFolder;
import io.streambench.config.Home;
import io.streambench.config.RunSettings;
import io.streambench.evidence.Evidence;
import io.streambench.watchdog.OutcomeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;

/**
 * One call of JMH, and the folder in which its forks leave what became of them. The folder goes
 * with it.
 */
public record JmhRun(DataFolder handed) implements AutoCloseable {
  /** Makes the folder, in which the forks find the command that repeats the run. */
  public static JmhRun open(String typed) throws IOException {
    DataFolder handed = DataFolder.createKept(Home.dataFolder());
    Files.writeString(handed.path().resolve(Command.FILE), typed);
    return new JmhRun(handed);
  }

  public Path folder() {
    return handed.path();
  }

  public String forkArgument() {
    return "-D" + OutcomeFile.FOLDER_PROPERTY + "=" + folder();
  }

  /** Runs the forks to their end; those of a run that JMH gave up may have left the reason. */
  public Collection<RunResult> run(Options options, OutputFormat format) throws RunnerException {
    return new Runner(options, format).run();
  }

  public List<OutcomeFile> told() throws IOException {
    return OutcomeFile.readAll(folder());
  }

  /** Completes a fork's evidence once the forks are gone: pages and zips take time and memory. */
  public static Optional<Evidence.Completed> completed(OutcomeFile told, RunSettings settings)
      throws IOException {
    if (told.folder() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Evidence.under(settings).complete(Path.of(told.folder())));
    } catch (RuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    handed.close();
  }
}
