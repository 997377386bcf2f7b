package io.streambench.report;

import io.streambench.analysis.compare.Calibration;
import io.streambench.analysis.compare.CalibrationResult;
import io.streambench.analysis.compare.CalibrationResult.Rate;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What calibrations counted, for people and programs; one line for each number of forks. */
public final class CalibrationReport {
  /** At most so many equals may be called different. */
  public static final double MOST_FALSE_ALARMS = 0.05;

  /** At least so often the loss has to be found, with the most forks that were asked for. */
  public static final double LEAST_POWER = 0.90;

  private final List<Line> lines = new ArrayList<>();

  private record Line(Calibration asked, CalibrationResult counted) {}

  /** Adds a line; those of one report differ in the number of forks alone. */
  public void add(Calibration asked, CalibrationResult counted) {
    lines.add(new Line(asked, counted));
  }

  /** Whether false alarms are few for any number of forks, and the loss is found with the most. */
  public boolean passes() {
    Line last = lines.get(lines.size() - 1);
    return lines.stream().allMatch(CalibrationReport::quiet)
        && last.counted().power().value() >= LEAST_POWER;
  }

  private static boolean quiet(Line line) {
    return line.counted().falseAlarmRate().value() <= MOST_FALSE_ALARMS;
  }

  /** For a terminal. */
  public String text() {
    return answer().text();
  }

  /** For a document. */
  public String markdown() {
    return answer().markdown();
  }

  private TabledAnswer answer() {
    return new TabledAnswer(headline(), table(), conclusion());
  }

  /** For programs; the caller writes it as JSON. */
  public Map<String, Object> json() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("passes", passes());
    report.put("lines", lines.stream().map(CalibrationReport::json).toList());
    return report;
  }

  private static Map<String, Object> json(Line line) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("settings", line.asked());
    described.put("falseAlarms", json(line.counted().falseAlarmRate()));
    described.put("found", json(line.counted().power()));
    described.put("held", json(line.counted().coverage()));
    return described;
  }

  /** A rate with its counts and its interval. */
  static Map<String, Object> json(Rate rate) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("cases", rate.cases());
    described.put("of", rate.of());
    described.put("rate", rate.value());
    described.put("interval", List.of(rate.interval().low(), rate.interval().high()));
    return described;
  }

  private String headline() {
    Calibration asked = lines.get(0).asked();
    return Text.of(
        "%,d pairs of equals, and %,d of which the second has lost %s; forks vary by %s, the %d"
            + " iterations of a fork by %s; seed %d",
        asked.pairs(),
        asked.pairs(),
        Rounded.threshold(asked.loss()),
        Rounded.threshold(asked.cv()),
        asked.iterations(),
        Rounded.threshold(asked.iterationCv()),
        asked.seed());
  }

  private Table table() {
    return new Table()
        .number("forks a side", column(line -> Integer.toString(line.asked().forks())))
        .text("equals called different", column(line -> shown(line.counted().falseAlarmRate())))
        .text("loss found", column(line -> shown(line.counted().power())))
        .text("interval holds true ratio", column(line -> shown(line.counted().coverage())));
  }

  private List<String> column(java.util.function.Function<Line, String> cell) {
    return lines.stream().map(cell).toList();
  }

  /** {@code 2.9 % [2.6, 3.2]}. */
  static String shown(Rate rate) {
    return Text.of(
        "%.1f %% [%.1f, %.1f]",
        100 * rate.value(), 100 * rate.interval().low(), 100 * rate.interval().high());
  }

  private String conclusion() {
    Line last = lines.get(lines.size() - 1);
    boolean quiet = lines.stream().allMatch(CalibrationReport::quiet);
    boolean strong = last.counted().power().value() >= LEAST_POWER;
    return Text.of(
        "%s: equals are called different in %s 5 %% of all pairs, and with %d forks the loss is"
            + " found in %s 90 %%",
        passes() ? "calibrated" : "NOT calibrated",
        quiet ? "at most" : "MORE than",
        last.asked().forks(),
        strong ? "at least" : "LESS than");
  }
}
