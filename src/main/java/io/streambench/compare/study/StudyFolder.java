package io.streambench.compare.study;

import io.streambench.bench.runfolder.RunFolderName;
import io.streambench.compare.cells.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder with the measurements of a study: {@code results/<study>-<time>/}. JMH's results of
 * the forks are in {@code forks/}, and their output is in {@code log/}. The evidence of runs that
 * stalled or failed is in {@code stalls/}.
 */
public record StudyFolder(Path path) {
  /** Creates an empty folder with this name and the current time under {@code results}. */
  public static StudyFolder create(Path results, String name) throws IOException {
    Files.createDirectories(results);
    String stamped = name + "-" + RunFolderName.TIME_FORMAT.format(Instant.now());
    Path path = results.resolve(stamped);
    for (int next = 2; Files.exists(path); next++) {
      path = results.resolve(stamped + "-" + next);
    }
    return new StudyFolder(Files.createDirectory(path));
  }

  /** Returns the newest folder of a study; empty if there is none. */
  public static Optional<StudyFolder> findNewest(Path results, String study) throws IOException {
    if (!Files.isDirectory(results)) {
      return Optional.empty();
    }
    try (Stream<Path> folders = Files.list(results)) {
      return folders
          .map(folder -> folder.getFileName().toString())
          .filter(name -> name.matches(study + "-\\d{8}-\\d{6}(-\\d+)?"))
          .max(Comparator.naturalOrder())
          .map(name -> new StudyFolder(results.resolve(name)));
    }
  }

  public Path studyFile() {
    return path.resolve(StudyFile.FILE_NAME);
  }

  /** Returns a file of a fork: JMH's result, or another file with this extension. */
  Path forkFile(PlannedFork step, String extension) {
    return path.resolve("forks").resolve(step.name() + extension);
  }

  Path log(PlannedFork step) {
    return path.resolve("log").resolve(step.name() + ".txt");
  }

  /** Returns the path to store in {@code study.json}, relative if it is inside this folder. */
  String relativize(Path inside) {
    Path base = path.toAbsolutePath();
    Path absolute = inside.toAbsolutePath();
    return absolute.startsWith(base) ? base.relativize(absolute).toString() : absolute.toString();
  }
}
