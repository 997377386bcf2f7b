package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.TextFormat;
import io.streambench.bench.cluster.ClusterRequest;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.StudyFile;
import io.streambench.flow.rule.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyRunnerTest {
  /** Two cells that share a cluster, and one that needs another cluster. */
  private static final List<StudyCell> CELLS =
      List.of(
          cell("x", "numShards=2"), cell("y", "numShards=2 rttMillis=5"), cell("z", "numShards=3"));

  private static final String TIMING = "1x5 4x10";

  @TempDir Path path;

  private final FakeMachine machine = new FakeMachine();

  private static StudyCell cell(String label, String pairs) {
    return SyntheticStudy.cell(
        label,
        StudyCell.STREAMING_BENCHMARK,
        "cluster=process capture=off useHttp1=false " + pairs);
  }

  private static Study study(List<StudyCell> cells, String timing, boolean freshNodes) {
    String lines =
        cells.stream()
            .map(cell -> TextFormat.of("\"%s %s\"", cell.label(), parameterPairs(cell)))
            .collect(Collectors.joining(", "));
    return SyntheticStudy.parseStudy(
        TextFormat.of(
            "{\"name\": \"fake\", \"question\": \"Is it run?\", \"freshNodes\": %s,"
                + " \"quick\": \"%s\", \"full\": \"%s\","
                + " \"grids\": [{\"set\": \"capture=off\", \"cells\": [%s]}]}",
            freshNodes, timing, timing, lines));
  }

  private static String parameterPairs(StudyCell cell) {
    return cell.parameters().toString().replaceAll("[{},]", "");
  }

  /** Simulates clusters by their requests, and records forks by name. */
  private static final class FakeMachine implements StudyRunner.ForkLauncher {
    private final List<String> forks = new ArrayList<>();
    private final Set<String> failing = new HashSet<>();
    private final Map<ClusterRequest, Long> running = new HashMap<>();
    private String killer = "none";
    private long started;

    @Override
    public long ensureCluster(ClusterRequirements needs) {
      return running.computeIfAbsent(ClusterRequest.of(needs), unseen -> ++started);
    }

    @Override
    public void keepOnlyClusters(List<ClusterRequirements> needed) {
      running.keySet().retainAll(needed.stream().map(ClusterRequest::of).toList());
    }

    @Override
    public CellOutcome runFork(PlannedFork step) {
      forks.add(step.name());
      boolean kills = step.name().matches(killer);
      if (kills) {
        running.clear();
      }
      return kills || failing.remove(step.name())
          ? step.createOutcome(Outcome.FAILED, "out of memory", 0, null, null)
          : step.createOutcome(Outcome.COMPLETED, "", 1, null, null);
    }
  }

  private static StudyOrder createOrder(
      int forks, Scale scale, String timing, List<StudyCell> cells) {
    return new StudyOrder(study(cells, timing, false), forks, scale, Map.of());
  }

  private static StudyOrder createOrder(int forks, List<StudyCell> cells) {
    return createOrder(forks, Scale.FULL, TIMING, cells);
  }

  private StudyFile run(StudyOrder order) throws Exception {
    StudyFolder folder = new StudyFolder(path);
    StudyRunner runner = new StudyRunner(order, folder, Map.of(), line -> {});
    if (!Files.exists(folder.studyFile())) {
      runner.writeInitialFile();
    }
    runner.run(machine);
    return StudyFile.read(folder.studyFile());
  }

  private static List<Integer> roundsOf(List<CellOutcome> outcomes) {
    return outcomes.stream().map(CellOutcome::round).toList();
  }

  private static long countCompleted(StudyFile file) {
    return file.outcomes().stream()
        .filter(outcome -> outcome.outcome() == Outcome.COMPLETED)
        .count();
  }

  @Test
  void warmsUpEachCellOnNewCluster() throws Exception {
    StudyFile file = run(createOrder(2, CELLS));
    assertThat(machine.forks)
        .hasSize(9)
        .containsSubsequence("z-0", "z-1")
        .containsSubsequence("x-0", "x-1", "x-2")
        .containsSubsequence("x-0", "y-1")
        .containsSubsequence("y-0", "x-1");
    assertThat(roundsOf(file.outcomes())).containsExactly(1, 1, 1, 2, 2, 2);
    assertThat(roundsOf(file.discarded())).containsExactly(0, 0, 0);
  }

  @Test
  void startsNewNodesForEachRoundIfRequested() throws Exception {
    Study study = study(CELLS, TIMING, true);
    StudyOrder order = new StudyOrder(study, 3, Scale.FULL, Map.of());
    StudyFile file = run(order);
    assertThat(machine.started).isEqualTo(6);
    assertThat(machine.forks).hasSize(18).containsSubsequence("x-1", "x-0", "x-2", "x-0", "x-3");
    assertThat(roundsOf(file.outcomes())).containsExactly(1, 1, 1, 2, 2, 2, 3, 3, 3);
    assertThat(file.settings()).containsEntry("freshNodes", true);
    StudyOrder kept = createOrder(3, CELLS);
    assertThat(order.warmUpSeconds(order.plannedForks()))
        .isEqualTo(3 * kept.warmUpSeconds(kept.plannedForks()));
  }

  /**
   * Rounds that are added to an older folder share its clusters, so that its pairs stay comparable.
   */
  @Test
  void resumedStudyKeepsSharingClusters() throws Exception {
    run(createOrder(1, CELLS));
    Study study = study(CELLS, TIMING, true);
    run(new StudyOrder(study, 3, Scale.FULL, Map.of()));
    assertThat(machine.started).isEqualTo(3); // one cluster ended with the first run
  }

  @Test
  void skipsWarmUpWhereItHasNoEffect() throws Exception {
    for (StudyOrder order :
        List.of(
            createOrder(1, Scale.QUICK, TIMING, CELLS),
            createOrder(1, Scale.FULL, "20 shots in 5", CELLS),
            createOrder(
                1, Scale.FULL, TIMING, List.of(cell("own", "numShards=2 cluster=embedded"))))) {
      Files.deleteIfExists(path.resolve(StudyFile.FILE_NAME));
      assertThat(run(order).discarded()).isEmpty();
      assertThat(order.warmUpSeconds(order.plannedForks())).isZero();
    }
    assertThat(machine.forks).hasSize(7).allMatch(name -> name.endsWith("-1"));
  }

  @Test
  void warmsUpClusterThatReplacesDeadOne() throws Exception {
    machine.killer = "[xy]-1";
    StudyFile file = run(createOrder(3, CELLS.subList(0, 2)));
    assertThat(machine.started).isEqualTo(3);
    assertThat(roundsOf(file.discarded())).containsExactly(0, 0, 0, 0, 0, 0);
    assertThat(countCompleted(file)).isEqualTo(4);
  }

  @Test
  void cellThatKillsClusterDoesNotAffectOthers() throws Exception {
    machine.killer = "x-.*";
    StudyFile file = run(createOrder(3, CELLS));
    assertThat(countCompleted(file)).as("of y and z").isEqualTo(6);
    assertThat(file.outcomes()).hasSize(9);
    assertThat(machine.forks).containsOnlyOnce("x-0");
  }

  @Test
  void reportsFailedForkThatRanAgain() throws Exception {
    machine.failing.addAll(Set.of("x-2", "z-0"));
    StudyOrder order = createOrder(2, CELLS);
    StudyFile stopped = run(order);
    assertThat(countCompleted(stopped)).isEqualTo(5);
    assertThat(roundsOf(stopped.discarded())).containsExactly(0, 0, 0);
    List<PlannedFork> left = order.remainingForks(stopped);
    assertThat(left).extracting(PlannedFork::name).containsExactly("x-2");
    assertThat(
            order.remainingForks(new StudyFile("fake", Map.of(), Map.of(), List.of(), List.of())))
        .isEqualTo(order.plannedForks());
    assertThat(order.estimatedSeconds(left))
        .as("a cluster, and two forks of which one is unmeasured")
        .isEqualTo(12 + 2 * (4 + left.get(0).timing().totalSeconds()));
    StudyFile done = run(order);
    assertThat(countCompleted(done)).isEqualTo(6);
    assertThat(done.outcomes()).hasSize(6);
    assertThat(done.outcomes())
        .filteredOn(outcome -> outcome.session() == 1)
        .singleElement()
        .satisfies(outcome -> assertThat(outcome.round()).isEqualTo(2));
    assertThat(stopped.outcomes()).allMatch(outcome -> outcome.session() == 0);
    assertThat(machine.forks.subList(9, machine.forks.size())).containsExactly("x-0", "x-2");
    assertThat(roundsOf(done.discarded())).containsExactly(0, 0, 0, 0, 2);
    assertThat(StudyReport.of(new StudyFolder(path), name -> order.study()).notes())
        .anyMatch(note -> note.contains("4 forks") && note.contains("1 failed"))
        .anyMatch(note -> note.contains("1 fork failed") && note.contains("x-2"));
  }

  @Test
  void describesChangedEnvironmentOfResumedStudy() {
    Instant noon = Instant.parse("2026-11-24T12:00:00.123Z");
    Map<String, Object> before =
        Map.of("cpus", 8, "gitCommit", "abc", "memoryBytes", 1024, "maxHeapBytes", 1L);
    Map<String, Object> now =
        Map.of("cpus", 2, "gitCommit", "abc", "memoryBytes", 1024L, "maxHeapBytes", 2L);
    assertThat(StudyRunner.describeResumption(noon, 7, before, now))
        .isEqualTo("2026-11-24T12:00:00Z, 7 forks left, cpus now 2, was 8");
    assertThat(StudyRunner.describeResumption(noon, 1, now, now))
        .isEqualTo("2026-11-24T12:00:00Z, 1 fork left, the same environment");
  }
}
