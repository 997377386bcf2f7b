package io.streambench;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that a page cites only figures from a committed report or docs/claims.md. */
class DocumentedFiguresTest {
  private static final Path README = Path.of("README.md");
  private static final Path CLAIMS = Path.of("docs/claims.md");
  private static final Path RESULTS = Path.of("docs/results");
  private static final Path CALCULATED = RESULTS.resolve("calculated.md");
  private static final Path INDEX = RESULTS.resolve("README.md");

  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]+)");
  private static final String NUMBER = "(\\d+(?:,\\d{3})*(?:\\.\\d+)?)";
  private static final String ESTIMATE =
      "(?<![\\w/.,–-])" + NUMBER + "(?:[ \\u00a0]?(?:%|ms|s|[KMG]i?B))?";

  private static final String INTERVAL = NUMBER + "(?:–| to |-(?=\\d+\\.))" + NUMBER;

  /** A ratio as in "0.90 (0.73–1.11)", or only an interval as in "slower (0.86–0.94)". */
  private static final Pattern CITED = Pattern.compile("(?:" + ESTIMATE + " )?\\(" + INTERVAL);

  /** A ratio in a report, possibly in two columns of a table. */
  private static final Pattern REPORTED = Pattern.compile(ESTIMATE + "(?: \\(| \\| )" + INTERVAL);

  private static final Map<Path, Set<String>> FIGURES_BY_SOURCE = new ConcurrentHashMap<>();

  static List<Path> pages() {
    List<Path> all = new ArrayList<>(findMarkdownFiles(Path.of("docs"), 1));
    all.addAll(findMarkdownFiles(Path.of("docs/upstream"), 1));
    all.addAll(List.of(README, INDEX));
    all.remove(CLAIMS);
    return all;
  }

  static List<Path> pagesAndReports() {
    List<Path> all = new ArrayList<>(findMarkdownFiles(Path.of("docs"), 3));
    all.addAll(List.of(README, Path.of("CONTRIBUTING.md"), Path.of("CHANGELOG.md")));
    return all;
  }

  private static List<Path> findMarkdownFiles(Path folder, int maxDepth) {
    try (Stream<Path> files = Files.walk(folder, maxDepth)) {
      return files.filter(file -> file.toString().endsWith(".md")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("pages")
  void citesOnlyFiguresOfLinkedReportOrClaims(Path page) {
    assertThat(findUnsourcedFigures(page, readPage(page))).isEmpty();
  }

  @Test
  void findsFiguresThatLinkedReportLacks() {
    Path page = Path.of("docs/page.md");
    String text = "none\n0.90 (0.73-1.12)\nHTTP/2 (0.123–0.456), 65 s | 66–67 s";
    assertThat(findUnsourcedFigures(page, text))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("docs/page.md:2: 0.90 (0.73–1.12)"),
            line -> assertThat(line).startsWith("docs/page.md:3: (0.123–0.456)"));
    String ratio = "0.77 (0.65–0.92) [here](results/2026-11-2%s/report.md)";
    assertThat(findUnsourcedFigures(page, ratio.formatted("6-output-buffer"))).isEmpty();
    assertThat(findUnsourcedFigures(page, ratio.formatted("3-observer-cost"))).hasSize(1);
  }

  @Test
  void claimsListsOnlyCitedFigures() {
    Set<String> cited =
        pages().stream()
            .flatMap(page -> findFigures(CITED, readPage(page)).stream())
            .collect(toSet());
    assertThat(cited).containsAll(findFigures(CITED, readPage(CLAIMS)));
  }

  @Test
  void readmeFiguresLinkReportsWithTheirCommand() {
    List<String> lines =
        readPage(README).lines().filter(line -> !findFigures(CITED, line).isEmpty()).toList();
    assertThat(lines).isNotEmpty();
    for (String line : lines) {
      assertThat(linkedReports(README, line))
          .isNotEmpty()
          .allMatch(report -> readPage(report).contains("\n    ./streambench study "));
    }
  }

  @ParameterizedTest
  @MethodSource("pagesAndReports")
  void relativeLinksPointToExistingFilesAndHeadings(Path page) {
    Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]*)(#[^)\\s]+)?\\)")
        .matcher(readPage(page))
        .results()
        .forEach(
            link -> {
              Path file = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
              assertThat(file).exists();
              if (link.group(2) != null && file.toString().endsWith(".md")) {
                assertThat(headingAnchors(file)).contains(link.group(2));
              }
            });
  }

  /** Returns the anchor of each heading, in the format of Git hosting sites. */
  private static List<String> headingAnchors(Path page) {
    return readPage(page)
        .lines()
        .filter(line -> line.matches("#+ .*"))
        .map(line -> line.replaceAll("^#+ +|\\]\\([^)]*\\)|[^\\p{L}\\p{N} _-]", ""))
        .map(line -> "#" + line.toLowerCase(Locale.ROOT).replace(' ', '-'))
        .toList();
  }

  /** Returns figures without a source. A line without a link may cite any report. */
  private static List<String> findUnsourcedFigures(Path page, String text) {
    List<String> unfounded = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      List<String> figures = new ArrayList<>(findFigures(CITED, lines.get(i)));
      if (!figures.isEmpty()) {
        List<Path> sources = new ArrayList<>(linkedReports(page, lines.get(i)));
        if (sources.isEmpty()) {
          sources.addAll(findMarkdownFiles(RESULTS, 2));
          sources.remove(INDEX);
        }
        sources.addAll(List.of(CALCULATED, CLAIMS));
        sources.forEach(source -> figures.removeAll(figuresInSource(source)));
      }
      for (String figure : figures) {
        String what = page + ":" + (i + 1) + ": " + figure;
        unfounded.add(what + ": link the report that has it, or list it in claims.md");
      }
    }
    return unfounded;
  }

  private static Set<String> figuresInSource(Path source) {
    return FIGURES_BY_SOURCE.computeIfAbsent(
        source,
        file -> {
          Set<String> known = new HashSet<>(findFigures(CITED, readPage(file)));
          known.addAll(findFigures(REPORTED, readPage(file)));
          known.addAll(
              known.stream().map(figure -> figure.substring(figure.indexOf('('))).toList());
          return known;
        });
  }

  private static Set<String> findFigures(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .filter(found -> found.group(1) != null || found.group(2).contains("."))
        .map(DocumentedFiguresTest::formatFigure)
        .collect(toSet());
  }

  private static String formatFigure(MatchResult match) {
    String interval = "(" + match.group(2) + "–" + match.group(3) + ")";
    return match.group(1) == null ? interval : match.group(1) + " " + interval;
  }

  private static List<Path> linkedReports(Path page, String line) {
    return LINK.matcher(line)
        .results()
        .map(link -> page.resolveSibling(link.group(1)).normalize())
        .filter(target -> target.startsWith(RESULTS) && target.toString().endsWith(".md"))
        .filter(target -> !target.equals(INDEX))
        .toList();
  }

  private static String readPage(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
