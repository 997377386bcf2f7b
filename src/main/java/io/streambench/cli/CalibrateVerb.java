package io.streambench.cli;

import io.streambench.analysis.compare.Calibration;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.DealtForks;
import io.streambench.analysis.compare.Fork;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.config.Values;
import io.streambench.report.CalibrationReport;
import io.streambench.report.DealtForksReport;
import io.streambench.results.Contender;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code streambench calibrate}: how often is {@code compare} right? */
@Command(
    name = "calibrate",
    description = {
      "Asks the rule of 'streambench compare' about simulated forks whose truth is known, and counts:"
          + " how often equals are called different, how often a loss is found, and how often the"
          + " interval of the ratio holds the true one.",
      "Ends with status 1 if more than 5 %% of the equals are called different, or if less than 90 %%"
          + " of the losses are found with the most forks asked for. The defaults are forks that vary"
          + " as those of this project do.",
      "With --real it asks about forks that were measured: those of each cell are dealt to the two"
          + " sides of pairs by turns, and no pair should be called different."
    },
    footer = {
      "",
      "Example:",
      "  streambench calibrate --pairs 2000 --forks 5,10 --cv 4%% --loss 10%%",
      "  streambench calibrate --real aa.json --forks 4",
    })
final class CalibrateVerb implements Callable<Integer> {
  private static final int MOST_PAIRS = 1_000_000;
  private static final int MOST_FORKS = 1000;
  private static final int MOST_ITERATIONS = 1000;

  /** What tells of forks that are made up. */
  private static final List<String> SIMULATED =
      List.of("--pairs", "--cv", "--loss", "--iterations", "--iteration-cv", "--seed");

  @Spec private CommandSpec spec;
  @Mixin private FormatOption format;

  @Option(
      names = "--real",
      paramLabel = "FILE",
      description =
          "JMH's JSON, or a folder with such files: ask about its forks instead, with --forks and"
              + " --threshold as ever.")
  private Path real;

  @Option(
      names = "--pairs",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Pairs of each kind (default: ${DEFAULT-VALUE}).")
  private String pairs;

  @Option(
      names = "--forks",
      paramLabel = "N",
      split = ",",
      defaultValue = "4,5,10",
      description = "Forks on each side, with commas (default: ${DEFAULT-VALUE}).")
  private List<String> forks;

  @Option(
      names = "--cv",
      paramLabel = "PERCENT",
      defaultValue = "5%",
      description = "Coefficient of variation between forks (default: ${DEFAULT-VALUE}).")
  private String cv;

  @Option(
      names = "--loss",
      paramLabel = "PERCENT",
      defaultValue = "10%",
      description =
          "Throughput that the second side of a pair has lost (default: ${DEFAULT-VALUE}).")
  private String loss;

  @Option(
      names = "--iterations",
      paramLabel = "N",
      defaultValue = "4",
      description = "Iterations of a fork (default: ${DEFAULT-VALUE}).")
  private String iterations;

  @Option(
      names = "--iteration-cv",
      paramLabel = "PERCENT",
      defaultValue = "3%",
      description =
          "Coefficient of variation between the iterations of a fork (default: ${DEFAULT-VALUE}).")
  private String iterationCv;

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      defaultValue = "0%",
      description = "As that of compare (default: ${DEFAULT-VALUE}).")
  private String threshold;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Begins other random numbers (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Override
  public Integer call() {
    return (real == null ? simulated() : dealt()).code();
  }

  private ExitStatus simulated() {
    CalibrationReport report = new CalibrationReport();
    // Checked, all of them, before the first takes its time.
    List<Calibration> asked = forkCounts().map(this::calibration).toList();
    asked.forEach(calibration -> report.add(calibration, calibration.run()));
    answer(report.text(), report.markdown(), report.json());
    return report.passes() ? ExitStatus.SUCCESS : ExitStatus.FAILED;
  }

  private ExitStatus dealt() {
    for (String option : SIMULATED) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw new SettingException(
            option, "be left out with --real, whose forks are what they are", real);
      }
    }
    double noise = Values.percentage("--threshold", threshold);
    List<Integer> sides = forkCounts().toList();
    List<List<Fork>> cells = Contender.read(real, null).forks();
    int most = cells.stream().mapToInt(List::size).max().orElse(0);
    if (most < 2 * sides.get(0)) {
      throw new SettingException(
          "--real",
          Text.of("have a cell with %d forks or more, and it has %d", 2 * sides.get(0), most),
          real);
    }
    DealtForksReport report =
        new DealtForksReport(
            real.toString(), cells.size(), cells.stream().mapToInt(List::size).sum());
    sides.stream()
        .filter(side -> 2 * side <= most)
        .forEach(side -> report.add(side, DealtForks.of(cells, side, noise)));
    answer(report.text(), report.markdown(), report.json());
    return report.passes() ? ExitStatus.SUCCESS : ExitStatus.FAILED;
  }

  private void answer(String text, String markdown, Map<String, Object> json) {
    switch (format.format()) {
      case TEXT -> format.answer().print(text);
      case MD -> format.answer().print(markdown);
      case JSON -> format.json(json);
    }
  }

  private Stream<Integer> forkCounts() {
    return forks.stream()
        .map(text -> Values.wholeNumber("--forks", text, Comparison.MIN_FORKS, MOST_FORKS))
        .sorted();
  }

  private Calibration calibration(int forkCount) {
    return new Calibration(
        Values.wholeNumber("--pairs", pairs, 1, MOST_PAIRS),
        forkCount,
        positive("--cv", cv),
        positive("--loss", loss),
        Values.wholeNumber("--iterations", iterations, 1, MOST_ITERATIONS),
        Values.percentage("--iteration-cv", iterationCv),
        Values.percentage("--threshold", threshold),
        seed);
  }

  private static double positive(String setting, String text) {
    double value = Values.percentage(setting, text);
    if (value == 0) {
      throw new SettingException(setting, "be more than 0%", text);
    }
    return value;
  }
}
