package io.streambench.cli;

import io.streambench.bench.fork.ResultFile;
import io.streambench.config.SolrJars;
import io.streambench.results.Span;
import io.streambench.results.StudyFile;
import io.streambench.watchdog.Environment;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.options.Options;

/**
 * The files that {@code -rf} and {@code -rff} ask for: JMH's results, and next to those in JSON the
 * outcomes, since JMH leaves out what stalled or failed and does not name the machine. They are
 * written again after every combination, each whole or not at all, so that nothing measured is lost
 * however the run ends.
 *
 * @param begun when the run was begun
 */
record ResultFiles(Path results, ResultFormatType format, Instant begun) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneId.systemDefault());

  static Optional<ResultFiles> of(Options typed, Instant begun) {
    if (!typed.getResult().hasValue() && !typed.getResultFormat().hasValue()) {
      return Optional.empty();
    }
    ResultFormatType format = typed.getResultFormat().orElse(Defaults.RESULT_FORMAT);
    String name =
        typed
            .getResult()
            .orElse(Defaults.RESULT_FILE_PREFIX + "." + format.toString().toLowerCase(Locale.ROOT));
    return Optional.of(new ResultFiles(Path.of(name), format, begun));
  }

  List<Path> all() {
    return format == ResultFormatType.JSON
        ? List.of(results, StudyFile.beside(results.toAbsolutePath()))
        : List.of(results);
  }

  /**
   * Writes what was measured into the first of other folders that has room, under a name of this
   * run's own; returns the file of the results.
   */
  Optional<Path> rescue(
      OutcomeCollector collector, Path outcomes, SolrJars jars, List<Path> folders) {
    String name = TIME.format(begun) + "-" + results.getFileName();
    for (Path folder : folders) {
      try {
        Files.createDirectories(folder);
        ResultFiles there = new ResultFiles(folder.resolve(name), format, begun);
        there.write(collector, outcomes, jars, true);
        return Optional.of(there.results);
      } catch (IOException e) {
        // the next has more room, or the caller says that none has
      }
    }
    return Optional.empty();
  }

  /** Prints the results as they would be in their file. */
  void print(OutcomeCollector collector, PrintStream out) {
    ResultFormatFactory.getInstance(format, out).writeOut(collector.finished());
    out.println();
  }

  /** Writes what was measured so far; only the last time without results, too. */
  void write(OutcomeCollector collector, Path outcomes, SolrJars jars, boolean last)
      throws IOException {
    if (last || !collector.finished().isEmpty()) {
      ResultFile.write(collector.finished(), format, results);
    }
    if (format != ResultFormatType.JSON) {
      return;
    }
    Path file = results.toAbsolutePath();
    Map<String, Object> environment = Environment.describe();
    // Of this JVM, which measures nothing.
    environment.keySet().removeAll(List.of("maxHeapBytes", "jvmArguments"));
    if (!jars.jars().isEmpty()) {
      environment.put("solr", Environment.solrVersion() + " with " + jars);
    }
    Map<String, Object> span = new Span(begun, Instant.now()).settings();
    String name = file.getFileName().toString();
    new StudyFile(name, environment, span, collector.cellOutcomes(outcomes, name), List.of())
        .writeTo(StudyFile.beside(file));
  }
}
