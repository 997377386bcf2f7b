package io.streambench.cli;

import io.streambench.analysis.Durations;
import io.streambench.analysis.Outcome;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.config.Home;
import io.streambench.config.LatencyBound;
import io.streambench.config.LoadRate;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.results.StudyFile;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyFolder;
import io.streambench.study.StudyOrder;
import io.streambench.study.StudyReport;
import io.streambench.study.StudyResults;
import io.streambench.study.StudyRunner;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code streambench study}: a question answered by a grid of runs. */
@Command(
    name = "study",
    description = {
      "Answers a question with a grid of runs: one fork of each cell, then the next fork of each,"
          + " so that drift affects all cells equally. Then it writes a report.",
      "Ctrl-C keeps the finished forks; --resume continues."
    },
    footerHeading = "%nFor example:%n",
    footer = {
      "  ./streambench study --list",
      "  ./streambench study http1-vs-http2 --forks 5",
      "  ./streambench study http1-vs-http2 --quick --set docSizeBytes=20000"
    })
final class StudyVerb implements Callable<Integer> {
  static final String RESULTS = "results";

  /** No folder has this name. */
  private static final String NEWEST = "\u0000newest";

  @Spec private CommandSpec spec;

  @Mixin private FormatOption format;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description = "Name of the study; --list shows all.")
  private String name;

  @Option(names = "--list", description = "Lists the studies, their questions and durations.")
  private boolean list;

  @Option(
      names = "--forks",
      paramLabel = "N",
      description = "Forks of each cell (default: 1; use 5 or more for a verdict).")
  private Integer forks;

  @Option(names = "--quick", description = "Shorter and smaller: to see whether it works here.")
  private boolean quick;

  @Option(
      names = "--set",
      paramLabel = "PARAM=VALUE",
      description = "A parameter of the benchmark for all cells; may be given again.")
  private Map<String, String> overrides = new LinkedHashMap<>();

  @Option(
      names = "--only",
      paramLabel = "REGEX",
      description =
          "Cells whose label matches; log/ and report.md name them (windows, strategies,"
              + " index-recovery).")
  private String only = "";

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Open loop with N requests per second (default: closed loop).")
  private String rate;

  @Option(
      names = "--p99",
      paramLabel = "TIME",
      description = "A bound of P99, as 50ms, to find the most that stay within it.")
  private String p99;

  @Option(
      names = "--bound",
      paramLabel = "P=TIME",
      description = "The same for another percentile: 99.9=50ms; may be given again.")
  private List<String> bounds = new ArrayList<>();

  @Option(
      names = "--resume",
      arity = "0..1",
      fallbackValue = NEWEST,
      paramLabel = "FOLDER",
      description = "Continue an earlier study: its newest folder, or this one.")
  private String resume;

  @Option(
      names = "--results",
      paramLabel = "FOLDER",
      description = "Where the folder of the study goes (default: results/ of this module).")
  private Path resultsFolder;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (list) {
      StudyList.write(format);
      return ExitStatus.SUCCESS.code();
    }
    if (name == null) {
      throw new SettingException("study", "be given; --list names them", "");
    }
    Study study = Studies.named(name);
    Map<String, String> properties = forkProperties();
    if (rate != null) {
      overrides.put(LoadRate.NAME, rate);
    }
    Optional<StudyFolder> earlier = resume == null ? Optional.empty() : Optional.of(earlier(study));
    StudyOrder order = earlier.isPresent() ? resumed(earlier.get(), study) : ordered(study);
    order.check(properties).forEach(line -> errors().println("warning: " + line));
    order.leftOut().forEach(line -> errors().println("warning: " + line));
    try (MeasuringLock lock = MeasuringLock.take("study")) {
      LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
      StudyFolder folder =
          earlier.isPresent() ? earlier.get() : StudyFolder.create(results(), study.name(), now);
      StudyRunner runner = new StudyRunner(order, folder, properties, errors()::println);
      if (earlier.isEmpty()) {
        runner.begin();
      }
      errors()
          .println(
              Text.of(
                  "%s: %d cells, %d fork(s) each, about %s; results: %s",
                  study.name(),
                  order.cells().size(),
                  order.forks(),
                  Durations.about(order.estimatedSeconds()),
                  folder.path()));
      return run(runner, folder);
    }
  }

  private StudyOrder ordered(Study study) {
    Writable.requireFolder("--results", results());
    return new StudyOrder(
            study, forks == null ? 1 : forks, quick ? Scale.QUICK : Scale.FULL, overrides)
        .with(latencyBounds())
        .with(only);
  }

  private List<LatencyBound> latencyBounds() {
    List<LatencyBound> all = new ArrayList<>();
    if (p99 != null) {
      all.add(LatencyBound.ofP99("--p99", p99));
    }
    bounds.forEach(bound -> all.add(LatencyBound.of("--bound", bound)));
    return all;
  }

  private Path results() {
    return resultsFolder == null ? Home.folder().resolve(RESULTS) : resultsFolder;
  }

  private PrintWriter errors() {
    return spec.commandLine().getErr();
  }

  private StudyFolder earlier(Study study) throws IOException {
    if (resume.equals(NEWEST)) {
      return StudyFolder.newest(results(), study.name())
          .orElseThrow(
              () ->
                  new SettingException(
                      "--resume",
                      "have an unfinished folder: none was found below results/",
                      study.name()));
    }
    StudyFolder folder = new StudyFolder(Path.of(resume));
    if (!Files.isRegularFile(folder.file())) {
      throw new SettingException("--resume", "be a folder that a study has left", resume);
    }
    Writable.requireFolder("--resume", folder.path());
    return folder;
  }

  private StudyOrder resumed(StudyFolder folder, Study study) {
    StudyOrder order = StudyOrder.ofFile(StudyFile.read(folder.file()), Studies::named);
    if (!order.study().name().equals(study.name())) {
      throw new SettingException(
          "--resume", Text.of("be a folder of %s", study.name()), folder.path());
    }
    if (quick || !only.isEmpty() || !overrides.isEmpty() || !latencyBounds().isEmpty()) {
      throw new SettingException(
          "--resume",
          "be given without --quick, --only, --set, --rate and bounds: the folder has them",
          folder.path());
    }
    if (order.jdk() != Runtime.version().feature()) {
      throw new SettingException(
          "--resume",
          Text.of("be run on JDK %d, as it was begun", order.jdk()),
          Runtime.version().feature());
    }
    return forks == null ? order : order.with(forks);
  }

  private int run(StudyRunner runner, StudyFolder folder) throws IOException, InterruptedException {
    String goOn =
        Text.of(
            "what was finished is kept. To go on: ./streambench study %s --resume %s",
            name, folder.path());
    Thread onInterrupt =
        new Thread(
            () -> errors().println(Text.of("%ninterrupted; %s", goOn)), "streambench-interrupted");
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try {
      runner.run();
    } catch (IOException | RuntimeException e) {
      errors().println(Text.of("the study was stopped by an error; %s", goOn));
      throw e;
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(onInterrupt);
      } catch (IllegalStateException e) {
        // The JVM is on its way out, and the hook has the last word.
      }
    }
    StudyReport report = StudyReport.of(folder, Studies::named);
    StudyReport.Made made = report.writeTo(folder);
    made.warning().ifPresent(line -> errors().println("warning: " + line));
    answer(report, made);
    return status(report.results()).code();
  }

  private void answer(StudyReport report, StudyReport.Made made) throws IOException {
    PrintWriter out = format.answer();
    switch (format.format()) {
      case TEXT -> {
        out.println();
        out.println(String.join("\n", report.document().findings()));
        out.println();
        out.print(report.document().tables().get(0).plain(""));
        out.println();
        report.document().notes().forEach(out::println);
        out.println("report: " + made.page() + ", " + made.markdown());
      }
      case MD -> out.print(Files.readString(made.markdown()));
      case JSON -> format.json(report.results().file());
    }
  }

  private static ExitStatus status(StudyResults results) {
    boolean failed = results.cells().stream().anyMatch(cell -> cell.count(Outcome.FAILED) > 0);
    boolean stalled = results.cells().stream().anyMatch(cell -> cell.count(Outcome.STALLED) > 0);
    return failed ? ExitStatus.FAILED : stalled ? ExitStatus.STALLED : ExitStatus.SUCCESS;
  }

  /** The system properties that this JVM was given and that concern the forks. */
  private static Map<String, String> forkProperties() {
    Map<String, String> properties = StreambenchMain.systemProperties();
    properties.keySet().removeIf(name -> !JvmProperties.concernsForks(name));
    return properties;
  }
}
