package io.streambench.cli;

import io.streambench.bench.fork.MeasuringLock;
import io.streambench.bench.fork.Printed;
import io.streambench.config.SecretArguments;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.results.Cell;
import io.streambench.results.ComparedResults;
import io.streambench.results.StudyFile;
import io.streambench.study.StudyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.openjdk.jmh.util.Utils;

/**
 * Runs several settings of JMH by turns, a fork of each in every round, in which whoever was first
 * is last in the next one: what drifts, drifts for all of them alike. Every round is a file of
 * JMH's, so that what was measured is there whatever comes.
 */
record InterleavedRuns(List<List<String>> settings, List<String> names, Set<String> axes)
    implements Checkout.Interleaved {
  private static final int MAX_NAME = 40;

  /** Refuses what JMH would refuse; without chosen names these follow from the arguments. */
  static InterleavedRuns of(List<String> typed, List<String> chosen, Consumer<String> warnings) {
    List<List<String>> settings =
        typed.stream().map(one -> List.copyOf(Utils.splitQuotedEscape(one.strip()))).toList();
    List<List<Cell>> cells = settings.stream().map(one -> check(one, warnings)).toList();
    if (chosen != null && chosen.size() != typed.size()) {
      throw new SettingException(
          "--name",
          "have " + typed.size() + " names, one for each setting",
          String.join(",", chosen));
    }
    List<String> names = chosen == null ? named(settings) : chosen;
    if (new HashSet<>(names).size() < names.size()) {
      throw new SettingException(
          "--name", "be a different name for each setting", String.join(",", names));
    }
    // What has nothing in common cannot be judged when it has been measured.
    Set<String> axes = new TreeSet<>();
    ComparedResults.common(names, cells).forEach(cell -> axes.addAll(cell.params().keySet()));
    return new InterleavedRuns(settings, names, axes);
  }

  /** Names each setting by the arguments that not all have; a letter if these are none or long. */
  private static List<String> named(List<List<String>> settings) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      List<String> own = new ArrayList<>(settings.get(i));
      own.removeIf(word -> word.equals("-p") || settings.stream().allMatch(s -> s.contains(word)));
      String name = SecretArguments.maskedIn(String.join(" ", own));
      boolean usable = !name.isEmpty() && name.length() <= MAX_NAME && !named.contains(name);
      named.add(usable ? name : String.valueOf((char) ('A' + i)));
    }
    return named;
  }

  private static List<Cell> check(List<String> arguments, Consumer<String> warnings) {
    return BenchmarksMain.check(
        "--run",
        arguments,
        typed ->
            SettingException.throwIf(
                typed.getForkCount().hasValue(), "--run", "come without -f", arguments),
        line -> warnings.accept("warning: " + line));
  }

  @Override
  public Checkout.Sides run(int forks, Path results, Consumer<String> remarks) throws IOException {
    try (MeasuringLock lock = MeasuringLock.take("--run")) {
      return measured(forks, results, remarks);
    }
  }

  private Checkout.Sides measured(int forks, Path results, Consumer<String> remarks)
      throws IOException {
    Path folder = StudyFolder.fresh(results, "compare", LocalDateTime.now(ZoneId.systemDefault()));
    for (int i = 0; i < names.size(); i++) {
      remarks.accept(
          names.get(i) + ": " + SecretArguments.maskedIn(String.join(" ", settings.get(i))));
    }
    remarks.accept(Text.of("%d forks of each, by turns; results: %s", forks, folder));
    List<Path> sides = new ArrayList<>();
    for (int i = 0; i < settings.size(); i++) {
      sides.add(Files.createDirectories(folder.resolve(String.valueOf((char) ('a' + i)))));
    }
    Path logs = Files.createDirectories(folder.resolve("log"));
    Path unfinished = Files.createDirectories(folder.resolve("unfinished"));
    boolean[] completed = new boolean[settings.size()];
    ExitStatus[] worst = new ExitStatus[settings.size()];
    String padded = "%0" + String.valueOf(forks).length() + "d";
    for (int round = 1; round <= forks; round++) {
      for (int turn = 0; turn < settings.size(); turn++) {
        int side = round % 2 == 1 ? turn : settings.size() - 1 - turn;
        String number = Text.of(padded, round);
        Path result = sides.get(side).resolve(number + ".json");
        Path running = unfinished.resolve(number + ".json");
        Path log = logs.resolve((char) ('a' + side) + "-" + number + ".txt");
        ExitStatus status = fork(settings.get(side), running, log);
        finish(running, result, log);
        completed[side] |= status == ExitStatus.SUCCESS;
        if (status != ExitStatus.SUCCESS && worst[side] != ExitStatus.FAILED) {
          worst[side] = status;
        }
        remarks.accept(
            Text.of("%d of %d: %s %s", round, forks, names.get(side), word(status, log)));
      }
    }
    Files.delete(unfinished);
    ExitStatus ended = ExitStatus.SUCCESS;
    for (int side = 0; side < completed.length; side++) {
      if (!completed[side] && ended != ExitStatus.FAILED) {
        ended = worst[side];
      }
    }
    return new Checkout.Sides(sides, ended);
  }

  private static ExitStatus fork(List<String> arguments, Path result, Path log) throws IOException {
    List<String> all = ForkArguments.withoutOurs(arguments);
    all.addAll(List.of("-f", "1", "-rf", "json", "-rff", result.toString()));
    try (Printed printed = Printed.to(log)) {
      return BenchmarksMain.run(all.toArray(String[]::new), printed.file());
    }
  }

  /** A fork that somebody ended half-way leaves nothing that would count. */
  private static void finish(Path running, Path result, Path log) throws IOException {
    if (!Files.exists(StudyFile.beside(running))) {
      throw new IOException("a fork left no outcome, see " + log);
    }
    if (Files.exists(running) && Files.size(running) > 0) {
      Files.move(running, result);
    } else {
      Files.deleteIfExists(running);
      Files.writeString(result, "[]"); // as JMH does where nothing completed
    }
    Files.move(StudyFile.beside(running), StudyFile.beside(result));
  }

  private static String word(ExitStatus status, Path log) {
    return status == ExitStatus.SUCCESS ? "completed" : status.name() + ", see " + log;
  }
}
