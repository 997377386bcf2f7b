package io.streambench.compare.cells;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.statistics.Fork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A side of a comparison, read from a JMH file or from a folder with JMH files and study outcomes.
 *
 * @param cells one cell per combination of parameters, in the order of the files
 * @param environments the environments in the files, without duplicates
 * @param metricNames names of the profilers' metrics; empty if a metric replaces the score
 * @param warnings problems with the files, one line each
 */
public record Contender(
    String name,
    List<Path> files,
    List<MeasuredCell> cells,
    List<Map<String, Object>> environments,
    List<String> metricNames,
    List<String> warnings) {
  private static final String JSON_EXTENSION = ".json";
  private static final String SUCCESS_METRIC = "success";
  private static final Pattern NUMBER_PATTERN = Pattern.compile("[0-9]+");
  private static final int SORT_KEY_DIGITS = 20;

  /**
   * Reads all files of a contender.
   *
   * @param metric a profiler's metric to use instead of the score; null for the score
   * @throws SettingException if there are no results, if a file cannot be read, or if no result has
   *     the metric; the message names the file or metric
   */
  public static Contender read(Path path, String name, String metric) {
    // An empty path would mean the current folder, but is probably an unset variable.
    boolean exists = Files.exists(path) || Files.exists(StudyFile.outcomesFile(path));
    if (path.toString().isEmpty() || !exists) {
      throw new SettingException("FILE", "be an existing file or folder", path);
    }
    ContenderReader reading = new ContenderReader();
    if (Files.isDirectory(path)) {
      reading.readFolder(path);
    } else if (path.endsWith(StudyFile.FILE_NAME)) {
      reading.readFolder(path.toAbsolutePath().getParent());
    } else {
      reading.readFile(path);
    }
    return reading.toContender(JsonFiles.toPlainLine(name), metric);
  }

  private static final class ContenderReader {
    private final List<Path> files = new ArrayList<>();
    private final List<JmhResult> results = new ArrayList<>();
    private final List<CellOutcome> outcomes = new ArrayList<>();
    private final List<Map<String, Object>> environments = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<List<Object>> seenMeasurements = new HashSet<>();
    private final List<String> repeatedResults = new ArrayList<>();

    /**
     * Reads a JMH file and the outcomes next to it. If there are outcomes, the JMH file may be
     * empty or missing, which is the case if every cell failed.
     */
    void readFile(Path file) {
      Path outcomesFile = StudyFile.outcomesFile(file);
      if (Files.isRegularFile(outcomesFile)) {
        readStudy(outcomesFile);
      }
      if (outcomes.isEmpty()) {
        addResults(file, JmhFile.read(file));
      } else if (Files.exists(file)) {
        addResults(file, JmhFile.parse(file, JsonFiles.read(file)));
      }
    }

    /** Adds a file's results, except duplicates. */
    private void addResults(Path file, List<JmhResult> fileResults) {
      files.add(file);
      for (JmhResult result : fileResults) {
        boolean alreadyRead =
            Fork.isUniqueMeasurement(result.forks())
                && !seenMeasurements.add(List.of(result.cell(), result.unit(), result.forks()));
        if (alreadyRead) {
          repeatedResults.add(file + ", " + result.cell().shortName());
        } else {
          results.add(result);
        }
      }
    }

    void readFolder(Path folder) {
      List<Path> found = jsonFiles(folder);
      Set<Path> discarded =
          found.stream()
              .filter(StudyFile::isStudyFile)
              .flatMap(study -> StudyFile.read(study).discardedResults().map(study::resolveSibling))
              .collect(Collectors.toSet());
      for (Path file : found) {
        if (StudyFile.isStudyFile(file)) {
          readStudy(file);
        } else if (!discarded.contains(file)) {
          readResults(file);
        }
      }
      if (results.isEmpty() && outcomes.isEmpty()) {
        throw new SettingException("FILE", "hold results of JMH (*.json)", folder);
      }
    }

    /** Reads JMH results. Skips JSON objects, which are verdicts or settings in the same folder. */
    private void readResults(Path file) {
      JsonNode root = JsonFiles.read(file);
      if (root.isArray()) {
        addResults(file, JmhFile.parse(file, root));
      }
    }

    private static List<Path> jsonFiles(Path folder) {
      try (Stream<Path> found = Files.walk(folder.toRealPath())) {
        return found
            .filter(file -> file.getFileName().toString().endsWith(JSON_EXTENSION))
            .filter(Files::isRegularFile)
            .sorted(Comparator.comparing(ContenderReader::sortKey).thenComparing(Path::toString))
            .toList();
      } catch (IOException | UncheckedIOException e) {
        throw new SettingException("FILE", "be a folder that can be read (" + e + ")", folder);
      }
    }

    /** Returns a sort key that orders numbers in file names by value: 2 before 10. */
    private static String sortKey(Path file) {
      return NUMBER_PATTERN
          .matcher(file.toString())
          .replaceAll(
              number ->
                  "0".repeat(Math.max(0, SORT_KEY_DIGITS - number.group().length()))
                      + number.group());
    }

    private void readStudy(Path file) {
      StudyFile study = StudyFile.read(file);
      outcomes.addAll(study.outcomes());
      if (!study.environment().isEmpty() && !environments.contains(study.environment())) {
        environments.add(study.environment());
      }
      try (RawResults raw = RawResults.of(file.toAbsolutePath().getParent())) {
        List<String> missing =
            study.outcomes().stream()
                .map(CellOutcome::result)
                .filter(result -> result != null && !Files.exists(raw.resolve(result)))
                .toList();
        if (!missing.isEmpty()) {
          warnings.add(missing.size() + " result file(s) missing, the first is " + missing.get(0));
        }
        Set<String> discarded = study.discardedResults().collect(Collectors.toSet());
        for (Path zipped :
            file.endsWith(StudyFile.FILE_NAME) ? raw.zippedFiles() : List.<Path>of()) {
          String name = zipped.toString().substring(1);
          // A file that also exists next to the zip counts only once.
          boolean alsoUnzipped = Files.exists(file.resolveSibling(name));
          if (name.endsWith(JSON_EXTENSION) && !alsoUnzipped && !discarded.contains(name)) {
            readResults(zipped);
          }
        }
      } catch (IOException e) {
        throw new SettingException("FILE", "be a zip that can be read (" + e + ")", file);
      }
    }

    /** Returns a warning about failed requests, which JMH counts like successful ones. */
    private Optional<String> failedRequestsWarning() {
      Map<Cell, Double> lowest = new LinkedHashMap<>();
      for (JmhResult result : results) {
        result.withMetricAsScore(SUCCESS_METRIC).stream()
            .flatMap(metric -> metric.forks().stream())
            .filter(fork -> fork.score() < 100)
            .forEach(fork -> lowest.merge(result.cell(), fork.score(), Math::min));
      }
      return lowest.entrySet().stream()
          .min(Map.Entry.comparingByValue())
          .map(
              worst ->
                  TextFormat.of(
                      "requests failed in %d cell(s), and count in their scores: in a fork of %s"
                          + " %.1f %% succeeded",
                      lowest.size(), worst.getKey().shortName(), worst.getValue()));
    }

    Contender toContender(String name, String metric) {
      List<String> metrics =
          results.stream()
              .flatMap(result -> result.secondaryMetrics().keySet().stream())
              .distinct()
              .sorted()
              .toList();
      if (metric != null
          && results.stream().allMatch(result -> result.withMetricAsScore(metric).isEmpty())) {
        throw new SettingException(
            "--metric",
            metrics.isEmpty()
                ? "not be given: " + name + " has only scores (JMH's -prof gc adds metrics)"
                : "be one that " + name + " has: " + String.join(", ", metrics),
            metric);
      }
      if (metric == null) {
        failedRequestsWarning().ifPresent(warnings::add);
      }
      if (!repeatedResults.isEmpty()) {
        warnings.add(
            TextFormat.of(
                "counted once: %d result(s) of %s found twice with the same scores, first in %s",
                repeatedResults.size(), name, repeatedResults.get(0)));
      }
      Map<Cell, List<JmhResult>> byCell = new LinkedHashMap<>();
      Map<Cell, List<CellOutcome>> outcomesByCell = new LinkedHashMap<>();
      results.forEach(
          result -> byCell.computeIfAbsent(result.cell(), unseen -> new ArrayList<>()).add(result));
      Set<String> names = byCell.keySet().stream().map(Cell::benchmark).collect(Collectors.toSet());
      for (CellOutcome outcome : outcomes) {
        Cell cell =
            new Cell(outcome.benchmark(), outcome.mode(), outcome.params()).withFullName(names);
        byCell.computeIfAbsent(cell, unseen -> new ArrayList<>());
        outcomesByCell.computeIfAbsent(cell, unseen -> new ArrayList<>()).add(outcome);
      }
      List<MeasuredCell> cells = new ArrayList<>();
      byCell.forEach(
          (cell, all) -> {
            List<JmhResult> measured =
                metric == null
                    ? all
                    : all.stream()
                        .flatMap(result -> result.withMetricAsScore(metric).stream())
                        .toList();
            // Not every benchmark in a file has every metric.
            if (metric == null || all.isEmpty() || !measured.isEmpty()) {
              cells.add(
                  MeasuredCell.of(
                      metric == null ? cell : cell.withMetric(metric),
                      measured,
                      outcomesByCell.getOrDefault(cell, List.of())));
            }
          });
      return new Contender(
          name, files, cells, environments, metric == null ? metrics : List.of(), warnings);
    }
  }
}
