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
import java.time.LocalDateTime;
import java.time.ZoneId;
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
 * Runs JMH with several settings in interleaved rounds. Every round has one fork with each setting.
 * The order of the settings is reversed from round to round, so that drift affects all settings
 * alike. The results of each round are written to a file, so that no measurement is lost.
 *
 * @param typed the JMH arguments of each setting, as one string
 * @param earlier the interrupted call to continue, if any
 */
record InterleavedRuns(
    List<String> typed,
    List<List<String>> settings,
    List<String> names,
    Set<String> axes,
    Optional<EarlierCall> earlier)
    implements SolrFeatures.InterleavedSides {
  private static final int MAX_NAME_LENGTH = 40;
  private static final int DEFAULT_FORKS = 10;
  private static final long POLL_MILLIS = 100;
  private static final long INTERRUPTION_GRACE_MILLIS = 1_000;

  private static final String ARGUMENTS = "arguments";
  private static final String NAMES = "names";
  private static final String FORKS = "forks";
  private static final String JDK = "jdk";

  /** An earlier call that was interrupted, or in which a fork failed. */
  record EarlierCall(StudyFolder folder, StudyFile file, int forks) {}

  /** Checks arguments as JMH does. If {@code chosen} is null, derives names from the arguments. */
  static InterleavedRuns of(
      List<String> typed,
      List<String> chosen,
      Optional<EarlierCall> earlier,
      Consumer<String> warnings) {
    List<List<String>> settings =
        typed.stream().map(line -> List.copyOf(Utils.splitQuotedEscape(line.strip()))).toList();
    List<List<Cell>> cells = settings.stream().map(setting -> check(setting, warnings)).toList();
    if (chosen != null && chosen.size() != typed.size()) {
      throw new SettingException(
          "--name",
          "have " + typed.size() + " names, one for each setting",
          String.join(",", chosen));
    }
    List<String> names = chosen == null ? sideNames(settings) : chosen;
    SettingException.throwIf(
        new HashSet<>(names).size() < names.size(),
        "--name",
        "be a different name for each setting",
        String.join(",", names));
    // Sides without common cells could not be compared after the measurement.
    Set<String> axes = new TreeSet<>();
    ComparedResults.commonCells(names, cells).forEach(cell -> axes.addAll(cell.params().keySet()));
    return new InterleavedRuns(List.copyOf(typed), settings, names, axes, earlier);
  }

  /** Prepares to continue an earlier call, with the arguments that its folder contains. */
  static InterleavedRuns resumed(StudyFolder folder, Consumer<String> warnings) {
    StudyFile file = StudyFile.read(folder.file());
    SettingException.throwIf(
        !file.study().equals(InterleavedFolder.NAME),
        Resumption.OPTION,
        "be a folder of compare --run",
        folder.path());
    Map<String, Object> settings = file.settings();
    if (!(settings.get(ARGUMENTS) instanceof List<?> arguments)
        || !(settings.get(NAMES) instanceof List<?> names)
        || !(settings.get(FORKS) instanceof Integer forks)
        || !(settings.get(JDK) instanceof Integer jdk)) {
      throw new SettingException(
          Resumption.OPTION, "have what was asked for in study.json", folder.path());
    }
    Resumption.requireSameJvm(file, jdk);
    List<String> typed = arguments.stream().map(String::valueOf).toList();
    SettingException.throwIf(
        typed.stream().anyMatch(line -> line.contains(SecretArguments.MASK)),
        Resumption.OPTION,
        "be a folder without passwords, which are not kept: use --run again",
        folder.path());
    return of(
        typed,
        names.stream().map(String::valueOf).toList(),
        Optional.of(new EarlierCall(folder, file, forks)),
        warnings);
  }

  /** Names each setting by the arguments in which settings differ, or else by a letter. */
  private static List<String> sideNames(List<List<String>> settings) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      List<String> own = new ArrayList<>(settings.get(i));
      own.removeIf(word -> word.equals("-p") || settings.stream().allMatch(s -> s.contains(word)));
      String name = SecretArguments.maskIn(String.join(" ", own));
      boolean usable = !name.isEmpty() && name.length() <= MAX_NAME_LENGTH && !named.contains(name);
      named.add(usable ? name : String.valueOf((char) ('A' + i)));
    }
    return named;
  }

  private static List<Cell> check(List<String> arguments, Consumer<String> warnings) {
    return BenchmarksMain.checkArguments(
        "--run",
        arguments,
        typed ->
            SettingException.throwIf(
                typed.getForkCount().hasValue(), "--run", "come without -f", arguments),
        line -> warnings.accept("warning: " + line));
  }

  @Override
  public SolrFeatures.Sides run(
      Optional<Integer> forks, Interruption interruption, Path results, Consumer<String> remarks)
      throws IOException, InterruptedException {
    try (MeasuringLock lock = MeasuringLock.acquire("--run")) {
      int forksEach = forks.or(() -> earlier.map(EarlierCall::forks)).orElse(DEFAULT_FORKS);
      StudyFolder folder =
          earlier.isPresent() ? earlier.get().folder : begin(forksEach, results, remarks);
      int digits = String.valueOf(earlier.map(EarlierCall::forks).orElse(forksEach)).length();
      InterleavedFolder files = new InterleavedFolder(folder.path(), settings.size(), digits);
      files.create();
      String resumeHint = Resumption.resumeHint(InterleavedFolder.NAME, folder);
      try {
        return measure(files, forksEach, interruption, resumeHint, remarks);
      } catch (IOException | RuntimeException e) {
        remarks.accept("stopped by an error; " + resumeHint);
        throw e;
      }
    }
  }

  private StudyFolder begin(int forks, Path results, Consumer<String> remarks) throws IOException {
    LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
    StudyFolder folder = new StudyFolder(StudyFolder.create(results, InterleavedFolder.NAME, now));
    List<String> shown = typed.stream().map(SecretArguments::maskIn).toList();
    Map<String, Object> asked = new LinkedHashMap<>();
    asked.put(ARGUMENTS, shown);
    asked.put(NAMES, names);
    asked.put(FORKS, forks);
    asked.put(JDK, Runtime.version().feature());
    asked.put(StudyRunner.BEGUN, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    new StudyFile(InterleavedFolder.NAME, Environment.describe(), asked, List.of(), List.of())
        .writeTo(folder.file());
    for (int i = 0; i < names.size(); i++) {
      remarks.accept(names.get(i) + ": " + shown.get(i));
    }
    remarks.accept(
        TextFormat.of("%d interleaved forks of each; results: %s", forks, folder.path()));
    return folder;
  }

  private SolrFeatures.Sides measure(
      InterleavedFolder files,
      int forks,
      Interruption interruption,
      String resumeHint,
      Consumer<String> remarks)
      throws IOException, InterruptedException {
    List<Integer> rounds =
        IntStream.rangeClosed(1, forks).filter(round -> !files.isMeasured(round)).boxed().toList();
    if (earlier.isPresent()) {
      remarks.accept(
          "resumed: "
              + StudyRunner.describeResumption(
                  Instant.now(),
                  rounds.size() * settings.size(),
                  earlier.get().file.environment(),
                  Environment.describe()));
    }
    boolean[] completed = new boolean[settings.size()];
    ExitStatus[] worst = new ExitStatus[settings.size()];
    try (ExitHook onInterrupt = ExitHook.register(() -> endForks(interruption))) {
      for (int round : rounds) {
        for (int turn = 0; turn < settings.size(); turn++) {
          int side = round % 2 == 1 ? turn : settings.size() - 1 - turn;
          Path log = files.log(side, round);
          ExitStatus status = runFork(settings.get(side), files.runningFork(round), log);
          // After Ctrl-C, the fork may end before this JVM receives the signal.
          if (status == ExitStatus.FAILED && interruption.await(INTERRUPTION_GRACE_MILLIS)) {
            files.discard(round);
            return reportInterruption(files, forks, resumeHint, remarks);
          }
          files.finish(side, round);
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
    boolean complete = IntStream.rangeClosed(1, forks).allMatch(files::isMeasured);
    if (!complete) {
      remarks.accept("to measure rounds again in which a fork failed: " + resumeHint);
    }
    ExitStatus ended = ExitStatus.SUCCESS;
    for (int side = 0; side < completed.length; side++) {
      if (!completed[side] && worst[side] != null && ended != ExitStatus.FAILED) {
        ended = worst[side];
      }
    }
    return new SolrFeatures.Sides(folders(files), ended);
  }

  private SolrFeatures.Sides reportInterruption(
      InterleavedFolder files, int forks, String resumeHint, Consumer<String> remarks) {
    remarks.accept("interrupted; " + resumeHint);
    return new SolrFeatures.Sides(
        files.canBeJudged(forks) ? folders(files) : List.of(), ExitStatus.FAILED);
  }

  private List<Path> folders(InterleavedFolder files) {
    return IntStream.range(0, settings.size()).mapToObj(files::side).toList();
  }

  /** Ends the forks after this JVM has received SIGTERM, because JMH would wait for the forks. */
  private static void endForks(Interruption interruption) {
    try {
      do {
        ProcessHandle.current().children().forEach(ProcessHandle::destroy);
      } while (!interruption.awaitClose(POLL_MILLIS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ExitStatus runFork(List<String> arguments, Path result, Path log)
      throws IOException {
    List<String> all = ForkArguments.withoutInherited(arguments);
    all.addAll(List.of("-f", "1", "-rf", "json", "-rff", result.toString()));
    try (OutputRedirect printed = OutputRedirect.to(log)) {
      return BenchmarksMain.run(all.toArray(String[]::new), printed.file());
    }
  }
}
