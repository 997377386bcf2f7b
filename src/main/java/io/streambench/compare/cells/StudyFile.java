package io.streambench.compare.cells;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.streambench.base.files.JsonFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JSON file that complements JMH's files. It describes the machine and the outcome of every run,
 * including runs that stalled or failed. A study has a file {@code study.json} in its folder. A
 * single call of {@code jmh.sh} writes {@code x.outcomes.json} next to its result {@code x.json}.
 *
 * @param environment environment with the keys of {@code streambench doctor}: os, cpus,
 *     memoryBytes, jdk, solr, …
 * @param outcomes one outcome per run of a cell, in the order in which the runs ended
 * @param discarded outcomes that do not count: unmeasured forks (round 0), and failed forks that
 *     were run again; omitted from the file if empty
 */
public record StudyFile(
    String study,
    Map<String, Object> environment,
    Map<String, Object> settings,
    List<CellOutcome> outcomes,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<CellOutcome> discarded) {
  public static final String FILE_NAME = "study.json";

  private static final String OUTCOMES_SUFFIX = ".outcomes.json";
  private static final String JSON_EXTENSION = ".json";

  public StudyFile {
    environment = environment == null ? Map.of() : environment;
    settings = settings == null ? Map.of() : settings;
    outcomes = outcomes == null ? List.of() : List.copyOf(outcomes);
    discarded = discarded == null ? List.of() : List.copyOf(discarded);
  }

  /** Returns the JMH files of discarded forks, relative to this file. */
  Stream<String> discardedResults() {
    Set<String> counted = outcomes.stream().map(CellOutcome::result).collect(Collectors.toSet());
    return discarded.stream()
        .map(CellOutcome::result)
        .filter(result -> result != null && !counted.contains(result))
        .map(result -> result.replace('\\', '/'));
  }

  /** Returns the path of a JMH file's outcomes: {@code x.outcomes.json} for {@code x.json}. */
  public static Path outcomesFile(Path jmhFile) {
    String name = jmhFile.getFileName().toString();
    String stem =
        name.endsWith(JSON_EXTENSION)
            ? name.substring(0, name.length() - JSON_EXTENSION.length())
            : name;
    return jmhFile.resolveSibling(stem + OUTCOMES_SUFFIX);
  }

  static boolean isStudyFile(Path file) {
    String name = file.getFileName().toString();
    return name.equals(FILE_NAME) || name.endsWith(OUTCOMES_SUFFIX);
  }

  public void writeTo(Path file) throws IOException {
    JsonFiles.write(this, file);
  }

  /**
   * Reads a file.
   *
   * @throws io.streambench.base.SettingException if it cannot be read or is not a study file; the
   *     message names it
   */
  public static StudyFile read(Path file) {
    return JsonFiles.read(file, StudyFile.class, "outcomes", "the outcomes of a study");
  }
}
