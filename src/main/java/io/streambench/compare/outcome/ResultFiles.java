package io.streambench.compare.outcome;

import io.streambench.bench.fork.ResultFile;
import io.streambench.bench.runfolder.Environment;
import io.streambench.bench.runfolder.RunFolderName;
import io.streambench.bench.settings.SolrJars;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.cells.TimeRange;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;

/**
 * The result files that {@code -rf} and {@code -rff} request. JSON results come with a second file
 * that describes stalled runs, failed runs and the machine, which JMH omits. Both files are
 * replaced atomically after every combination of parameters, so a run that ends early loses no
 * measurement.
 *
 * @param startTime start time of the run
 */
public record ResultFiles(Path resultFile, ResultFormatType format, Instant startTime) {
  public static Optional<ResultFiles> of(Options commandLineOptions, Instant startTime) {
    if (!commandLineOptions.getResult().hasValue()
        && !commandLineOptions.getResultFormat().hasValue()) {
      return Optional.empty();
    }
    ResultFormatType format = commandLineOptions.getResultFormat().orElse(Defaults.RESULT_FORMAT);
    String name =
        commandLineOptions
            .getResult()
            .orElse(Defaults.RESULT_FILE_PREFIX + "." + format.toString().toLowerCase(Locale.ROOT));
    return Optional.of(new ResultFiles(Path.of(name), format, startTime));
  }

  public List<Path> allFiles() {
    return format == ResultFormatType.JSON
        ? List.of(resultFile, StudyFile.outcomesFile(resultFile.toAbsolutePath()))
        : List.of(resultFile);
  }

  /**
   * Writes the results to the first writable folder, under a name unique to this run. Returns the
   * path of the results; empty if no folder is writable.
   */
  public Optional<Path> writeToFallback(
      OutcomeCollector collector, Path outcomes, SolrJars jars, List<Path> folders) {
    String name = RunFolderName.TIME_FORMAT.format(startTime) + "-" + resultFile.getFileName();
    for (Path folder : folders) {
      try {
        Files.createDirectories(folder);
        ResultFiles fallback = new ResultFiles(folder.resolve(name), format, startTime);
        fallback.write(collector, outcomes, jars, true);
        return Optional.of(fallback.resultFile);
      } catch (IOException e) {
        // try the next folder; the caller reports if all fail
      }
    }
    return Optional.empty();
  }

  public void print(OutcomeCollector collector, PrintStream out) {
    ResultFormatFactory.getInstance(format, out).writeOut(collector.finishedResults());
    out.println();
  }

  /**
   * Writes the results and, for JSON, the outcomes. Writes empty results only if {@code isFinal} is
   * true.
   */
  public void write(OutcomeCollector collector, Path outcomes, SolrJars jars, boolean isFinal)
      throws IOException {
    if (isFinal || !collector.finishedResults().isEmpty()) {
      ResultFile.write(collector.finishedResults(), format, resultFile);
    }
    if (format != ResultFormatType.JSON) {
      return;
    }
    Path file = resultFile.toAbsolutePath();
    Map<String, Object> environment = Environment.describe();
    // These two facts describe this JVM instead of the measuring forks.
    environment.keySet().removeAll(List.of("maxHeapBytes", "jvmArguments"));
    if (!jars.jars().isEmpty()) {
      environment.put("solr", Environment.solrVersion() + " with " + jars);
    }
    Map<String, Object> span = new TimeRange(startTime, Instant.now()).toSettings();
    String name = file.getFileName().toString();
    new StudyFile(name, environment, span, collector.cellOutcomes(outcomes, name), List.of())
        .writeTo(StudyFile.outcomesFile(file));
  }
}
