package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;

/**
 * Checks that docs/results/published.md has every table of the five published studies, next to the
 * figures of the committed report. {@code -Dpublished.write=true} updates these tables.
 */
class PublishedTablesTest {
  private static final Path PAGE = Path.of("docs/results/published.md");

  private static final Pattern REPORT = Pattern.compile("\\]\\(([^)#]*report\\.md)");

  private static final String CLAIMS =
      "\n| table or claim | published | here | verdict |\n|---|---|---|---|\n";

  private static final String VERDICT =
      "\\|([^|]+\\|){3} \\*(reproduced|contradicted|not (decided|testable here))\\*(: [^|]+)? \\|";

  /** A time measured on a different machine, which is not judged. */
  private static final String ABSOLUTE = "[\\d.,]+(–[\\d.,]+)? (ms|s|ns)|[\\d.]+ ± [\\d.]+ ops/s";

  private static final Map<String, Path> REPORTS =
      Map.of(
          "http1-vs-http2", reportPath("2026-11-27-http1-vs-http2"),
          "max-concurrent-streams", reportPath("2026-11-30-max-concurrent-streams"),
          "single-request", reportPath("2026-11-22-single-request"),
          "fan-out", reportPath("2026-11-27-fan-out"),
          "saturation", reportPath("2026-11-27-saturation"));

  private static Path reportPath(String folder) {
    return Path.of("docs/results", folder, "report.md");
  }

  private static List<PublishedFigures.Row> readRows(String study, String table)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    JsonNode all = json.readTree(PublishedFigures.class.getResourceAsStream("published.json"));
    assertThat(all.has(study)).as(study).isTrue();
    List<PublishedFigures.Row> rows =
        json.convertValue(all.get(study).get("rows"), new TypeReference<>() {});
    return rows.stream().filter(row -> table.equals(row.table())).toList();
  }

  private static List<String> splitFigures(String figures) {
    return Arrays.asList(figures.split(", "));
  }

  /** Returns the figures of the committed report in the row with this label. */
  private static String measuredFigures(String study, PublishedFigures.Row row) throws IOException {
    String start = "| " + row.label() + " | " + row.published() + " | ";
    List<String> found =
        Files.readAllLines(REPORTS.get(study)).stream()
            .filter(line -> line.startsWith(start))
            .map(line -> line.substring(start.length(), line.length() - " |".length()))
            .toList();
    assertThat(found).as(start).hasSize(1);
    return found.get(0);
  }

  /**
   * Returns the lines of a table. A row with several figures has a line per side, and columns named
   * after the figures.
   */
  private static List<String> tableLines(String study, String table) throws IOException {
    List<PublishedFigures.Row> rows = readRows(study, table);
    List<String> lines = new ArrayList<>();
    boolean wide = rows.get(0).item().contains(": ") && rows.get(0).published().contains(", ");
    List<String> columns =
        wide
            ? splitFigures(rows.get(0).item().split(": ")[1])
            : List.of(study.equals("fan-out") ? "ours" : "here");
    lines.add(
        wide ? tableLine(rows.get(0).unit(), "", columns) : tableLine("", "published", columns));
    lines.add("|---|" + (wide ? "---|" + "---:|".repeat(columns.size()) : "---:|---|"));
    for (PublishedFigures.Row row : rows) {
      String ours = measuredFigures(study, row);
      String unit = row.unit().isEmpty() ? "" : ", " + row.unit();
      if (!wide) {
        lines.add(tableLine(row.item() + unit, row.published(), List.of(ours)));
        continue;
      }
      List<String> sides = List.of(ours.split("; "));
      lines.add(tableLine(row.item().split(": ")[0], "published", splitFigures(row.published())));
      lines.add(tableLine("", "HTTP/2", splitFigures(sides.get(0))));
      lines.add(tableLine("", "HTTP/1.1", splitFigures(sides.get(1))));
    }
    return lines;
  }

  private static String tableLine(String firstCell, String secondCell, List<String> moreCells) {
    return "| " + firstCell + " | " + secondCell + " | " + String.join(" | ", moreCells) + " |";
  }

  private static String tableMarker(String study, String table) {
    return "<!-- " + study + ": " + table + " -->\n\n";
  }

  @ParameterizedTest
  @CsvFileSource(resources = "published-tables.csv", delimiter = '|')
  void pageHasPublishedTableNextToMeasuredFigures(String study, String table, int valueCount)
      throws IOException {
    long published =
        readRows(study, table).stream()
            .flatMap(row -> splitFigures(row.published()).stream())
            .filter(value -> !value.endsWith("(calculated)"))
            .count();
    assertThat(published).isEqualTo(valueCount);
    List<String> lines = tableLines(study, table);
    assertThat(lines).noneMatch(line -> line.contains("not measured"));
    long columns = lines.get(0).chars().filter(one -> one == '|').count();
    assertThat(lines).allMatch(line -> line.chars().filter(one -> one == '|').count() == columns);
    String block = tableMarker(study, table) + String.join("\n", lines) + "\n\n";
    if (Boolean.getBoolean("published.write")) {
      replaceBlock(tableMarker(study, table), block);
    }
    assertThat(Files.readString(PAGE)).contains(block);
  }

  private static synchronized void replaceBlock(String start, String block) throws IOException {
    Pattern old = Pattern.compile(Pattern.quote(start) + "(\\|.*\n)*\n*");
    String page = Files.readString(PAGE);
    Files.writeString(PAGE, old.matcher(page).replaceFirst(Matcher.quoteReplacement(block)));
  }

  /** A figure of this project next to a verdict comes from a linked report or a calculation. */
  @Test
  void everyClaimHasVerdictAndReportedFigures() throws IOException {
    String[] sections = Files.readString(PAGE).split("\n## ");
    assertThat(sections).hasSize(1 + REPORTS.size());
    for (String section : List.of(sections).subList(1, sections.length)) {
      List<String> reported = numbers(listItems(section) + readLinkedReports(section));
      String claims = section.split(Pattern.quote(CLAIMS))[1].split("\n\n")[0];
      for (String line : claims.split("\n")) {
        assertThat(line).matches(VERDICT);
        String[] cells = line.split(" *\\| *");
        assertThat(reported).as(line).containsAll(numbers(cells[3]));
        if (cells[2].matches(ABSOLUTE)) {
          assertThat(cells[4]).as(line).startsWith("*not testable here*");
        }
      }
    }
  }

  /** Returns the list items, which dev/published.py calculated. */
  private static String listItems(String section) {
    return section.lines().filter(line -> line.startsWith("- ")).collect(Collectors.joining("\n"));
  }

  private static String readLinkedReports(String section) throws IOException {
    StringBuilder all = new StringBuilder();
    for (MatchResult link : REPORT.matcher(section).results().toList()) {
      all.append(Files.readString(PAGE.resolveSibling(link.group(1))));
    }
    return all.toString();
  }

  private static List<String> numbers(String text) {
    return Pattern.compile("\\d+(?:,\\d{3})*(?:\\.\\d+)?")
        .matcher(text.replaceAll("\\]\\([^)]*\\)|HTTP/\\d(\\.\\d)?", ""))
        .results()
        .map(MatchResult::group)
        .distinct()
        .toList();
  }
}
