package io.streambench.study;

import io.streambench.results.LoadFile;
import io.streambench.results.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder in which a study keeps its measurements: {@code results/<study>-<time>/}. JMH's own
 * result of each fork is under {@code forks/}, and the output of each under {@code log/}. The
 * folders of runs that stalled are under {@code stalls/}.
 */
public record StudyFolder(Path path) {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  /** Makes a new one under {@code results}. */
  public static StudyFolder create(Path results, String study, LocalDateTime now)
      throws IOException {
    StudyFolder folder = new StudyFolder(fresh(results, study, now));
    folder.makeRoom();
    return folder;
  }

  /**
   * Makes the folders that forks write into, where they are missing: a study that is gone on with
   * may have come from a repository, where its results are packed.
   */
  void makeRoom() throws IOException {
    for (Path inside : List.of(forks(), logs(), stalls())) {
      Files.createDirectories(inside);
    }
  }

  /** An empty folder of that name and time under {@code results}. */
  public static Path fresh(Path results, String name, LocalDateTime now) throws IOException {
    Files.createDirectories(results);
    String stamped = name + "-" + STAMP.format(now);
    Path path = results.resolve(stamped);
    for (int next = 2; Files.exists(path); next++) {
      path = results.resolve(stamped + "-" + next);
    }
    return Files.createDirectory(path);
  }

  /** The newest of a study, if there is one. */
  public static Optional<StudyFolder> newest(Path results, String study) throws IOException {
    if (!Files.isDirectory(results)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .filter(
              folder -> folder.getFileName().toString().matches(study + "-\\d{8}-\\d{6}(-\\d+)?"))
          .max(Comparator.comparing(folder -> folder.getFileName().toString()))
          .map(StudyFolder::new);
    }
  }

  /** Outcomes, settings and environment. */
  public Path file() {
    return path.resolve(StudyFile.NAME);
  }

  /** JMH's results, a file a fork. */
  public Path forks() {
    return path.resolve("forks");
  }

  /** JMH's result of one fork. */
  public Path resultOf(StudyStep step) {
    return forks().resolve(step.name() + ".json");
  }

  /** The file with what one fork counted of its requests, if it sent any. */
  public Path loadOf(StudyStep step) {
    return forks().resolve(step.name() + LoadFile.EXTENSION);
  }

  /** The same as percentiles, as HdrHistogram's tools read them. */
  public Path percentilesOf(StudyStep step) {
    return forks().resolve(step.name() + ".hgrm");
  }

  /** The folder with the output that the forks printed. */
  public Path logs() {
    return path.resolve("log");
  }

  /** The file with the output that one fork printed. */
  public Path logOf(StudyStep step) {
    return logs().resolve(step.name() + ".txt");
  }

  /** The folders of runs that stalled or failed. */
  public Path stalls() {
    return path.resolve("stalls");
  }
}
