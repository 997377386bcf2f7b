package io.streambench.report.comparison;

import com.samskivert.mustache.Mustache;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.report.diagnosis.ChartData;
import io.streambench.report.page.PageScript;
import io.streambench.report.page.Resource;
import io.streambench.report.table.Rounded;
import io.streambench.results.ComparedResults;
import io.streambench.results.Contender;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A comparison as one HTML page, which needs nothing else: the verdicts in words, a table of every
 * cell that can be sorted, and charts of medians and ratios with their intervals. Works from a disk
 * without a network, in light, dark and on paper.
 */
public final class ComparisonPage {
  private static final String TEMPLATE = "comparison.html.mustache";

  private final ComparedResults results;
  private final ComparisonSummary summary;
  private final CommonParameters common;

  private ComparisonPage(ComparedResults results, CommonParameters.Defaults defaults) {
    this.results = results;
    this.common = new CommonParameters(defaults);
    this.summary = new ComparisonSummary(results);
  }

  /** A line about a contender. */
  record Fact(String name, String text) {}

  /**
   * Makes the page.
   *
   * @return HTML in UTF-8, with all text escaped
   */
  public static String render(ComparedResults results, CommonParameters.Defaults defaults) {
    return new ComparisonPage(results, defaults).render();
  }

  private String render() {
    List<ComparisonSection> sections = sections();
    Map<String, Object> page = new HashMap<>();
    List<String> names = results.contenders().stream().map(Contender::name).toList();
    page.put(
        "title", String.join(", ", names.subList(1, names.size())) + " against " + names.get(0));
    page.put("word", word());
    page.put("tone", tone());
    page.put("summary", summary.headline());
    page.put("facts", results.contenders().stream().map(this::fact).toList());
    page.put("warnings", results.warnings());
    page.put("hasWarnings", !results.warnings().isEmpty());
    page.put("sections", sections.stream().map(ComparisonSection::values).toList());
    page.put("reading", reading(names.get(0)));
    page.put("notes", summary.notes());
    page.put("hasNotes", !summary.notes().isEmpty());
    page.put(
        "style",
        Resource.text("timeline.css")
            + Resource.text("sort.css")
            + Resource.text("comparison.css"));
    page.put("data", ChartData.json(sections.stream().map(ComparisonSection::chart).toList()));
    PageScript.put(page, "sort.js", "comparison.js");
    return Mustache.compiler().escapeHTML(true).compile(Resource.text(TEMPLATE)).execute(page);
  }

  /** One for each benchmark, mode and unit, since those can stand on one axis. */
  private List<ComparisonSection> sections() {
    Map<String, List<ComparisonRow>> groups = new LinkedHashMap<>();
    ComparisonRow.of(results)
        .forEach(
            row -> groups.computeIfAbsent(row.cell().series(), k -> new ArrayList<>()).add(row));
    List<ComparisonSection> sections = new ArrayList<>();
    groups
        .values()
        .forEach(
            rows -> sections.add(new ComparisonSection(results, rows, sections.size(), common)));
    return sections;
  }

  private String word() {
    if (summary.regressed()) {
      return "REGRESSION";
    }
    return judged() ? "NO REGRESSION SHOWN" : "NOT JUDGED";
  }

  private String tone() {
    if (summary.regressed()) {
      return "bad";
    }
    return judged() && !open() ? "good" : "unclear";
  }

  /** Returns whether more forks could still show a difference. */
  private boolean open() {
    return summary.count(ComparisonVerdict.NO_EVIDENCE)
            + summary.count(ComparisonVerdict.TOO_FEW_FORKS)
        > 0;
  }

  private boolean judged() {
    return summary.count(ComparisonVerdict.FASTER)
            + summary.count(ComparisonVerdict.NO_EVIDENCE)
            + summary.count(ComparisonVerdict.WITHIN_THRESHOLD)
        > 0;
  }

  private Fact fact(Contender contender) {
    boolean baseline = contender.equals(results.contenders().get(0));
    StringBuilder text = new StringBuilder(ComparisonReport.extent(contender));
    for (Map<String, Object> environment : contender.environments()) {
      for (String key : List.of("os", "cpus", "jdk", "solr", "jetty")) {
        if (environment.get(key) != null) {
          text.append("; ").append(key).append(' ').append(environment.get(key));
        }
      }
    }
    return new Fact((baseline ? "Baseline " : "") + contender.name(), text.toString());
  }

  private List<String> reading(String baseline) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "A fork is one run in its own JVM. It counts once, however many iterations it has. A ratio"
            + " is the median of the contender divided by the median of "
            + baseline
            + ".");
    lines.add(
        "A contender is called different if p is below 0.05 in the Mann-Whitney test and the"
            + " interval of the ratio excludes 1. “No evidence of a difference” does not mean that"
            + " there is none: the interval shows how large it could be.");
    if (results.threshold() > 0) {
      lines.add(
          "A contender is called faster or slower if the whole interval lies beyond the threshold"
              + " of "
              + Rounded.threshold(results.threshold())
              + ".");
    }
    lines.add(
        "If any run of a cell stalled or failed, the report shows that, and the cell is in no"
            + " average.");
    return lines;
  }
}
