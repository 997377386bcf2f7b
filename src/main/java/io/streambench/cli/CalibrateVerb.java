package io.streambench.cli;

import io.streambench.analysis.compare.Calibration;
import io.streambench.analysis.compare.Comparison;
import io.streambench.config.SettingException;
import io.streambench.config.Values;
import io.streambench.report.CalibrationReport;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code streambench calibrate}: how often is {@code compare} right? */
@Command(
    name = "calibrate",
    description = {
      "Asks the rule of 'streambench compare' about simulated forks whose truth is known, and counts:"
          + " how often equals are called different, how often a loss is found, and how often the"
          + " interval of the ratio holds the true one.",
      "Ends with status 1 if more than 5 %% of the equals are called different, or if less than 90 %%"
          + " of the losses are found with the most forks asked for. The defaults are forks that vary"
          + " as those of this project do."
    },
    footer = {
      "",
      "Example:",
      "  streambench calibrate --pairs 2000 --forks 5,10 --cv 4%% --loss 10%%",
    })
final class CalibrateVerb implements Callable<Integer> {
  private static final int MOST_PAIRS = 1_000_000;
  private static final int MOST_FORKS = 1000;
  private static final int MOST_ITERATIONS = 1000;

  @Mixin private FormatOption format;

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
    CalibrationReport report = new CalibrationReport();
    // Checked, all of them, before the first takes its time.
    List<Calibration> asked = forkCounts().map(this::calibration).toList();
    asked.forEach(calibration -> report.add(calibration, calibration.run()));
    switch (format.format()) {
      case TEXT -> format.answer().print(report.text());
      case MD -> format.answer().print(report.markdown());
      case JSON -> format.json(report.json());
    }
    return (report.passes() ? ExitStatus.SUCCESS : ExitStatus.FAILED).code();
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
