package io.streambench.compare.study;

import static com.fasterxml.jackson.annotation.JsonInclude.Include.NON_EMPTY;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.bench.BenchmarkSettings;
import io.streambench.bench.cluster.ClusterRequest;
import io.streambench.bench.cluster.SolrRuntime;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.ClusterKind;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.LatencyBound;
import io.streambench.bench.settings.LoadSettings;
import io.streambench.bench.settings.SolrJars;
import io.streambench.bench.settings.SolrReleaseLine;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.StudyFile;
import io.streambench.flow.rule.Outcome;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An order to run a study, with the number of forks, the scale, and overridden parameters. {@link
 * #check} validates it before anything starts.
 *
 * @param forksPerCell number of forks of each cell
 * @param overrides parameters for all cells, by name
 * @param jdkRelease feature release of the forks' JDK; cells that need a later release are left out
 * @param latencyBounds latency bounds to report on; empty for the default bounds
 * @param labelRegex a regular expression; only cells with a match in their label run
 */
public record StudyOrder(
    Study study,
    int forksPerCell,
    Scale scale,
    Map<String, String> overrides,
    int jdkRelease,
    List<LatencyBound> latencyBounds,
    String labelRegex) {
  /** The oldest supported JDK, assumed for a file that does not name its JDK. */
  private static final int OLDEST_JDK = 17;

  /** The approximate time to start and fill a cluster. */
  private static final long CLUSTER_START_SECONDS = 12;

  /** The approximate time to start and connect a fork. */
  private static final int FORK_START_SECONDS = 4;

  /** The maximum number of forks per cell; more would take days. */
  public static final int MAX_FORKS_PER_CELL = 100;

  private static final String ZK_HOST = "zkHost";
  private static final List<String> NODE_PARAMETERS =
      List.of(
          BenchmarkParameters.MAX_CONCURRENT_STREAMS.name(),
          BenchmarkParameters.OUTPUT_BUFFER_SIZE.name());

  /** An order as stored in the settings of a {@link StudyFile}; null stands for a default. */
  private record StoredSettings(
      int forks,
      Scale scale,
      Map<String, String> set,
      Integer jdk,
      @JsonInclude(NON_EMPTY) List<String> bounds,
      @JsonInclude(NON_EMPTY) String only) {}

  /** Creates an order for all cells of a study, with the JDK of this JVM. */
  public StudyOrder(Study study, int forksPerCell, Scale scale, Map<String, String> overrides) {
    this(study, forksPerCell, scale, overrides, Runtime.version().feature(), List.of(), "");
  }

  public StudyOrder {
    try {
      Pattern.compile(labelRegex);
    } catch (PatternSyntaxException e) {
      throw new SettingException("--only", "be a regular expression", labelRegex);
    }
  }

  /**
   * Reads the order from the file of a study.
   *
   * @throws SettingException if the file does not contain a valid order
   */
  public static StudyOrder ofFile(StudyFile file, Function<String, Study> studies) {
    try {
      StoredSettings stored = JsonFiles.MAPPER.convertValue(file.settings(), StoredSettings.class);
      StudyOrder order =
          new StudyOrder(
              studies.apply(file.study()),
              stored.forks,
              Optional.ofNullable(stored.scale).orElseThrow(IllegalArgumentException::new),
              Optional.ofNullable(stored.set).orElse(Map.of()),
              Optional.ofNullable(stored.jdk).orElse(OLDEST_JDK),
              Stream.ofNullable(stored.bounds)
                  .flatMap(List::stream)
                  .map(bound -> LatencyBound.of("bounds", bound))
                  .toList(),
              Optional.ofNullable(stored.only).orElse(""));
      if (order.forksPerCell < 1 || order.jdkRelease < OLDEST_JDK) {
        throw new IllegalArgumentException("no study was ordered like that");
      }
      return order;
    } catch (IllegalArgumentException e) {
      throw new SettingException("study.json", "have the settings of a study", file.settings());
    }
  }

  /** Returns a copy with a different number of forks. */
  public StudyOrder withForks(int otherForks) {
    return new StudyOrder(
        study, otherForks, scale, overrides, jdkRelease, latencyBounds, labelRegex);
  }

  /** Returns a copy that runs only the cells whose label has a match of this pattern. */
  public StudyOrder withLabelRegex(String labelPattern) {
    return new StudyOrder(
        study, forksPerCell, scale, overrides, jdkRelease, latencyBounds, labelPattern);
  }

  /** Returns the settings that {@link #ofFile} reads. */
  public Map<String, Object> toSettings() {
    List<String> boundTexts = latencyBounds.stream().map(LatencyBound::toString).toList();
    return JsonFiles.MAPPER.convertValue(
        new StoredSettings(forksPerCell, scale, overrides, jdkRelease, boundTexts, labelRegex),
        new TypeReference<>() {});
  }

  /**
   * Checks this order and the settings of its forks, which run with {@code properties}.
   *
   * @return warnings about unusual but allowed settings, one line each
   * @throws SettingException for the first invalid setting
   */
  public Set<String> check(Map<String, String> properties) {
    if (forksPerCell < 1 || forksPerCell > MAX_FORKS_PER_CELL) {
      throw new SettingException(
          "--forks", "be a whole number from 1 to " + MAX_FORKS_PER_CELL, forksPerCell);
    }
    if (!latencyBounds.isEmpty() && !study.bounded()) {
      throw mustBeOmittedException("--p99", "has no bound of latency", latencyBounds.get(0));
    }
    SettingException.throwIf(
        selectedCells().isEmpty(), "--only", "match the label of a cell", labelRegex);
    // All cells of a study have the same parameters.
    Set<String> known =
        Benchmarks.defaultParameters(study.cells(scale).get(0).benchmark()).keySet();
    overrides.forEach(
        (name, value) -> {
          if (name.equals(LoadSettings.RATE_NAME) && !known.contains(name)) {
            throw mustBeOmittedException("--rate", "has no request rate", value);
          }
          SettingException.throwIf(
              !known.contains(name), "--set", "name one of " + String.join(", ", known), name);
          if (isVaried(name) || Set.of(study.fixed().split(" ")).contains(name)) {
            throw mustBeOmittedException("--set " + name, "sets this parameter itself", value);
          }
        });
    String collection = overrides.getOrDefault("collection", "own");
    if (isVaried(BenchmarkParameters.NUM_SHARDS.name()) && !collection.equals("own")) {
      throw mustBeOmittedException(
          "--set collection", "needs collections with different numbers of shards", collection);
    }
    if (NODE_PARAMETERS.stream().anyMatch(this::isVaried) && overrides.containsKey(ZK_HOST)) {
      throw mustBeOmittedException(
          "--set zkHost",
          "varies settings of the nodes, so it must start them itself",
          overrides.get(ZK_HOST));
    }
    String runnable = "have a cell that can run on this JDK: " + omissionReasons();
    SettingException.throwIf(cells().isEmpty(), "study", runnable, study.name());
    SettingException.throwIf(
        properties.containsKey(SolrJars.PROPERTY),
        SolrJars.PROPERTY,
        "be left out: a study is of released versions (compare --run takes it)",
        properties.get(SolrJars.PROPERTY));
    Set<String> warnings = new TreeSet<>();
    for (StudyCell cell : cells()) {
      SolrReleaseLine.releaseLinesIn(cell.parameters()).forEach(SolrRuntime::check);
      String mode = timing(cell).mode(cell.benchmark());
      BenchmarkSettings.check(cell.benchmark(), mode, cell.parameters(), properties)
          .ifPresent(needs -> warnings.addAll(needs.warnings()));
    }
    return warnings;
  }

  private SettingException mustBeOmittedException(String setting, String reason, Object value) {
    return new SettingException(
        setting, TextFormat.of("be left out: %s %s", study.name(), reason), value);
  }

  private List<StudyCell> selectedCells() {
    Pattern label = Pattern.compile(labelRegex);
    return study.cells(scale).stream().filter(cell -> label.matcher(cell.label()).find()).toList();
  }

  /** Returns the requirements of the cluster process that a cell's forks share, if any. */
  static Optional<ClusterRequirements> sharedCluster(
      StudyCell cell, Map<String, String> properties) {
    return BenchmarkSettings.check(cell.benchmark(), "", cell.parameters(), properties)
        .filter(needs -> needs.cluster().kind() == ClusterKind.PROCESS);
  }

  private boolean isVaried(String name) {
    return StudyCell.isVaried(name, study.cells(scale));
  }

  /** Returns the cells to run, with a value for every parameter of their benchmark. */
  public List<StudyCell> cells() {
    return selectedCells().stream()
        .map(this::withCommonParameters)
        .filter(cell -> omissionReason(cell).isEmpty())
        .toList();
  }

  /** Returns the reasons why some cells are left out, one line each. */
  public List<String> omissionReasons() {
    return study.cells(scale).stream()
        .map(this::withCommonParameters)
        .flatMap(cell -> omissionReason(cell).stream())
        .distinct()
        .toList();
  }

  /** Returns the reason for leaving out a cell whose dispatch mode needs a later JDK. */
  private Optional<String> omissionReason(StudyCell cell) {
    return Optional.ofNullable(cell.parameters().get(BenchmarkParameters.DISPATCH_MODE.name()))
        .map(BenchmarkParameters.DISPATCH_MODE::read)
        .filter(mode -> jdkRelease < mode.minJdkVersion())
        .map(
            mode ->
                TextFormat.of(
                    "Mode %s is left out: it needs JDK %d or later, and this is %d.",
                    mode, mode.minJdkVersion(), jdkRelease));
  }

  private StudyCell withCommonParameters(StudyCell cell) {
    StudyCell complete =
        cell.withDefaultsFrom(Benchmarks.defaultParameters(cell.benchmark()))
            .withParameters(overrides);
    // A cluster that the user names replaces the study's own cluster.
    String cluster = "cluster";
    return overrides.containsKey(ZK_HOST) && !overrides.containsKey(cluster)
        ? complete.withParameters(Map.of(cluster, ClusterKind.EXTERNAL.toString()))
        : complete;
  }

  /** Returns the command that repeats this order. */
  public String command() {
    StringBuilder command = new StringBuilder("./streambench study ");
    command.append(study.name()).append(" --forks ").append(forksPerCell);
    command.append(scale == Scale.QUICK ? " --quick" : "");
    command.append(labelRegex.isEmpty() ? "" : " --only '" + labelRegex + "'");
    latencyBounds.forEach(bound -> command.append(" --bound ").append(bound));
    overrides.forEach(
        (name, value) -> command.append(" --set ").append(name).append('=').append(value));
    return command.toString();
  }

  /** Returns all forks in the order in which they run: interleaved, or cell by cell. */
  public List<PlannedFork> plannedForks() {
    List<StudyCell> cells = cells();
    List<PlannedFork> steps = PlannedFork.interleavedForks(cells, forksPerCell, this::timing);
    if (study.byZone()) {
      steps.sort(Comparator.comparingInt(step -> cells.indexOf(step.cell())));
    }
    return steps;
  }

  Timing timing(StudyCell cell) {
    return study.timing(cell, scale);
  }

  /**
   * Returns an unmeasured warm-up fork for each cell of these steps. The first forks on a new
   * cluster are slower by a factor of up to 2.2, because its JVM is cold. No warm-up is needed if
   * each fork has its own nodes, if operations are only counted, or in a quick study.
   */
  List<PlannedFork> warmUpForks(List<PlannedFork> steps, Map<String, String> properties) {
    return steps.stream()
        .filter(step -> scale == Scale.FULL && !step.timing().hasSingleShots())
        .map(step -> new PlannedFork(step.cell(), 0, step.timing()))
        .distinct()
        .filter(step -> sharedCluster(step.cell(), properties).isPresent())
        .toList();
  }

  /** Returns the planned forks that have no outcome in this file or have failed. */
  public List<PlannedFork> remainingForks(StudyFile file) {
    List<CellOutcome> done =
        file.outcomes().stream().filter(outcome -> outcome.outcome() != Outcome.FAILED).toList();
    return plannedForks().stream().filter(step -> done.stream().noneMatch(step::matches)).toList();
  }

  /** Estimates the seconds for these forks, including cluster starts and unmeasured forks. */
  public long estimatedSeconds(List<PlannedFork> steps) {
    return CLUSTER_START_SECONDS * clusterCount(steps) + forkSeconds(steps) + warmUpSeconds(steps);
  }

  /** Estimates the seconds for the unmeasured forks of these steps. */
  public long warmUpSeconds(List<PlannedFork> steps) {
    return steps.stream()
        .collect(Collectors.groupingBy(step -> study.freshNodes() ? step.round() : 0))
        .values()
        .stream()
        .mapToLong(some -> forkSeconds(warmUpForks(some, Map.of())))
        .sum();
  }

  private static long forkSeconds(List<PlannedFork> steps) {
    return steps.stream()
        .mapToLong(step -> FORK_START_SECONDS + step.timing().totalSeconds())
        .sum();
  }

  /** Returns the number of clusters to start. A cluster serves one fork or several forks. */
  private long clusterCount(List<PlannedFork> plannedForks) {
    Set<Object> clusters = new HashSet<>();
    plannedForks.stream()
        .collect(Collectors.groupingBy(PlannedFork::cell))
        .forEach(
            (cell, steps) ->
                BenchmarkSettings.check(cell.benchmark(), "", cell.parameters(), Map.of())
                    .filter(needs -> needs.cluster().kind() != ClusterKind.EXTERNAL)
                    .ifPresent(
                        needs -> steps.forEach(step -> clusters.add(clusterKey(step, needs)))));
    return clusters.size();
  }

  /** Returns a key that is equal for forks that share a cluster. */
  private Object clusterKey(PlannedFork step, ClusterRequirements requirements) {
    return requirements.cluster().kind() == ClusterKind.EMBEDDED
        ? step
        : Map.entry(study.freshNodes() ? step.round() : 0, ClusterRequest.of(requirements));
  }
}
