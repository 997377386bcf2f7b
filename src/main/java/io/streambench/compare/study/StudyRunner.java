package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.ClusterException;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ClusterRequest;
import io.streambench.bench.runfolder.Environment;
import io.streambench.bench.settings.ClusterNeeds;
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
 * Runs the forks of a study one after the other. Each result is written when its fork ends, so that
 * a later failure does not lose it. Forks with the same needs share a cluster in its own process.
 * The cluster starts before the first of these forks, and is warmed up by an unmeasured fork of
 * each cell.
 *
 * @param properties system properties for every fork
 * @param lines receives a line for every fork
 */
public record StudyRunner(
    StudyOrder order, StudyFolder folder, Map<String, String> properties, Consumer<String> lines) {
  public static final String BEGUN = "begun";

  /** The setting with a line for each resumption: its time, and what had changed. */
  public static final String RESUMED = "resumed";

  /** The setting that is true if each round starts new nodes. */
  static final String FRESH_NODES = "freshNodes";

  /** The setting with the statistical power that was predicted before the study ran. */
  public static final String PLANNED = "planned";

  /** Facts that concern only the parent JVM, not the forks. */
  static final Set<String> PARENT_JVM_FACTS = Set.of("jvmArguments", "maxHeapBytes");

  /** Writes the study's file with the order before anything runs. */
  public void begin() throws IOException {
    Map<String, Object> settings = new LinkedHashMap<>(order.settings());
    settings.put(BEGUN, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    Spread.planned(order).ifPresent(line -> settings.put(PLANNED, line));
    if (order.study().freshNodes()) {
      settings.put(FRESH_NODES, true);
    }
    new StudyFile(order.study().name(), Environment.describe(), settings, List.of(), List.of())
        .writeTo(folder.file());
  }

  /** Starts the clusters and JVMs for the forks of a study. */
  interface Machine {
    /** Starts this cluster unless it is running. Returns an ID that is unique for each start. */
    long cluster(ClusterNeeds needs) throws IOException, InterruptedException;

    void keepOnly(List<ClusterNeeds> needed) throws IOException;

    CellOutcome fork(StudyStep step) throws IOException, InterruptedException;
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
      forkProperties.put(RunSettings.LOGS_PROPERTY, folder.stalls().toAbsolutePath().toString());
      run(new ForkRun(folder, order.study(), forkProperties, pool, lines));
    }
  }

  void run(Machine machine) throws IOException, InterruptedException {
    new Session(machine).run();
  }

  /** One session of this runner. It adds its outcomes to those of earlier sessions. */
  private final class Session {
    private final Machine machine;
    private final StudyFile before = StudyFile.read(folder.file());
    private final List<CellOutcome> outcomes = new ArrayList<>(before.outcomes());
    private final List<CellOutcome> discarded = new ArrayList<>(before.discarded());
    private final int planned = order.plan().size();
    private final List<StudyStep> remaining = order.remainingSteps(before);
    private final Map<String, Object> environment =
        outcomes.isEmpty() ? Environment.describe() : before.environment();
    private final Map<String, Object> settings = new LinkedHashMap<>(before.settings());
    private final boolean freshNodes = Boolean.TRUE.equals(settings.get(FRESH_NODES));
    private final List<Object> resumptions = new ArrayList<>();
    private final Set<Long> warmClusters = new HashSet<>();
    private final Set<StudyCell> warmedCells = new HashSet<>();
    private final Set<StudyCell> failedUnmeasured = new HashSet<>();
    private final long start = System.nanoTime();
    private int endedForks;

    Session(Machine machine) throws IOException {
      this.machine = machine;
      settings.putAll(order.settings());
      if (settings.get(RESUMED) instanceof List<?> earlier) {
        resumptions.addAll(earlier);
      }
    }

    void run() throws IOException, InterruptedException {
      if (!outcomes.isEmpty() && !remaining.isEmpty()) {
        String resumed =
            describeResumption(
                Instant.now(), remaining.size(), before.environment(), Environment.describe());
        lines.accept("resumed: " + resumed);
        resumptions.add(resumed);
        settings.put(RESUMED, resumptions);
      }
      for (int i = 0; i < remaining.size(); i++) {
        StudyStep step = remaining.get(i);
        List<StudyStep> rest = remaining.subList(i, remaining.size());
        if (freshNodes && i > 0 && step.round() > remaining.get(i - 1).round()) {
          machine.keepOnly(List.of());
          warmedCells.clear();
        }
        machine.keepOnly(rest.stream().flatMap(next -> clusterNeeds(next).stream()).toList());
        CellOutcome outcome = run(step, rest).withSession(resumptions.size());
        outcomes.stream().filter(step::matches).forEach(discarded::add);
        outcomes.removeIf(step::matches);
        outcomes.add(outcome);
        List<StudyStep> after = rest.subList(1, rest.size());
        String number = TextFormat.of("[%d/%d] ", planned - after.size(), planned);
        keepOutcome(number, step, outcome, after);
      }
    }

    private CellOutcome run(StudyStep step, List<StudyStep> rest)
        throws IOException, InterruptedException {
      try {
        Optional<ClusterNeeds> needs = clusterNeeds(step);
        // If an unmeasured fork has ended the cluster, its replacement is cold again.
        while (needs.isPresent() && warmClusters.add(machine.cluster(needs.get()))) {
          warmUp(needs.get(), rest);
        }
        return machine.fork(step);
      } catch (ClusterException e) {
        return step.outcome(Outcome.FAILED, e.getMessage(), 0, null, null);
      }
    }

    /** Runs a cluster's unmeasured forks. Stops if a fork fails and the cluster is replaced. */
    private void warmUp(ClusterNeeds needs, List<StudyStep> rest)
        throws IOException, InterruptedException {
      for (StudyStep step : order.unmeasuredSteps(onTheseNodes(rest), properties)) {
        ClusterRequest own = ClusterRequest.of(clusterNeeds(step).orElseThrow());
        if (own.equals(ClusterRequest.of(needs)) && !failedUnmeasured.contains(step.cell())) {
          CellOutcome outcome = machine.fork(step).withSession(resumptions.size());
          warmedCells.add(step.cell());
          discarded.add(outcome);
          keepOutcome("[unmeasured] ", step, outcome, rest);
          if (outcome.outcome() == Outcome.FAILED) {
            failedUnmeasured.add(step.cell());
            if (!warmClusters.contains(machine.cluster(needs))) {
              return;
            }
          }
        }
      }
    }

    /** Returns the remaining steps that run on the current nodes. */
    private List<StudyStep> onTheseNodes(List<StudyStep> rest) {
      return rest.stream()
          .filter(step -> !freshNodes || step.round() == rest.get(0).round())
          .toList();
    }

    private void keepOutcome(
        String number, StudyStep step, CellOutcome outcome, List<StudyStep> rest)
        throws IOException {
      new StudyFile(before.study(), environment, settings, outcomes, discarded)
          .writeTo(folder.file());
      double secondsPerFork = (System.nanoTime() - start) / 1e9 / ++endedForks;
      List<StudyStep> next = onTheseNodes(rest);
      long unmeasured =
          order.unmeasuredSteps(next, properties).stream()
              .filter(other -> !warmedCells.contains(other.cell()))
              .count();
      for (StudyStep later : rest.subList(next.size(), rest.size())) {
        unmeasured += order.unmeasuredSteps(List.of(later), properties).size();
      }
      lines.accept(
          number
              + describeEnd(
                  step, outcome, score(outcome), rest.size() + unmeasured, secondsPerFork));
    }
  }

  /** Describes a resumption, with changes in the environment that may affect scores. */
  public static String describeResumption(
      Instant when, int left, Map<String, Object> before, Map<String, Object> now) {
    String different =
        now.keySet().stream()
            .filter(name -> !PARENT_JVM_FACTS.contains(name))
            // Compare as text, because a number may be read back as another type.
            .filter(name -> !String.valueOf(before.get(name)).equals(String.valueOf(now.get(name))))
            .map(name -> TextFormat.of("%s now %s, was %s", name, now.get(name), before.get(name)))
            .collect(Collectors.joining("; "));
    return TextFormat.of(
        "%s, %d fork(s) left, %s",
        when.truncatedTo(ChronoUnit.SECONDS),
        left,
        different.isEmpty() ? "the same environment" : different);
  }

  /** Describes a fork's outcome and the estimated time for the remaining forks. */
  static String describeEnd(
      StudyStep step,
      CellOutcome outcome,
      Optional<String> score,
      long rest,
      double secondsPerFork) {
    return TextFormat.of(
        "%s: %s%s, %s",
        step.name(),
        outcome.outcome() == Outcome.COMPLETED ? "" : outcome.outcome() + ", ",
        score.orElse(outcome.detail()),
        rest == 0 ? "done" : "about " + Durations.formatRounded(secondsPerFork * rest) + " left");
  }

  private Optional<ClusterNeeds> clusterNeeds(StudyStep step) {
    return StudyOrder.sharedCluster(step.cell(), properties);
  }

  private Optional<String> score(CellOutcome outcome) {
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
