package io.streambench.compare.study;

import io.streambench.base.chart.Chart;
import io.streambench.base.chart.ChartImage;
import io.streambench.base.files.AtomicFile;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Part;
import io.streambench.base.table.ResultTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The report of a study: findings, settings, environment, and the commands that repeat the study.
 *
 * @param findings the answer first, then other findings in any order; one sentence each
 * @param tables tables; empty tables are left out
 * @param charts charts; charts without points are left out
 */
public record StudyReport(
    StudyResults results, List<String> findings, List<ResultTable> tables, List<Chart> charts) {
  /** Matches findings that limit the validity of the answer. */
  private static final Pattern LIMIT_FINDING =
      Pattern.compile("\\d+ cells? ran on .*|Each limit had .*");

  /** Matches findings about suspicious figures, measured or published. */
  private static final Pattern FLAG_FINDING =
      Pattern.compile("Flagged, .*|.* flagged: .*|Fewer than .*");

  public StudyReport {
    findings = List.copyOf(findings);
    tables = tables.stream().filter(table -> table.rowCount() > 0).toList();
    charts = charts.stream().filter(Chart::isDrawable).toList();
  }

  /**
   * Creates the report from a study's folder.
   *
   * @throws io.streambench.base.SettingException if the folder belongs to no study, or is damaged
   */
  public static StudyReport of(StudyFolder folder, Function<String, Study> studies) {
    return of(StudyResults.read(folder, studies));
  }

  static StudyReport of(StudyResults results) {
    Study study = results.order().study();
    return switch (study.name()) {
      case "fan-out" -> FanOutStudy.report(results);
      case "max-concurrent-streams" -> StreamLimitStudy.report(results);
      case "saturation" -> SaturationStudy.report(results);
      case "strategies" -> StrategiesStudy.report(results);
      case "windows" -> WindowsStudy.report(results);
      default ->
          study.best().isEmpty()
              ? StudyTables.comparisonReport(results)
              : LoadReport.report(results, study.best());
    };
  }

  /** Returns the answer to the primary question, and the smallest detectable difference. */
  public Optional<String> primaryAnswer() {
    return new StudyFacts(results).primaryAnswer();
  }

  /** Returns facts that qualify the findings, one sentence each. */
  public List<String> notes() {
    return new StudyFacts(results).notes();
  }

  /** Returns the report in Markdown, with links to the charts in {@code chartFileNames}. */
  public String markdown(List<String> chartFileNames) {
    return document(chartFileNames).markdown();
  }

  /** Returns the report as one HTML page. */
  public String page() {
    return document(charts.stream().map(Chart::title).toList()).page();
  }

  private List<String> findingsMatching(Pattern pattern) {
    return findings.stream().filter(finding -> pattern.matcher(finding).matches()).toList();
  }

  /**
   * Creates the document. Its parts are sorted by importance: the question and the answer come
   * first.
   */
  private Document document(List<String> chartFileNames) {
    StudyFacts known = new StudyFacts(results);
    List<Part> drawn = new ArrayList<>();
    for (int i = 0; i < chartFileNames.size(); i++) {
      drawn.add(new Chart.Picture(charts.get(i), chartFileNames.get(i)));
    }
    int first = Math.min(1, drawn.size());
    List<String> found = new ArrayList<>(findings);
    List<String> limits = new ArrayList<>(results.order().study().limits());
    limits.addAll(findingsMatching(LIMIT_FINDING));
    List<String> flags = findingsMatching(FLAG_FINDING);
    found.removeAll(limits);
    found.removeAll(flags);
    limits.addAll(notes());
    int answer = Math.min(1, found.size());
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("", new Part.Items(primaryAnswer().stream().toList())));
    sections.add(Section.of("", new Part.Items(found.subList(0, answer))));
    sections.add(new Section("", false, drawn.subList(0, first)));
    tables.stream().limit(1).forEach(table -> sections.add(Section.of(table)));
    sections.add(Section.of("What this does not say", new Part.Items(limits)));
    sections.add(Section.of("Also found", new Part.Items(found.subList(answer, found.size()))));
    tables.stream().skip(1).forEach(table -> sections.add(Section.of(table)));
    sections.add(new Section("", false, drawn.subList(first, drawn.size())));
    sections.add(Section.of("Flagged", new Part.Items(flags)));
    sections.add(Section.of(known.varyingParametersTable()));
    sections.add(Section.of("Settings and environment", new Part.Facts(known.facts())));
    sections.add(Section.of("To repeat it", new Part.Code("", known.commands())));
    return new Document(
        results.order().study().title(),
        "",
        Tone.UNCLEAR,
        results.order().study().question(),
        sections);
  }

  /** The files of a report, and a warning if a chart could not be written. */
  public record WrittenFiles(Path markdown, Path page, Optional<String> warning) {}

  /** Writes {@code report.md}, {@code report.html} and a picture for each chart. */
  public WrittenFiles writeTo(StudyFolder folder) throws IOException {
    List<String> pictures = new ArrayList<>();
    Optional<String> warning = Optional.empty();
    for (Chart chart : charts) {
      String picture = "chart-" + (pictures.size() + 1) + ".png";
      try {
        ChartImage.writePng(chart::image, folder.path().resolve(picture));
        pictures.add(picture);
      } catch (IOException e) {
        warning = Optional.of("no picture: " + e.getMessage());
      }
    }
    Path markdown = folder.path().resolve("report.md");
    Path page = folder.path().resolve("report.html");
    AtomicFile.write(markdown, markdown(pictures));
    AtomicFile.write(page, page());
    return new WrittenFiles(markdown, page, warning);
  }
}
