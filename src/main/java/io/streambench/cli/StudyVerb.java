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
import io.streambench.compare.study.Scale;
import io.streambench.compare.study.Spread;
import io.streambench.compare.study.Study;
import io.streambench.compare.study.StudyFolder;
import io.streambench.compare.study.StudyOrder;
import io.streambench.compare.study.StudyReport;
import io.streambench.compare.study.StudyResults;
import io.streambench.compare.study.StudyRunner;
import io.streambench.compare.study.StudyStep;
import io.streambench.flow.rule.Durations;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
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

/** {@code streambench study}: answers a question by benchmarks with a grid of settings. */
@Command(name = "study")
final class StudyVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Parameters(arity = "0..1", paramLabel = "NAME", descriptionKey = "study")
  private String name;

  @Option(names = "--list")
  private boolean list;

  @Option(
      names = {"--forks", "--rounds"},
      paramLabel = "N|auto")
  private String rounds;

  @Option(names = "--hours", paramLabel = "N")
  private Integer hours;

  @Option(names = "--quick")
  private boolean quick;

  @Option(names = "--set", paramLabel = "PARAM=VALUE")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(names = "--only", paramLabel = "REGEX")
  private String only = "";

  @Option(names = "--rate", paramLabel = "N")
  private String rate;

  @Option(names = "--p99", paramLabel = "TIME")
  private String p99;

  @Option(names = "--bound", paramLabel = "P=TIME")
  private List<String> bounds = new ArrayList<>();

  @Option(
      names = "--resume",
      arity = "0..1",
      fallbackValue = Resumption.NEWEST,
      paramLabel = "FOLDER")
  private String resume;

  @Option(names = "--results", paramLabel = "FOLDER")
  private Path resultsFolder;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (list) {
      list();
      return ExitStatus.SUCCESS.code();
    }
    SettingException.throwIf(name == null, "study", "be given; --list names them", "");
    Study study = Study.named(name);
    Map<String, String> properties = JvmProperties.forForks(System.getProperties());
    if (rate != null) {
      overrides.put(LoadSettings.RATE, rate);
    }
    Optional<StudyFolder> earlier =
        resume == null
            ? Optional.empty()
            : Optional.of(
                Resumption.folder(resume, study.name(), WritableFiles.results(resultsFolder)));
    StudyOrder order = earlier.isPresent() ? resumed(earlier.get(), study) : order(study);
    PrintWriter errors = format.errorWriter();
    order.check(properties).forEach(line -> errors.println("warning: " + line));
    order.omittedCells().forEach(line -> errors.println("warning: " + line));
    Spread.planned(order).ifPresent(errors::println);
    try (MeasuringLock lock = MeasuringLock.acquire("study")) {
      LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
      StudyFolder folder =
          earlier.isPresent()
              ? earlier.get()
              : new StudyFolder(
                  StudyFolder.create(WritableFiles.results(resultsFolder), study.name(), now));
      StudyRunner runner = new StudyRunner(order, folder, properties, errors::println);
      if (earlier.isEmpty()) {
        runner.begin();
      }
      List<StudyStep> remaining = order.remainingSteps(StudyFile.read(folder.file()));
      errors.println(
          TextFormat.of(
              "%s: %d cells, %d fork(s) each, %sabout %s%s; results: %s",
              study.name(),
              order.cells().size(),
              order.forks(),
              earlier.isEmpty() ? "" : TextFormat.of("%d fork(s) left, ", remaining.size()),
              Durations.formatRounded(order.estimatedSeconds(remaining)),
              unmeasuredTime(order.unmeasuredSeconds(remaining)),
              folder.path()));
      return run(runner, folder);
    }
  }

  private static String unmeasuredTime(long seconds) {
    return seconds == 0
        ? ""
        : TextFormat.of(
            " (%s of it to warm up clusters, unmeasured)", Durations.formatRounded(seconds));
  }

  private void list() {
    List<StudyListing> studies =
        (name == null ? Study.all() : List.of(Study.named(name)))
            .stream().map(StudyListing::of).toList();
    ResultTable table =
        ResultTable.of("", studies)
            .text("study", StudyListing::study)
            .text("question", StudyListing::question)
            .text("primary question, and the rounds for it", StudyListing::primary)
            .text("cells and time", StudyListing::line);
    format.print(
        () -> studies.stream().map(StudyListing::text).collect(Collectors.joining()),
        table::markdown,
        () -> studies);
  }

  private StudyOrder order(Study study) {
    WritableFiles.results(resultsFolder);
    return withRounds(
        new StudyOrder(
            study,
            1,
            quick ? Scale.QUICK : Scale.FULL,
            overrides,
            Runtime.version().feature(),
            latencyBounds(),
            only));
  }

  private static final String AUTO = "auto";
  private static final int DEFAULT_HOURS = 8;

  /**
   * Returns {@code order} with the number of rounds from {@code --rounds}. For {@code auto}, the
   * number is what the primary question needs, limited by {@code --hours}.
   */
  private StudyOrder withRounds(StudyOrder order) {
    boolean auto = AUTO.equals(rounds);
    SettingException.throwIf(
        hours != null && !auto, "--hours", "be given with --rounds auto", hours);
    if (auto) {
      return Spread.withRoundsNeeded(order, hours == null ? DEFAULT_HOURS : hours);
    }
    return rounds == null
        ? order
        : order.with(Values.wholeNumber("--forks", rounds, 1, StudyOrder.MAX_FORKS));
  }

  private List<LatencyBound> latencyBounds() {
    List<LatencyBound> all = new ArrayList<>();
    if (p99 != null) {
      all.add(LatencyBound.ofP99("--p99", p99));
    }
    bounds.forEach(bound -> all.add(LatencyBound.of("--bound", bound)));
    return all;
  }

  private StudyOrder resumed(StudyFolder folder, Study study) {
    StudyFile file = StudyFile.read(folder.file());
    StudyOrder order = StudyOrder.ofFile(file, Study::named);
    SettingException.throwIf(
        !order.study().name().equals(study.name()),
        "--resume",
        TextFormat.of("be a folder of %s", study.name()),
        folder.path());
    SettingException.throwIf(
        quick || !only.isEmpty() || !overrides.isEmpty() || !latencyBounds().isEmpty(),
        "--resume",
        "be given without --quick, --only, --set, --rate and bounds: the folder has them",
        folder.path());
    Resumption.requireSameJvm(file, order.jdk());
    return withRounds(order);
  }

  private int run(StudyRunner runner, StudyFolder folder) throws IOException, InterruptedException {
    String resumeHint = Resumption.resumeHint("study " + name, folder);
    PrintWriter errors = format.errorWriter();
    try (ExitHook onInterrupt =
        ExitHook.register(() -> errors.println("\ninterrupted; " + resumeHint))) {
      runner.run();
    } catch (IOException | RuntimeException e) {
      errors.println("the study was stopped by an error; " + resumeHint);
      throw e;
    }
    StudyReport report = StudyReport.of(folder, Study::named);
    StudyReport.WrittenFiles written = report.writeTo(folder);
    written.warning().ifPresent(line -> errors.println("warning: " + line));
    answer(report, written);
    StudyResults results = report.results();
    return ExitStatus.ofOutcomes(
            Stream.of(Outcome.values())
                .filter(
                    outcome -> results.cells().stream().anyMatch(cell -> cell.count(outcome) > 0))
                .toList())
        .code();
  }

  private void answer(StudyReport report, StudyReport.WrittenFiles written) throws IOException {
    List<String> lines = new ArrayList<>(List.of(""));
    report.primaryAnswer().ifPresent(lines::add);
    lines.add(String.join("\n", report.findings()));
    lines.add("\n" + report.tables().get(0).plainText(""));
    lines.addAll(report.notes());
    lines.add("report: " + written.page() + ", " + written.markdown() + "\n");
    String markdown = Files.readString(written.markdown());
    format.print(() -> String.join("\n", lines), () -> markdown, report.results()::file);
  }

  /**
   * An entry in the list of studies. {@code secondsPerFork} is the time for one measured fork of
   * every cell. {@code primaryQuestion} and {@code roundsNeeded} may be null.
   */
  record StudyListing(
      String study,
      String question,
      int cells,
      long secondsPerFork,
      long unmeasuredSeconds,
      long quickSeconds,
      String primaryQuestion,
      Integer roundsNeeded) {
    static StudyListing of(Study study) {
      StudyOrder full = new StudyOrder(study, 1, Scale.FULL, Map.of());
      StudyOrder quickly = new StudyOrder(study, 1, Scale.QUICK, Map.of());
      return new StudyListing(
          study.name(),
          study.question(),
          full.cells().size(),
          full.estimatedSeconds(full.plan()) - full.unmeasuredSeconds(full.plan()),
          full.unmeasuredSeconds(full.plan()),
          quickly.estimatedSeconds(quickly.plan()),
          study.primary() == null ? null : study.primary().words(),
          Spread.committed(study).map(Spread::roundsNeeded).orElse(null));
    }

    String text() {
      return String.join("\n  ", study, question, primary(), line()) + "\n";
    }

    private StudyOrder full(int rounds) {
      return new StudyOrder(Study.named(study), rounds, Scale.FULL, Map.of());
    }

    /** Returns the primary question, with the rounds and the time that it requires. */
    String primary() {
      if (roundsNeeded == null) {
        return "no primary question: stalls are counted, nothing is timed";
      }
      StudyOrder needed = full(roundsNeeded);
      return TextFormat.of(
          "primary question: %s; %s: %s",
          primaryQuestion,
          Spread.committed(Study.named(study)).orElseThrow().describeNeeded(),
          Durations.formatRounded(needed.estimatedSeconds(needed.plan())));
    }

    String line() {
      StudyOrder fiveRounds = full(5);
      return TextFormat.of(
          "%d cells; one fork of each takes about %s; --forks 5: %s%s; --quick: %s",
          cells,
          Durations.formatRounded(secondsPerFork),
          Durations.formatRounded(fiveRounds.estimatedSeconds(fiveRounds.plan())),
          unmeasuredTime(fiveRounds.unmeasuredSeconds(fiveRounds.plan())),
          Durations.formatRounded(quickSeconds));
    }
  }
}
