package io.streambench.study;

import io.streambench.analysis.Durations;
import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Fork;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.cluster.ClusterException;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.DataFolder;
import io.streambench.config.ClusterKind;
import io.streambench.config.ClusterNeeds;
import io.streambench.config.Home;
import io.streambench.config.RunSettings;
import io.streambench.config.Text;
import io.streambench.results.CellOutcome;
import io.streambench.results.JmhFile;
import io.streambench.results.StudyFile;
import io.streambench.watchdog.Environment;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs the forks of a study one after the other, and writes down each as soon as it has ended, so
 * that a later failure costs nothing of it. A cluster in a process of its own is started when the
 * first fork needs it, and used by all that need the same.
 */
public final class StudyRunner {
  /** The setting with the time at which a study was begun. */
  static final String BEGUN = "begun";

  /** The setting with a line for each resumption: its time, and what was different then. */
  static final String RESUMED = "resumed";

  /** Names that concern the parent alone, and no fork. */
  static final Set<String> PARENTS = Set.of("jvmArguments", "maxHeapBytes");

  private final StudyOrder order;
  private final StudyFolder folder;
  private final Map<String, String> properties;
  private final Consumer<String> lines;

  /**
   * @param properties system properties that every fork gets
   * @param lines receives a line for every fork
   */
  public StudyRunner(
      StudyOrder order,
      StudyFolder folder,
      Map<String, String> properties,
      Consumer<String> lines) {
    this.order = order;
    this.folder = folder;
    this.properties = new LinkedHashMap<>(properties);
    this.lines = lines;
  }

  /** Writes down what is to be run, before anything is. */
  public void begin() throws IOException {
    Map<String, Object> settings = new LinkedHashMap<>(order.settings());
    settings.put(BEGUN, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    new StudyFile(order.study().name(), Environment.describe(), settings, List.of())
        .writeTo(folder.file());
  }

  /** Runs every fork that has no outcome yet, or has failed. */
  public void run() throws IOException, InterruptedException {
    StudyFile before = StudyFile.read(folder.file());
    folder.makeRoom();
    Map<String, Object> settings = new LinkedHashMap<>(before.settings());
    settings.putAll(order.settings());
    List<CellOutcome> outcomes = new ArrayList<>(before.outcomes());
    outcomes.removeIf(outcome -> outcome.outcome() == Outcome.FAILED);
    List<StudyStep> plan = order.plan();
    List<StudyStep> left =
        plan.stream().filter(step -> outcomes.stream().noneMatch(step::is)).toList();
    Map<String, Object> environment =
        outcomes.isEmpty() ? Environment.describe() : before.environment();
    if (!outcomes.isEmpty() && !left.isEmpty()) {
      String resumed =
          resumed(Instant.now(), left.size(), before.environment(), Environment.describe());
      lines.accept("resumed: " + resumed);
      List<Object> all = new ArrayList<>();
      if (settings.get(RESUMED) instanceof List<?> earlier) {
        all.addAll(earlier);
      }
      all.add(resumed);
      settings.put(RESUMED, all);
    }
    try (DataFolder data = DataFolder.create(Home.dataFolder());
        ClusterPool pool = ClusterPool.open(data.path().resolve("clusters"))) {
      long start = System.nanoTime();
      Map<String, String> forkProperties = new LinkedHashMap<>(properties);
      forkProperties.put(ClusterPool.FOLDER_PROPERTY, data.path().resolve("clusters").toString());
      forkProperties.put(RunSettings.LOGS_PROPERTY, folder.stalls().toAbsolutePath().toString());
      ForkRun forks = new ForkRun(folder, order.study(), forkProperties);
      for (int i = 0; i < left.size(); i++) {
        StudyStep step = left.get(i);
        pool.keepOnly(
            left.subList(i, left.size()).stream().flatMap(next -> needs(next).stream()).toList());
        CellOutcome outcome = run(step, forks, pool);
        outcomes.add(outcome);
        new StudyFile(before.study(), environment, settings, outcomes).writeTo(folder.file());
        double secondsPerFork = (System.nanoTime() - start) / 1e9 / (i + 1);
        int rest = left.size() - i - 1;
        lines.accept(
            Text.of("[%d/%d] ", plan.size() - rest, plan.size())
                + ended(step, outcome, score(outcome), rest, secondsPerFork));
      }
    }
  }

  /** One line: forks of another build or machine are not like those before. */
  static String resumed(
      Instant when, int left, Map<String, Object> before, Map<String, Object> now) {
    List<String> different =
        now.keySet().stream()
            .filter(name -> !PARENTS.contains(name))
            // As text: a number may have been read as another type.
            .filter(name -> !String.valueOf(before.get(name)).equals(String.valueOf(now.get(name))))
            .map(name -> Text.of("%s now %s, was %s", name, now.get(name), before.get(name)))
            .toList();
    return Text.of(
        "%s, %d fork(s) left, %s",
        when.truncatedTo(ChronoUnit.SECONDS),
        left,
        different.isEmpty() ? "the same environment" : String.join("; ", different));
  }

  /** What became of a fork, and the time that the rest will take if it goes on like this. */
  static String ended(
      StudyStep step,
      CellOutcome outcome,
      Optional<String> score,
      int rest,
      double secondsPerFork) {
    return Text.of(
        "%s: %s%s, %s",
        step.name(),
        outcome.outcome() == Outcome.COMPLETED ? "" : outcome.outcome() + ", ",
        score.orElse(outcome.detail()),
        rest == 0 ? "done" : "about " + Durations.about(secondsPerFork * rest) + " left");
  }

  private CellOutcome run(StudyStep step, ForkRun forks, ClusterPool pool)
      throws IOException, InterruptedException {
    try {
      Optional<ClusterNeeds> settings = needs(step);
      if (settings.isPresent()) {
        pool.ensure(settings.get(), line -> lines.accept(line.strip()));
      }
    } catch (ClusterException e) {
      return step.ended(Outcome.FAILED, e.getMessage(), 0, null, null);
    }
    MeasuringLock.awaitJmhs(lines);
    return forks.run(step);
  }

  /** The cluster in a process of its own that a fork asks for, if it does. */
  private Optional<ClusterNeeds> needs(StudyStep step) {
    return order
        .cluster(step.cell(), properties)
        .filter(asked -> asked.cluster().kind() == ClusterKind.PROCESS);
  }

  private Optional<String> score(CellOutcome outcome) {
    return Optional.ofNullable(outcome.result())
        .map(file -> JmhFile.read(folder.path().resolve(file)).get(0))
        .map(
            result ->
                Text.of(
                    "%.3f %s",
                    result.forks().stream().mapToDouble(Fork::score).average().orElse(Double.NaN),
                    result.unit()));
  }
}
