package io.streambench.report;

import io.streambench.analysis.compare.CalibrationResult.Rate;
import io.streambench.analysis.compare.DealtForks;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What pairs of equals made of measured forks came to; one line for each number of forks. */
public final class DealtForksReport {
  private final String source;
  private final int cells;
  private final int forks;
  private final List<Line> lines = new ArrayList<>();

  private record Line(int side, DealtForks counted) {}

  /**
   * @param source where the forks are from
   * @param cells how many have forks
   * @param forks of all cells together
   */
  public DealtForksReport(String source, int cells, int forks) {
    this.source = source;
    this.cells = cells;
    this.forks = forks;
  }

  /**
   * Adds a line.
   *
   * @param side forks on each side of a pair
   */
  public void add(int side, DealtForks counted) {
    lines.add(new Line(side, counted));
  }

  /** Whether no line has so many false alarms that 5 % of all pairs cannot be the reason. */
  public boolean passes() {
    return lines.stream()
        .allMatch(
            line ->
                line.counted().falseAlarmRate().interval().low()
                    <= CalibrationReport.MOST_FALSE_ALARMS);
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
    report.put("source", source);
    report.put("cells", cells);
    report.put("forks", forks);
    report.put("cv", spread().cv());
    report.put("iterationCv", spread().iterationCv());
    report.put("lines", lines.stream().map(DealtForksReport::json).toList());
    return report;
  }

  private static Map<String, Object> json(Line line) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("forks", line.side());
    described.put("falseAlarms", CalibrationReport.json(line.counted().falseAlarmRate()));
    return described;
  }

  /** Of the forks themselves, however they are dealt. */
  private DealtForks spread() {
    return lines.get(0).counted();
  }

  private String headline() {
    DealtForks spread = spread();
    String within =
        Double.isNaN(spread.iterationCv())
            ? ""
            : Text.of(", the iterations of a fork by %.1f %%", 100 * spread.iterationCv());
    return Text.of(
        "pairs of equals, dealt from %,d measured forks of %s in %s; forks vary by %.1f %%%s",
        forks, cells == 1 ? "one cell" : cells + " cells", source, 100 * spread.cv(), within);
  }

  private Table table() {
    return new Table()
        .number("forks a side", lines.stream().map(line -> Integer.toString(line.side())).toList())
        .number("pairs", rates().map(rate -> Integer.toString(rate.of())).toList())
        .number("called different", rates().map(rate -> Integer.toString(rate.cases())).toList())
        .text("rate", rates().map(CalibrationReport::shown).toList());
  }

  private java.util.stream.Stream<Rate> rates() {
    return lines.stream().map(line -> line.counted().falseAlarmRate());
  }

  private String conclusion() {
    return passes()
        ? "no contradiction: at most 5 % of equals called different is within every interval"
        : "NOT calibrated for these forks: more equals are called different than 5 % could explain";
  }
}
