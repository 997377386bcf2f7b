package io.streambench.compare.cells;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The folder of {@code compare --run}. Each side has a subfolder, {@code a} or {@code b}, with a
 * JMH file per round. {@code study.json} contains the arguments.
 *
 * @param roundDigits number of digits to which the round is padded in file names
 */
public record InterleavedFolder(Path path, int sideCount, int roundDigits) {
  /** The study name in {@code study.json}, and the prefix of the folder's name. */
  public static final String STUDY_NAME = "compare";

  private static final int MAX_FILE_DEPTH = 2;

  /** Returns whether all files were written by the same {@code compare --run}. */
  public static boolean containsAll(List<Path> files) {
    List<Optional<Path>> folders =
        files.stream().map(InterleavedFolder::findComparisonFolder).distinct().toList();
    return folders.size() == 1 && folders.get(0).isPresent();
  }

  private static Optional<Path> findComparisonFolder(Path file) {
    return Stream.iterate(
            file.toAbsolutePath().normalize().getParent(), Objects::nonNull, Path::getParent)
        .limit(MAX_FILE_DEPTH)
        .filter(folder -> isComparisonFile(folder.resolve(StudyFile.FILE_NAME)))
        .findFirst();
  }

  /** Returns whether a {@code study.json} belongs to {@code compare --run} and not to a study. */
  private static boolean isComparisonFile(Path file) {
    try {
      return Files.isRegularFile(file) && STUDY_NAME.equals(StudyFile.read(file).study());
    } catch (SettingException e) {
      return false;
    }
  }

  public void create() throws IOException {
    for (int side = 0; side < sideCount; side++) {
      Files.createDirectories(sideFolder(side));
    }
    Files.createDirectories(path.resolve("log"));
    Files.createDirectories(path.resolve("unfinished"));
  }

  public Path sideFolder(int side) {
    return path.resolve(sideLetter(side));
  }

  private static String sideLetter(int side) {
    return String.valueOf((char) ('a' + side));
  }

  Path resultFile(int side, int round) {
    return sideFolder(side).resolve(paddedRound(round) + ".json");
  }

  /** Returns the result file of a fork while the fork is running. */
  public Path runningResultFile(int round) {
    return path.resolve("unfinished").resolve(paddedRound(round) + ".json");
  }

  public Path log(int side, int round) {
    return path.resolve("log").resolve(sideLetter(side) + "-" + paddedRound(round) + ".txt");
  }

  private String paddedRound(int round) {
    return TextFormat.of("%0" + roundDigits + "d", round);
  }

  /** Returns whether every side of a round has an outcome and none has failed. */
  public boolean isRoundComplete(int round) {
    return IntStream.range(0, sideCount)
        .mapToObj(side -> StudyFile.outcomesFile(resultFile(side, round)))
        .allMatch(
            file ->
                Files.isRegularFile(file)
                    && StudyFile.read(file).outcomes().stream()
                        .noneMatch(outcome -> outcome.outcome() == Outcome.FAILED));
  }

  /** Returns whether every side has a result in at least one of the rounds. */
  public boolean canBeJudged(int rounds) {
    return IntStream.range(0, sideCount)
        .allMatch(
            side ->
                IntStream.rangeClosed(1, rounds)
                    .anyMatch(round -> Files.isRegularFile(resultFile(side, round))));
  }

  /** Moves a fork's results and outcome to its side's folder, replacing those of an earlier run. */
  public void moveToSideFolder(int side, int round) throws IOException {
    Path running = runningResultFile(round);
    Path result = resultFile(side, round);
    if (!Files.exists(StudyFile.outcomesFile(running))) {
      throw new IOException("a fork left no outcome, see " + log(side, round));
    }
    if (Files.exists(running) && Files.size(running) > 0) {
      Files.move(running, result, REPLACE_EXISTING);
    } else {
      Files.deleteIfExists(running);
      Files.writeString(result, "[]"); // as JMH does if nothing completed
    }
    Files.move(StudyFile.outcomesFile(running), StudyFile.outcomesFile(result), REPLACE_EXISTING);
  }

  /** Deletes the files of an interrupted fork, which are neither a result nor a failure. */
  public void discardRunningFork(int round) throws IOException {
    Files.deleteIfExists(runningResultFile(round));
    Files.deleteIfExists(StudyFile.outcomesFile(runningResultFile(round)));
  }

  /** Deletes the folder for running forks. The folder must be empty. */
  public void close() throws IOException {
    Files.deleteIfExists(path.resolve("unfinished"));
  }
}
