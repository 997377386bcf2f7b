package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.ExitHook;
import io.streambench.bench.fork.ForkArguments;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.bench.fork.OutputRedirect;
import io.streambench.bench.runfolder.Environment;
import io.streambench.bench.settings.SecretArguments;
import io.streambench.compare.cells.Cell;
import io.streambench.compare.cells.ComparedResults;
import io.streambench.compare.cells.InterleavedFolder;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.study.StudyFolder;
import io.streambench.compare.study.StudyRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.openjdk.jmh.util.Utils;

/**
 * A measurement that runs JMH with several settings in interleaved rounds. Every round has one fork
 * with each setting. The order of the settings is reversed from round to round, so that drift
 * affects all settings alike. The results of each round are written to a file, so that an
 * interruption loses no measurement.
 *
 * @param argumentLines the JMH arguments of each setting, as one string
 * @param earlierCall the interrupted call to continue, if any
 */
record InterleavedRuns(
    List<String> argumentLines,
    List<List<String>> settings,
    List<String> names,
    Set<String> parameterNames,
    Optional<EarlierCall> earlierCall)
    implements SolrFeatures.InterleavedMeasurement {
  private static final int MAX_NAME_LENGTH = 40;
  private static final int DEFAULT_FORKS = 10;
  private static final long POLL_INTERVAL_MILLIS = 100;
  private static final long INTERRUPTION_GRACE_MILLIS = 1_000;

  private static final String ARGUMENTS_KEY = "arguments";
  private static final String NAMES_KEY = "names";
  private static final String FORKS_KEY = "forks";
  private static final String JDK_KEY = "jdk";

  /** An earlier call that was interrupted, or in which a fork failed. */
  record EarlierCall(StudyFolder folder, StudyFile file, int forks) {}

  /**
   * Checks the arguments as JMH does. If {@code givenNames} is null, derives names from the
   * arguments.
   */
  static InterleavedRuns of(
      List<String> argumentLines,
      List<String> givenNames,
      Optional<EarlierCall> earlierCall,
      Consumer<String> warnings) {
    List<List<String>> settings =
        argumentLines.stream()
            .map(line -> List.copyOf(Utils.splitQuotedEscape(line.strip())))
            .toList();
    List<List<Cell>> cells =
        settings.stream().map(setting -> checkArguments(setting, warnings)).toList();
    if (givenNames != null && givenNames.size() != argumentLines.size()) {
      throw new SettingException(
          "--name",
          "have " + argumentLines.size() + " names, one for each setting",
          String.join(",", givenNames));
    }
    List<String> names = givenNames == null ? defaultNames(settings) : givenNames;
    SettingException.throwIf(
        new HashSet<>(names).size() < names.size(),
        "--name",
        "be a different name for each setting",
        String.join(",", names));
    // Sides without common cells could not be compared after the measurement.
    Set<String> axes = new TreeSet<>();
    ComparedResults.commonCells(names, cells).forEach(cell -> axes.addAll(cell.params().keySet()));
    return new InterleavedRuns(List.copyOf(argumentLines), settings, names, axes, earlierCall);
  }

  /** Prepares to continue an earlier call, with the arguments that its folder contains. */
  static InterleavedRuns resume(StudyFolder folder, Consumer<String> warnings) {
    StudyFile file = StudyFile.read(folder.studyFile());
    SettingException.throwIf(
        !file.study().equals(InterleavedFolder.STUDY_NAME),
        ResumeOption.OPTION,
        "be a folder of compare --run",
        folder.path());
    Map<String, Object> settings = file.settings();
    if (!(settings.get(ARGUMENTS_KEY) instanceof List<?> arguments)
        || !(settings.get(NAMES_KEY) instanceof List<?> names)
        || !(settings.get(FORKS_KEY) instanceof Integer forks)
        || !(settings.get(JDK_KEY) instanceof Integer jdk)) {
      throw new SettingException(
          ResumeOption.OPTION, "have what was asked for in study.json", folder.path());
    }
    ResumeOption.requireSameJvm(file, jdk);
    List<String> typed = arguments.stream().map(String::valueOf).toList();
    SettingException.throwIf(
        typed.stream().anyMatch(line -> line.contains(SecretArguments.MASK)),
        ResumeOption.OPTION,
        "be a folder without passwords, which are not kept: use --run again",
        folder.path());
    return of(
        typed,
        names.stream().map(String::valueOf).toList(),
        Optional.of(new EarlierCall(folder, file, forks)),
        warnings);
  }

  /** Returns a name for each setting: its distinguishing arguments or, if it has none, a letter. */
  private static List<String> defaultNames(List<List<String>> settings) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      List<String> own = new ArrayList<>(settings.get(i));
      own.removeIf(word -> word.equals("-p") || settings.stream().allMatch(s -> s.contains(word)));
      String name = SecretArguments.maskSecretsIn(String.join(" ", own));
      boolean usable = !name.isEmpty() && name.length() <= MAX_NAME_LENGTH && !named.contains(name);
      named.add(usable ? name : String.valueOf((char) ('A' + i)));
    }
    return named;
  }

  private static List<Cell> checkArguments(List<String> arguments, Consumer<String> warnings) {
    return BenchmarksMain.checkArguments(
        "--run",
        arguments,
        typed ->
            SettingException.throwIf(
                typed.getForkCount().hasValue(), "--run", "come without -f", arguments),
        line -> warnings.accept("warning: " + line));
  }

  @Override
  public SolrFeatures.InterleavedResults run(
      Optional<Integer> forks, Interruption interruption, Path results, Consumer<String> remarks)
      throws IOException, InterruptedException {
    try (MeasuringLock lock = MeasuringLock.acquire("--run")) {
      int forksEach = forks.or(() -> earlierCall.map(EarlierCall::forks)).orElse(DEFAULT_FORKS);
      StudyFolder folder =
          earlierCall.isPresent()
              ? earlierCall.get().folder
              : createStudyFolder(forksEach, results, remarks);
      int digits = String.valueOf(earlierCall.map(EarlierCall::forks).orElse(forksEach)).length();
      InterleavedFolder files = new InterleavedFolder(folder.path(), settings.size(), digits);
      files.create();
      String resumeHint = ResumeOption.resumeHint(InterleavedFolder.STUDY_NAME, folder);
      try {
        return measure(files, forksEach, interruption, resumeHint, remarks);
      } catch (IOException | RuntimeException e) {
        remarks.accept("stopped by an error; " + resumeHint);
        throw e;
      }
    }
  }

  private StudyFolder createStudyFolder(int forks, Path results, Consumer<String> remarks)
      throws IOException {
    StudyFolder folder = StudyFolder.create(results, InterleavedFolder.STUDY_NAME);
    List<String> shown = argumentLines.stream().map(SecretArguments::maskSecretsIn).toList();
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put(ARGUMENTS_KEY, shown);
    asked.put(NAMES_KEY, names);
    asked.put(FORKS_KEY, forks);
    asked.put(JDK_KEY, Runtime.version().feature());
    asked.put(StudyRunner.BEGUN_SETTING, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    new StudyFile(InterleavedFolder.STUDY_NAME, Environment.describe(), asked, List.of(), List.of())
        .writeTo(folder.studyFile());
    for (int i = 0; i < names.size(); i++) {
      remarks.accept(names.get(i) + ": " + shown.get(i));
    }
    remarks.accept(
        TextFormat.of("%d interleaved forks of each; results: %s", forks, folder.path()));
    return folder;
  }

  private SolrFeatures.InterleavedResults measure(
      InterleavedFolder files,
      int forks,
      Interruption interruption,
      String resumeHint,
      Consumer<String> remarks)
      throws IOException, InterruptedException {
    List<Integer> rounds =
        IntStream.rangeClosed(1, forks)
            .filter(round -> !files.isRoundComplete(round))
            .boxed()
            .toList();
    if (earlierCall.isPresent()) {
      remarks.accept(
          "resumed: "
              + StudyRunner.describeResumption(
                  Instant.now(),
                  rounds.size() * settings.size(),
                  earlierCall.get().file.environment(),
                  Environment.describe()));
    }
    boolean[] completed = new boolean[settings.size()];
    ExitStatus[] worst = new ExitStatus[settings.size()];
    try (ExitHook onInterrupt = ExitHook.register(() -> endForks(interruption))) {
      for (int round : rounds) {
        for (int turn = 0; turn < settings.size(); turn++) {
          int side = round % 2 == 1 ? turn : settings.size() - 1 - turn;
          Path log = files.log(side, round);
          ExitStatus status = runFork(settings.get(side), files.runningResultFile(round), log);
          // After Ctrl-C, the fork may end before this JVM receives the signal.
          if (status == ExitStatus.FAILED && interruption.await(INTERRUPTION_GRACE_MILLIS)) {
            files.discardRunningFork(round);
            return reportInterruption(files, forks, resumeHint, remarks);
          }
          files.moveToSideFolder(side, round);
          completed[side] |= status == ExitStatus.SUCCESS;
          if (status != ExitStatus.SUCCESS && worst[side] != ExitStatus.FAILED) {
            worst[side] = status;
          }
          String text = status == ExitStatus.SUCCESS ? "completed" : status.name() + ", see " + log;
          remarks.accept(TextFormat.of("%d of %d: %s %s", round, forks, names.get(side), text));
          if (interruption.isRequested()) {
            return reportInterruption(files, forks, resumeHint, remarks);
          }
        }
      }
    }
    files.close();
    boolean complete = IntStream.rangeClosed(1, forks).allMatch(files::isRoundComplete);
    if (!complete) {
      remarks.accept("to measure rounds again in which a fork failed: " + resumeHint);
    }
    ExitStatus ended = ExitStatus.SUCCESS;
    for (int side = 0; side < completed.length; side++) {
      if (!completed[side] && worst[side] != null && ended != ExitStatus.FAILED) {
        ended = worst[side];
      }
    }
    return new SolrFeatures.InterleavedResults(resultFolders(files), ended);
  }

  private SolrFeatures.InterleavedResults reportInterruption(
      InterleavedFolder files, int forks, String resumeHint, Consumer<String> remarks) {
    remarks.accept("interrupted; " + resumeHint);
    return new SolrFeatures.InterleavedResults(
        files.canBeJudged(forks) ? resultFolders(files) : List.of(), ExitStatus.FAILED);
  }

  private List<Path> resultFolders(InterleavedFolder files) {
    return IntStream.range(0, settings.size()).mapToObj(files::sideFolder).toList();
  }

  /** Ends the forks after this JVM has received SIGTERM, because JMH would wait for the forks. */
  private static void endForks(Interruption interruption) {
    try {
      do {
        ProcessHandle.current().children().forEach(ProcessHandle::destroy);
      } while (!interruption.awaitClose(POLL_INTERVAL_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ExitStatus runFork(List<String> arguments, Path result, Path log)
      throws IOException {
    List<String> all = ForkArguments.withoutInheritedArguments(arguments);
    all.addAll(List.of("-f", "1", "-rf", "json", "-rff", result.toString()));
    try (OutputRedirect printed = OutputRedirect.toLogFile(log)) {
      return BenchmarksMain.run(all.toArray(String[]::new), printed.logStream());
    }
  }
}
