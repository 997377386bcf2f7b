package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.Values;
import io.streambench.base.files.ExitHook;
import io.streambench.base.files.WritableFiles;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.fork.JvmProperties;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.bench.settings.LatencyBound;
import io.streambench.bench.settings.LoadSettings;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.study.PlannedFork;
import io.streambench.compare.study.Scale;
import io.streambench.compare.study.Spread;
import io.streambench.compare.study.Study;
import io.streambench.compare.study.StudyFolder;
import io.streambench.compare.study.StudyOrder;
import io.streambench.compare.study.StudyReport;
import io.streambench.compare.study.StudyResults;
import io.streambench.compare.study.StudyRunner;
import io.streambench.flow.rule.Durations;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code streambench study}, which answers a question by benchmarks with a grid of
 * settings.
 */
@Command(name = "study")
final class StudyVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Parameters(arity = "0..1", paramLabel = "NAME", descriptionKey = "study")
  private String name;

  @Option(names = "--list")
  private boolean isListRequested;

  @Option(
      names = {"--forks", "--rounds"},
      paramLabel = "N|auto")
  private String rounds;

  @Option(names = "--hours", paramLabel = "N")
  private Integer maxHours;

  @Option(names = "--quick")
  private boolean isQuick;

  @Option(names = "--set", paramLabel = "PARAM=VALUE")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(names = "--only", paramLabel = "REGEX")
  private String cellPattern = "";

  @Option(names = "--rate", paramLabel = "N")
  private String rate;

  @Option(names = "--p99", paramLabel = "TIME")
  private String p99;

  @Option(names = "--bound", paramLabel = "P=TIME")
  private List<String> bounds = new ArrayList<>();

  @Option(
      names = "--resume",
      arity = "0..1",
      fallbackValue = ResumeOption.NEWEST_FOLDER,
      paramLabel = "FOLDER")
  private String resumeFolder;

  @Option(names = "--results", paramLabel = "FOLDER")
  private Path resultsFolder;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (isListRequested) {
      printStudies();
      return ExitStatus.SUCCESS.code();
    }
    SettingException.throwIf(name == null, "study", "be given; --list names them", "");
    Study study = Study.forName(name);
    Map<String, String> properties = JvmProperties.forwardedProperties(System.getProperties());
    if (rate != null) {
      overrides.put(LoadSettings.RATE_NAME, rate);
    }
    Optional<StudyFolder> earlier =
        resumeFolder == null
            ? Optional.empty()
            : Optional.of(
                ResumeOption.findFolder(
                    resumeFolder, study.name(), WritableFiles.resultsFolder(resultsFolder)));
    StudyOrder order =
        earlier.isPresent() ? resumedOrder(earlier.get(), study) : createOrder(study);
    PrintWriter errors = format.errorWriter();
    order.check(properties).forEach(line -> errors.println("warning: " + line));
    order.omissionReasons().forEach(line -> errors.println("warning: " + line));
    Spread.describePlannedPower(order).ifPresent(errors::println);
    try (MeasuringLock lock = MeasuringLock.acquire("study")) {
      StudyFolder folder =
          earlier.isPresent()
              ? earlier.get()
              : StudyFolder.create(WritableFiles.resultsFolder(resultsFolder), study.name());
      StudyRunner runner = new StudyRunner(order, folder, properties, errors::println);
      if (earlier.isEmpty()) {
        runner.writeInitialFile();
      }
      List<PlannedFork> remaining = order.remainingForks(StudyFile.read(folder.studyFile()));
      errors.println(
          TextFormat.of(
              "%s: %d cells, %d fork(s) each, %sabout %s%s; results: %s",
              study.name(),
              order.cells().size(),
              order.forksPerCell(),
              earlier.isEmpty() ? "" : TextFormat.of("%d fork(s) left, ", remaining.size()),
              Durations.formatRounded(order.estimatedSeconds(remaining)),
              describeUnmeasuredTime(order.warmUpSeconds(remaining)),
              folder.path()));
      return run(runner, folder);
    }
  }

  private static String describeUnmeasuredTime(long seconds) {
    return seconds == 0
        ? ""
        : TextFormat.of(
            " (%s of it to warm up clusters, unmeasured)", Durations.formatRounded(seconds));
  }

  private void printStudies() {
    List<StudySummary> studies =
        (name == null ? Study.all() : List.of(Study.forName(name)))
            .stream().map(StudySummary::of).toList();
    ResultTable table =
        ResultTable.of("", studies)
            .text("study", StudySummary::study)
            .text("question", StudySummary::question)
            .text("primary question, and the rounds for it", StudySummary::describePrimaryQuestion)
            .text("cells and time", StudySummary::describeTime);
    format.print(
        () -> studies.stream().map(StudySummary::text).collect(Collectors.joining()),
        table::markdown,
        () -> studies);
  }

  private StudyOrder createOrder(Study study) {
    WritableFiles.resultsFolder(resultsFolder);
    return withRounds(
        new StudyOrder(
            study,
            1,
            isQuick ? Scale.QUICK : Scale.FULL,
            overrides,
            Runtime.version().feature(),
            latencyBounds(),
            cellPattern));
  }

  private static final String AUTO_ROUNDS = "auto";
  private static final int DEFAULT_HOURS = 8;

  /**
   * Returns {@code order} with the number of rounds from {@code --rounds}. For {@code auto}, this
   * is the number that the primary question needs, limited by {@code --hours}.
   */
  private StudyOrder withRounds(StudyOrder order) {
    boolean auto = AUTO_ROUNDS.equals(rounds);
    SettingException.throwIf(
        maxHours != null && !auto, "--hours", "be given with --rounds auto", maxHours);
    if (auto) {
      return Spread.orderWithRoundsNeeded(order, maxHours == null ? DEFAULT_HOURS : maxHours);
    }
    return rounds == null
        ? order
        : order.withForks(Values.wholeNumber("--forks", rounds, 1, StudyOrder.MAX_FORKS_PER_CELL));
  }

  private List<LatencyBound> latencyBounds() {
    List<LatencyBound> all = new ArrayList<>();
    if (p99 != null) {
      all.add(LatencyBound.ofP99("--p99", p99));
    }
    bounds.forEach(bound -> all.add(LatencyBound.of("--bound", bound)));
    return all;
  }

  private StudyOrder resumedOrder(StudyFolder folder, Study study) {
    StudyFile file = StudyFile.read(folder.studyFile());
    StudyOrder order = StudyOrder.ofFile(file, Study::forName);
    SettingException.throwIf(
        !order.study().name().equals(study.name()),
        "--resume",
        TextFormat.of("be a folder of %s", study.name()),
        folder.path());
    SettingException.throwIf(
        isQuick || !cellPattern.isEmpty() || !overrides.isEmpty() || !latencyBounds().isEmpty(),
        "--resume",
        "be given without --quick, --only, --set, --rate and bounds: the folder has them",
        folder.path());
    ResumeOption.requireSameJvm(file, order.jdkRelease());
    return withRounds(order);
  }

  private int run(StudyRunner runner, StudyFolder folder) throws IOException, InterruptedException {
    String resumeHint = ResumeOption.resumeHint("study " + name, folder);
    PrintWriter errors = format.errorWriter();
    try (ExitHook onInterrupt =
        ExitHook.register(() -> errors.println("\ninterrupted; " + resumeHint))) {
      runner.run();
    } catch (IOException | RuntimeException e) {
      errors.println("the study was stopped by an error; " + resumeHint);
      throw e;
    }
    StudyReport report = StudyReport.of(folder, Study::forName);
    StudyReport.WrittenFiles written = report.writeTo(folder);
    written.warning().ifPresent(line -> errors.println("warning: " + line));
    printResult(report, written);
    StudyResults results = report.results();
    return ExitStatus.ofOutcomes(
            Stream.of(Outcome.values())
                .filter(
                    outcome -> results.cells().stream().anyMatch(cell -> cell.count(outcome) > 0))
                .toList())
        .code();
  }

  private void printResult(StudyReport report, StudyReport.WrittenFiles reportFiles)
      throws IOException {
    List<String> lines = new ArrayList<>(List.of(""));
    report.primaryAnswer().ifPresent(lines::add);
    lines.add(String.join("\n", report.findings()));
    lines.add("\n" + report.tables().get(0).plainText(""));
    lines.addAll(report.notes());
    lines.add("report: " + reportFiles.page() + ", " + reportFiles.markdown() + "\n");
    String markdown = Files.readString(reportFiles.markdown());
    format.print(() -> String.join("\n", lines), () -> markdown, report.results()::studyFile);
  }

  /**
   * An entry in the list of studies. {@code secondsPerFork} is the time for one measured fork of
   * every cell. {@code primaryQuestion} and {@code roundsNeeded} may be null.
   */
  record StudySummary(
      String study,
      String question,
      int cells,
      long secondsPerFork,
      long unmeasuredSeconds,
      long quickSeconds,
      String primaryQuestion,
      Integer roundsNeeded) {
    static StudySummary of(Study study) {
      StudyOrder full = new StudyOrder(study, 1, Scale.FULL, Map.of());
      StudyOrder quickly = new StudyOrder(study, 1, Scale.QUICK, Map.of());
      return new StudySummary(
          study.name(),
          study.question(),
          full.cells().size(),
          full.estimatedSeconds(full.plannedForks()) - full.warmUpSeconds(full.plannedForks()),
          full.warmUpSeconds(full.plannedForks()),
          quickly.estimatedSeconds(quickly.plannedForks()),
          study.primary() == null ? null : study.primary().words(),
          Spread.ofCommittedRun(study).map(Spread::roundsNeeded).orElse(null));
    }

    String text() {
      return String.join("\n  ", study, question, describePrimaryQuestion(), describeTime()) + "\n";
    }

    private StudyOrder fullOrder(int rounds) {
      return new StudyOrder(Study.forName(study), rounds, Scale.FULL, Map.of());
    }

    /** Returns the primary question, with the rounds and the time that it requires. */
    String describePrimaryQuestion() {
      if (roundsNeeded == null) {
        return "no primary question: stalls are counted, nothing is timed";
      }
      StudyOrder needed = fullOrder(roundsNeeded);
      return TextFormat.of(
          "primary question: %s; %s: %s",
          primaryQuestion,
          Spread.ofCommittedRun(Study.forName(study)).orElseThrow().describeRoundsNeeded(),
          Durations.formatRounded(needed.estimatedSeconds(needed.plannedForks())));
    }

    String describeTime() {
      StudyOrder fiveRounds = fullOrder(5);
      return TextFormat.of(
          "%d cells; one fork of each takes about %s; --forks 5: %s%s; --quick: %s",
          cells,
          Durations.formatRounded(secondsPerFork),
          Durations.formatRounded(fiveRounds.estimatedSeconds(fiveRounds.plannedForks())),
          describeUnmeasuredTime(fiveRounds.warmUpSeconds(fiveRounds.plannedForks())),
          Durations.formatRounded(quickSeconds));
    }
  }
}
