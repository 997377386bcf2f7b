package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.Values;
import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.WritableFiles;
import io.streambench.compare.cells.ComparedResults;
import io.streambench.compare.cells.ComparedResults.Difference;
import io.streambench.compare.cells.Contender;
import io.streambench.compare.cells.InterleavedFolder;
import io.streambench.compare.report.Axes;
import io.streambench.compare.report.ComparisonReport;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code streambench compare}, which shows whether results differ, and by how much. */
@Command(name = "compare")
final class CompareVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Parameters(arity = "0..*", paramLabel = "FILE", descriptionKey = "file")
  private List<Path> files = new ArrayList<>();

  @Option(names = "--run", arity = "2..*", paramLabel = "'ARGS'")
  private List<String> runArguments = new ArrayList<>();

  @Option(names = "--forks", paramLabel = "N")
  private Integer forks;

  @Option(
      names = "--resume",
      arity = "0..1",
      fallbackValue = ResumeOption.NEWEST_FOLDER,
      paramLabel = "FOLDER")
  private String resumeFolder;

  @Option(names = "--results", paramLabel = "FOLDER")
  private Path resultsFolder;

  @Option(names = "--name", paramLabel = "NAME", split = ",")
  private List<String> names;

  @Option(names = "--row", paramLabel = "PARAM")
  private String rowParameter;

  @Option(names = "--col", paramLabel = "PARAM")
  private String columnParameter;

  @Option(names = "--threshold", paramLabel = "PERCENT", defaultValue = "0%")
  private String threshold;

  @Option(names = "--metric", paramLabel = "NAME")
  private String metric;

  @Option(names = "--better", paramLabel = "more|less")
  private Direction betterDirection;

  @Option(names = "--across", paramLabel = "PARAM", split = ",")
  private Set<String> differingParameters = new HashSet<>();

  @Option(names = "--html", paramLabel = "FILE")
  private Path htmlFile;

  @Option(names = "--comment", paramLabel = "FILE")
  private Path commentFile;

  @Option(names = "--fail-on-regression")
  private boolean failOnRegression;

  @Option(names = "--allow-undecided")
  private boolean allowUndecided;

  private enum Direction {
    MORE,
    LESS
  }

  private final Optional<SolrFeatures> solrFeatures = SolrFeatures.find();
  private ExitStatus measurementStatus = ExitStatus.SUCCESS;

  @Override
  public Integer call() throws IOException, InterruptedException {
    double minDifference = Values.percentage("--threshold", threshold);
    SettingException.throwIf(
        betterDirection != null && metric == null,
        "--better",
        "be given with --metric: the direction of a score is known",
        betterDirection);
    if (runArguments.isEmpty() && resumeFolder == null) {
      return printComparison(
          readGivenFiles(), minDifference, !InterleavedFolder.containsAll(files));
    }
    try (Interruption interruption = new Interruption()) {
      List<Contender> measured = measureContenders(interruption);
      int status =
          measured.isEmpty()
              ? ExitStatus.FAILED.code()
              : printComparison(measured, minDifference, false);
      format.outputWriter().flush(); // an interrupted JVM exits when this block ends
      return status;
    }
  }

  private int printComparison(
      List<Contender> contenders, double minDifference, boolean isSameWorkloadRequired)
      throws IOException {
    ComparedResults results =
        ComparedResults.of(
            contenders,
            minDifference,
            Optional.empty(),
            Optional.ofNullable(betterDirection)
                .map(it -> it == Direction.MORE ? BetterDirection.HIGHER : BetterDirection.LOWER));
    if (isSameWorkloadRequired) {
      requireSameWorkload(results);
    }
    ComparisonReport report =
        new ComparisonReport(
            results, Axes.of(rowParameter, columnParameter, results), this::isDefault);
    if (format.format() == FormatOption.Format.TEXT) {
      results.warnings().forEach(line -> printError("warning: " + line));
    }
    format.print(report::text, report::markdown, report::json);
    writeReports(report);
    List<String> undecided =
        failOnRegression && !allowUndecided ? report.undecidedCells() : List.of();
    undecided.forEach(line -> printError("undecided: " + line));
    boolean fails = failOnRegression && report.hasRegression() || !undecided.isEmpty();
    return (fails ? ExitStatus.FAILED : measurementStatus).code();
  }

  /** Throws if workloads differ in a parameter that {@code --across} does not name. */
  private void requireSameWorkload(ComparedResults results) {
    List<Difference> different =
        results.workloadDifferences().stream()
            .filter(difference -> !differingParameters.contains(difference.parameter()))
            .toList();
    if (!different.isEmpty()) {
      String names =
          different.stream().map(Difference::parameter).distinct().collect(Collectors.joining(","));
      throw new SettingException(
          names,
          "be equal on all sides (--across " + names + " compares different values)",
          different.stream().map(Difference::valuesText).collect(Collectors.joining("; ")));
    }
  }

  private void writeReports(ComparisonReport report) throws IOException {
    if (htmlFile != null) {
      AtomicFile.write(htmlFile, report.page());
      format.printNote("page: " + htmlFile);
    }
    if (commentFile != null) {
      String markdown =
          report.pullRequestComment(allowUndecided ? List.of() : report.undecidedCells());
      AtomicFile.write(commentFile, markdown);
      format.printNote("comment: " + commentFile + (markdown.isEmpty() ? " (empty)" : ""));
    }
  }

  /**
   * Returns whether the value is the parameter's default. Always false in the single-jar tool,
   * which has no benchmarks.
   */
  private boolean isDefault(String benchmark, Map.Entry<String, String> parameter) {
    return solrFeatures
        .filter(all -> all.isDefault(benchmark, parameter.getKey(), parameter.getValue()))
        .isPresent();
  }

  private void requireWritable(List<Path> inputs) {
    WritableFiles.requireWritable("--html", htmlFile, inputs);
    WritableFiles.requireWritable("--comment", commentFile, inputs, htmlFile);
  }

  private void printError(String line) {
    format.errorWriter().println(line);
  }

  private List<Contender> readGivenFiles() {
    SettingException.throwIf(
        forks != null || resultsFolder != null, "--run", "be given with --forks and --results", "");
    SettingException.throwIf(
        files.size() < 2,
        "FILE",
        "be given at least twice (or use --run)",
        files.isEmpty() ? "none" : files.get(0));
    requireWritable(files);
    if (names != null && names.size() != files.size()) {
      throw new SettingException(
          "--name", "have " + files.size() + " names, one for each file", String.join(",", names));
    }
    return readContenders(files, names == null ? defaultNames() : names);
  }

  private List<Contender> measureContenders(Interruption interruption)
      throws IOException, InterruptedException {
    SettingException.throwIf(
        !files.isEmpty(),
        "FILE",
        "not be given with --run or --resume",
        files.isEmpty() ? "" : files.get(0));
    SettingException.throwIf(
        forks != null && forks < Comparison.MIN_FORKS,
        "--forks",
        "be at least " + Comparison.MIN_FORKS + ", or nothing can be judged",
        forks);
    requireWritable(List.of());
    SolrFeatures.InterleavedMeasurement runs = prepareInterleavedRuns();
    Axes.of(rowParameter, columnParameter, runs.parameterNames());
    Path results = WritableFiles.resultsFolder(resultsFolder);
    SolrFeatures.InterleavedResults sides =
        runs.run(Optional.ofNullable(forks), interruption, results, this::printError);
    measurementStatus = sides.status();
    if (!sides.folders().isEmpty()) {
      printError(
          "measured; to judge it again: ./streambench compare "
              + sides.folders().stream().map(Path::toString).collect(Collectors.joining(" ")));
    }
    return readContenders(sides.folders(), runs.names());
  }

  private SolrFeatures.InterleavedMeasurement prepareInterleavedRuns() throws IOException {
    if (resumeFolder == null) {
      return SolrFeatures.require("--run", String.join(" ", runArguments))
          .prepareInterleavedRuns(runArguments, names, this::printError);
    }
    SettingException.throwIf(
        !runArguments.isEmpty() || names != null,
        "--resume",
        "be given without --run and --name: the folder has them",
        resumeFolder.equals(ResumeOption.NEWEST_FOLDER) ? "" : resumeFolder);
    return SolrFeatures.require("--resume", resumeFolder)
        .resumeInterleavedRuns(
            resumeFolder, WritableFiles.resultsFolder(resultsFolder), this::printError);
  }

  private List<Contender> readContenders(List<Path> files, List<String> contenderNames) {
    return IntStream.range(0, files.size())
        .mapToObj(i -> Contender.read(files.get(i), contenderNames.get(i), metric))
        .toList();
  }

  /**
   * Returns a name for each file: the file name or, if ambiguous, the path. Appends a number to the
   * name of a repeated file.
   */
  private List<String> defaultNames() {
    List<String> last =
        files.stream()
            .map(file -> String.valueOf(file.toAbsolutePath().normalize().getFileName()))
            .toList();
    List<String> chosen = new ArrayList<>();
    for (int i = 0; i < files.size(); i++) {
      String typed = files.get(i).toString();
      int equal = Collections.frequency(files, files.get(i));
      String name = Collections.frequency(last, last.get(i)) == equal ? last.get(i) : typed;
      int before = Collections.frequency(files.subList(0, i), files.get(i));
      chosen.add(before == 0 ? name : name + " (" + (before + 1) + ")");
    }
    return chosen;
  }
}
