package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.ClusterException;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ClusterRequest;
import io.streambench.bench.runfolder.Environment;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.RunSettings;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.JmhFile;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Durations;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A runner of the forks of a study, one after the other. Each result is written when its fork ends,
 * so that a later failure does not discard it. Forks with the same needs share a cluster in its own
 * process. The cluster starts before the first of these forks, and is warmed up by an unmeasured
 * fork of each cell.
 *
 * @param properties system properties for every fork
 * @param lineConsumer receives a line for every fork
 */
public record StudyRunner(
    StudyOrder order,
    StudyFolder folder,
    Map<String, String> properties,
    Consumer<String> lineConsumer) {
  public static final String BEGUN_SETTING = "begun";

  /**
   * The setting that lists the resumptions of the study, each with its time and the changes in the
   * environment since the study began.
   */
  public static final String RESUMED_SETTING = "resumed";

  /** The setting that is true if each round starts new nodes. */
  static final String FRESH_NODES_SETTING = "freshNodes";

  /** The setting that contains the statistical power predicted before the study ran. */
  public static final String PREDICTED_POWER_SETTING = "planned";

  /** Facts that concern only the parent JVM, not the forks. */
  static final Set<String> PARENT_JVM_FACTS = Set.of("jvmArguments", "maxHeapBytes");

  /** Writes the study's file with the order before anything runs. */
  public void writeInitialFile() throws IOException {
    Map<String, Object> settings = new LinkedHashMap<>(order.toSettings());
    settings.put(BEGUN_SETTING, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    Spread.describePlannedPower(order)
        .ifPresent(line -> settings.put(PREDICTED_POWER_SETTING, line));
    if (order.study().freshNodes()) {
      settings.put(FRESH_NODES_SETTING, true);
    }
    new StudyFile(order.study().name(), Environment.describe(), settings, List.of(), List.of())
        .writeTo(folder.studyFile());
  }

  /** A launcher of the clusters and JVMs for the forks of a study. */
  interface ForkLauncher {
    /** Starts this cluster unless it is running. Returns an ID that is unique for each start. */
    long ensureCluster(ClusterRequirements needs) throws IOException, InterruptedException;

    void keepOnlyClusters(List<ClusterRequirements> needed) throws IOException;

    CellOutcome runFork(PlannedFork step) throws IOException, InterruptedException;
  }

  /** Runs every fork that has no outcome yet or has failed. */
  public void run() throws IOException, InterruptedException {
    for (String inside : List.of("forks", "log", "stalls")) {
      Files.createDirectories(folder.path().resolve(inside));
    }
    try (DataFolder data = DataFolder.create(DataFolder.defaultParent());
        ClusterPool pool = ClusterPool.open(data.path().resolve("clusters"))) {
      Map<String, String> forkProperties = new LinkedHashMap<>(properties);
      forkProperties.put(ClusterPool.FOLDER_PROPERTY, data.path().resolve("clusters").toString());
      forkProperties.put(
          RunSettings.LOGS_PROPERTY, folder.path().resolve("stalls").toAbsolutePath().toString());
      run(new JmhForkLauncher(folder, order.study(), forkProperties, pool, lineConsumer));
    }
  }

  void run(ForkLauncher launcher) throws IOException, InterruptedException {
    new Session(launcher).run();
  }

  /** A session of this runner. It adds its outcomes to the outcomes of earlier sessions. */
  private final class Session {
    private final ForkLauncher launcher;
    private final StudyFile previousFile = StudyFile.read(folder.studyFile());
    private final List<CellOutcome> outcomes = new ArrayList<>(previousFile.outcomes());
    private final List<CellOutcome> discarded = new ArrayList<>(previousFile.discarded());
    private final int plannedForkCount = order.plannedForks().size();
    private final List<PlannedFork> remainingForks = order.remainingForks(previousFile);
    private final Map<String, Object> environment =
        outcomes.isEmpty() ? Environment.describe() : previousFile.environment();
    private final Map<String, Object> settings = new LinkedHashMap<>(previousFile.settings());
    private final boolean hasFreshNodes = Boolean.TRUE.equals(settings.get(FRESH_NODES_SETTING));
    private final List<Object> resumptions = new ArrayList<>();
    private final Set<Long> warmClusters = new HashSet<>();
    private final Set<StudyCell> warmedUpCells = new HashSet<>();
    private final Set<StudyCell> failedWarmUpCells = new HashSet<>();
    private final long startNanos = System.nanoTime();
    private int endedForkCount;

    Session(ForkLauncher launcher) throws IOException {
      this.launcher = launcher;
      settings.putAll(order.toSettings());
      if (settings.get(RESUMED_SETTING) instanceof List<?> earlier) {
        resumptions.addAll(earlier);
      }
    }

    void run() throws IOException, InterruptedException {
      if (!outcomes.isEmpty() && !remainingForks.isEmpty()) {
        String resumed =
            describeResumption(
                Instant.now(),
                remainingForks.size(),
                previousFile.environment(),
                Environment.describe());
        lineConsumer.accept("resumed: " + resumed);
        resumptions.add(resumed);
        settings.put(RESUMED_SETTING, resumptions);
      }
      for (int i = 0; i < remainingForks.size(); i++) {
        PlannedFork step = remainingForks.get(i);
        List<PlannedFork> rest = remainingForks.subList(i, remainingForks.size());
        if (hasFreshNodes && i > 0 && step.round() > remainingForks.get(i - 1).round()) {
          launcher.keepOnlyClusters(List.of());
          warmedUpCells.clear();
        }
        launcher.keepOnlyClusters(
            rest.stream().flatMap(next -> clusterNeeds(next).stream()).toList());
        CellOutcome outcome = run(step, rest).withSession(resumptions.size());
        outcomes.stream().filter(step::matches).forEach(discarded::add);
        outcomes.removeIf(step::matches);
        outcomes.add(outcome);
        List<PlannedFork> after = rest.subList(1, rest.size());
        String number =
            TextFormat.of("[%d/%d] ", plannedForkCount - after.size(), plannedForkCount);
        recordOutcome(number, step, outcome, after);
      }
    }

    private CellOutcome run(PlannedFork step, List<PlannedFork> laterForks)
        throws IOException, InterruptedException {
      try {
        Optional<ClusterRequirements> needs = clusterNeeds(step);
        // If an unmeasured fork has ended the cluster, its replacement is cold again.
        while (needs.isPresent() && warmClusters.add(launcher.ensureCluster(needs.get()))) {
          warmUp(needs.get(), laterForks);
        }
        return launcher.runFork(step);
      } catch (ClusterException e) {
        return step.createOutcome(Outcome.FAILED, e.getMessage(), 0, null, null);
      }
    }

    /** Runs a cluster's unmeasured forks. Stops if a fork fails and the cluster is replaced. */
    private void warmUp(ClusterRequirements requirements, List<PlannedFork> laterForks)
        throws IOException, InterruptedException {
      for (PlannedFork step : order.warmUpForks(forksOnCurrentNodes(laterForks), properties)) {
        ClusterRequest own = ClusterRequest.of(clusterNeeds(step).orElseThrow());
        if (own.equals(ClusterRequest.of(requirements))
            && !failedWarmUpCells.contains(step.cell())) {
          CellOutcome outcome = launcher.runFork(step).withSession(resumptions.size());
          warmedUpCells.add(step.cell());
          discarded.add(outcome);
          recordOutcome("[unmeasured] ", step, outcome, laterForks);
          if (outcome.outcome() == Outcome.FAILED) {
            failedWarmUpCells.add(step.cell());
            if (!warmClusters.contains(launcher.ensureCluster(requirements))) {
              return;
            }
          }
        }
      }
    }

    /** Returns the remaining steps that run on the current nodes. */
    private List<PlannedFork> forksOnCurrentNodes(List<PlannedFork> laterForks) {
      return laterForks.stream()
          .filter(step -> !hasFreshNodes || step.round() == laterForks.get(0).round())
          .toList();
    }

    private void recordOutcome(
        String linePrefix, PlannedFork step, CellOutcome outcome, List<PlannedFork> laterForks)
        throws IOException {
      new StudyFile(previousFile.study(), environment, settings, outcomes, discarded)
          .writeTo(folder.studyFile());
      double secondsPerFork = (System.nanoTime() - startNanos) / 1e9 / ++endedForkCount;
      List<PlannedFork> next = forksOnCurrentNodes(laterForks);
      long unmeasured =
          order.warmUpForks(next, properties).stream()
              .filter(other -> !warmedUpCells.contains(other.cell()))
              .count();
      for (PlannedFork later : laterForks.subList(next.size(), laterForks.size())) {
        unmeasured += order.warmUpForks(List.of(later), properties).size();
      }
      lineConsumer.accept(
          linePrefix
              + describeForkEnd(
                  step,
                  outcome,
                  scoreText(outcome),
                  laterForks.size() + unmeasured,
                  secondsPerFork));
    }
  }

  /** Describes a resumption, with changes in the environment that may affect scores. */
  public static String describeResumption(
      Instant time,
      int remainingForkCount,
      Map<String, Object> previousEnvironment,
      Map<String, Object> currentEnvironment) {
    String different =
        currentEnvironment.keySet().stream()
            .filter(name -> !PARENT_JVM_FACTS.contains(name))
            // Compare as text, because a number may be read back as another type.
            .filter(
                name ->
                    !String.valueOf(previousEnvironment.get(name))
                        .equals(String.valueOf(currentEnvironment.get(name))))
            .map(
                name ->
                    TextFormat.of(
                        "%s now %s, was %s",
                        name, currentEnvironment.get(name), previousEnvironment.get(name)))
            .collect(Collectors.joining("; "));
    return TextFormat.of(
        "%s, %d fork(s) left, %s",
        time.truncatedTo(ChronoUnit.SECONDS),
        remainingForkCount,
        different.isEmpty() ? "the same environment" : different);
  }

  /** Describes a fork's outcome and the estimated time for the remaining forks. */
  static String describeForkEnd(
      PlannedFork step,
      CellOutcome outcome,
      Optional<String> score,
      long remainingForkCount,
      double secondsPerFork) {
    return TextFormat.of(
        "%s: %s%s, %s",
        step.name(),
        outcome.outcome() == Outcome.COMPLETED ? "" : outcome.outcome() + ", ",
        score.orElse(outcome.detail()),
        remainingForkCount == 0
            ? "done"
            : "about " + Durations.formatRounded(secondsPerFork * remainingForkCount) + " left");
  }

  private Optional<ClusterRequirements> clusterNeeds(PlannedFork step) {
    return StudyOrder.sharedCluster(step.cell(), properties);
  }

  private Optional<String> scoreText(CellOutcome outcome) {
    return Optional.ofNullable(outcome.result())
        .map(file -> JmhFile.read(folder.path().resolve(file)).get(0))
        .map(
            result ->
                TextFormat.of(
                    "%.3f %s",
                    result.forks().stream().mapToDouble(Fork::score).average().orElse(Double.NaN),
                    result.unit()));
  }
}
