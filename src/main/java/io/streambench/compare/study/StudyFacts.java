package io.streambench.compare.study;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.RoundedFormat;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.LogRatio;
import io.streambench.compare.statistics.Trend;
import io.streambench.flow.rule.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The notes, settings and commands in a study's report, which all studies share. */
record StudyFacts(StudyResults results) {
  /** The setting in {@code study.json} with a remark on forks that the outcomes do not contain. */
  private static final String REMARK_SETTING = "remark";

  /** Returns the answer to the primary question, and the smallest detectable difference. */
  Optional<String> primaryAnswer() {
    Optional<Pairing> asked = Optional.ofNullable(results.order().study().primary());
    return asked
        .flatMap(pairing -> pairing.meanRatio(results.cells()))
        .map(ratio -> "Primary question: " + asked.get().words() + ": " + answerText(ratio));
  }

  private String answerText(LogRatio ratio) {
    Interval interval = ratio.interval(Comparison.SIGNIFICANCE_LEVEL);
    String shown =
        RoundedFormat.ratio(ratio.ratio(), interval) + ", 95 % interval of this question alone";
    if (results.order().study().primary().hasDifferentClusters(results.cells())) {
      return shown
          + ", not judged: both sides kept their own nodes, and no number of rounds separates nodes"
          + " from settings.";
    }
    boolean judged = ratio.forks() >= Comparison.MIN_FORKS;
    String different = interval.contains(1) ? ", no evidence of a difference" : ", different";
    Spread spread = Spread.of("this run", ratio, false);
    return TextFormat.of(
        "%s%s; %s.", shown, judged ? different : "", spread.describePower(ratio.forks()));
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>(results.order().omissionReasons());
    Optional.ofNullable(results.studyFile().settings().get(REMARK_SETTING))
        .ifPresent(remark -> notes.add(remark.toString()));
    if (!results.isComplete()) {
      notes.add("The study is not complete: missing forks are not counted.");
    }
    notes.add(scoresText());
    if (results.order().forksPerCell() >= Comparison.MIN_FORKS
        && !results.order().study().baselines().isEmpty()) {
      notes.add(
          "Family intervals hold together in about 95 % of cases within a group, so each is at"
              + " least as wide as the interval of its question alone.");
    }
    List<String> cold = new ArrayList<>();
    for (CellFigures cell : results.cells()) {
      Trend.of(cell.completedForks())
          .filter(trend -> trend.isNotable() && !timing(cell).hasSingleShots())
          .map(trend -> TextFormat.of("%s by %+.0f %%", cell.label(), trend.relativeChange() * 100))
          .ifPresent(cold::add);
    }
    if (!cold.isEmpty()) {
      notes.add(
          "Not warm: the score still changes between the first and last iteration in "
              + String.join(", ", cold)
              + ".");
    }
    notes.addAll(RoundEffect.describe(results));
    if (results.studyFile().settings().get(StudyRunner.RESUMED_SETTING)
        instanceof List<?> resumed) {
      notes.add(
          TextFormat.of(
              sessionCount() == resumed.size()
                  ? "Resumed %d time(s): an interval of a ratio uses only pairs of forks that one"
                      + " session ran. Medians and ranges are of all sessions."
                  : "Resumed %d time(s), and the sessions of forks are not known: where a cell was"
                      + " measured after its baseline, not interleaved with it, their ratio holds"
                      + " what changed in between, too.",
              resumed.size()));
    }
    notes.addAll(discardedForkNotes());
    if (results.order().scale() == Scale.QUICK) {
      notes.add("Quick form, only to test whether the study works here: not for a verdict.");
    }
    return notes;
  }

  /** Returns the number of resumptions after which at least one fork ran. */
  private long sessionCount() {
    return Stream.of(results.studyFile().outcomes(), results.studyFile().discarded())
        .flatMap(List::stream)
        .map(CellOutcome::session)
        .filter(session -> session > 0)
        .distinct()
        .count();
  }

  private List<String> discardedForkNotes() {
    List<String> notes = new ArrayList<>();
    Map<Boolean, List<CellOutcome>> byKind =
        results.studyFile().discarded().stream()
            .collect(Collectors.partitioningBy(outcome -> outcome.round() == 0));
    List<Outcome> unmeasured = byKind.get(true).stream().map(CellOutcome::outcome).toList();
    if (!unmeasured.isEmpty()) {
      notes.add(
          TextFormat.of(
              "Clusters that had just started were warmed up by %d fork(s), which do not count: %d"
                  + " stalled, %d failed.",
              unmeasured.size(),
              Collections.frequency(unmeasured, Outcome.STALLED),
              Collections.frequency(unmeasured, Outcome.FAILED)));
    }
    List<CellOutcome> rerun = byKind.get(false);
    if (!rerun.isEmpty()) {
      notes.add(
          TextFormat.of(
              "%d fork(s) failed and were run again by --resume: %s. The first: %s",
              rerun.size(),
              rerun.stream().map(this::forkName).collect(Collectors.joining(", ")),
              rerun.get(0).detail()));
    }
    return notes;
  }

  private String forkName(CellOutcome outcome) {
    return results.cells().stream()
            .filter(cell -> cell.cell().matches(outcome))
            .findFirst()
            .map(CellFigures::label)
            .orElse(outcome.benchmark())
        + "-"
        + outcome.round();
  }

  private String scoresText() {
    if (results.cells().stream().allMatch(cell -> timing(cell).hasSingleShots())) {
      return "The result is the number of operations, not their duration.";
    }
    if (results.cells().stream().anyMatch(cell -> !cell.loadFiles().isEmpty())) {
      return "Throughput and latencies are of the requests that succeeded, of all forks of a cell"
          + " together. How differences are judged: docs/comparison.md.";
    }
    return results.order().forksPerCell() < Comparison.MIN_FORKS
        ? TextFormat.of(
            "With %d fork(s) per cell nothing is judged. For a verdict, use --forks %d or more.",
            results.order().forksPerCell(), Comparison.MIN_FORKS + 1)
        : "Scores are medians of forks, with the range of the forks. Ratios are of geometric means,"
            + " by round: docs/comparison.md.";
  }

  private Timing timing(CellFigures cell) {
    return results.order().timing(cell.cell());
  }

  ResultTable varyingParametersTable() {
    List<StudyCell> cells = results.cells().stream().map(CellFigures::cell).toList();
    ResultTable.Builder<StudyCell> table =
        ResultTable.of("What varies, by cell", cells).text("cell", StudyCell::label);
    Set<String> names = new TreeSet<>();
    cells.forEach(cell -> names.addAll(cell.identifyingParameters().keySet()));
    names.stream()
        .filter(
            name ->
                cells.stream()
                        .map(cell -> cell.identifyingParameters().get(name))
                        .distinct()
                        .count()
                    > 1)
        .forEach(name -> table.text(name, cell -> cell.identifyingParameters().get(name)));
    return table;
  }

  /** Returns the command of the study, and the command of the first cell with each timing. */
  List<String> commands() {
    List<String> commands = new ArrayList<>(List.of(results.order().command()));
    Set<Timing> seen = new HashSet<>();
    for (StudyCell cell : results.order().cells()) {
      if (seen.add(results.order().timing(cell))) {
        commands.add("# a fork of " + cell.label());
        commands.add(cell.command(results.order().timing(cell), results.order().study().jvmArgs()));
      }
    }
    return commands;
  }

  /** Returns the settings common to all cells, and the environment, by name. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    Stream<String> forks = results.cells().stream().map(cell -> forkDescription(timing(cell)));
    facts.put("a fork", forks.distinct().collect(Collectors.joining("; ")));
    for (String time :
        List.of(
            StudyRunner.BEGUN_SETTING,
            StudyRunner.PREDICTED_POWER_SETTING,
            StudyRunner.RESUMED_SETTING)) {
      Optional.ofNullable(results.studyFile().settings().get(time))
          .ifPresent(value -> facts.put(time, value.toString()));
    }
    facts.put("settings", describeCommonSettings());
    Map<String, Object> environment = new LinkedHashMap<>(results.studyFile().environment());
    environment.keySet().removeAll(StudyRunner.PARENT_JVM_FACTS);
    environment.forEach(
        (name, value) -> {
          if (name.equals("memoryBytes") && value instanceof Number bytes) {
            facts.put("memory", Amounts.roundedBytes(bytes.longValue()));
          } else {
            facts.put(name, String.valueOf(value));
          }
        });
    return facts;
  }

  /** Describes a fork's iterations by their duration, or by the number of requests or shots. */
  private String forkDescription(Timing timing) {
    String requests = results.cells().get(0).parameter(BenchmarkParameters.REQUESTS.name());
    if (!requests.matches("-|none")) {
      return TextFormat.of(
          "%d x %s requests to warm up, %d x %s counted",
          timing.warmupIterations(), requests, timing.iterations(), requests);
    }
    return timing.hasSingleShots()
        ? TextFormat.of("up to %d operations", timing.iterations())
        : TextFormat.of(
            "%d x %d s warm-up, %d x %d s measured",
            timing.warmupIterations(),
            timing.warmupSeconds(),
            timing.iterations(),
            timing.seconds());
  }

  /** Describes the parameters that are the same in all cells and differ from their defaults. */
  private String describeCommonSettings() {
    StudyCell first = results.cells().get(0).cell();
    Map<String, String> common = new LinkedHashMap<>(first.parameters());
    results
        .cells()
        .forEach(cell -> common.entrySet().retainAll(cell.cell().parameters().entrySet()));
    return common.entrySet().stream()
        .filter(entry -> !Benchmarks.isDefault(first.benchmark(), entry.getKey(), entry.getValue()))
        .map(entry -> entry.getKey() + "=" + entry.getValue())
        .reduce((some, next) -> some + ", " + next)
        .map(set -> set + "; all other parameters that do not vary have their defaults")
        .orElse("parameters that do not vary have their defaults");
  }
}
