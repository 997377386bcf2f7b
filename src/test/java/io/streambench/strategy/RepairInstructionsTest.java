package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.logging.log4j.Level;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.junit.jupiter.api.Test;

/** Checks the log lines that docs/repair.md promises. */
class RepairInstructionsTest {
  private static final Path PAGE = Path.of("docs", "repair.md");

  /** Returns the log lines with these properties, as "LEVEL line". */
  private static List<String> logLines(
      UnaryOperator<String> repairProperties, UnaryOperator<String> nextProperties) {
    DeduplicatingLog once = new DeduplicatingLog();
    try (FactoryLog log = new FactoryLog();
        Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      try {
        new StallFreeClientFactory(repairProperties, new NextFactory(nextProperties, once))
            .setup(client);
      } catch (IllegalStateException e) {
        // the log has the error
      }
      return Stream.of(Level.INFO, Level.WARN, Level.ERROR)
          .flatMap(level -> log.lines(level).stream().map(line -> level + " " + line))
          .toList();
    }
  }

  private static String failLikeOtherJetty(String name) {
    throw new NoSuchMethodError("of another Jetty");
  }

  private static List<String> problemLines() {
    UnaryOperator<String> none = name -> null;
    return Stream.of(
            logLines(RepairInstructionsTest::failLikeOtherJetty, none),
            logLines(Map.of("streambench.flowControl", "fastest")::get, none),
            logLines(none, Map.of("streambench.nextClientFactory", "com.example.Missing")::get),
            logLines(none, Map.of("streambench.nextClientFactory", "")::get),
            logLines(none, Map.of("basicauth", "solr:SolrRocks")::get),
            logLines(none, Map.of("solr.httpclient.config", "/etc/password")::get))
        .flatMap(List::stream)
        .filter(line -> !line.startsWith("INFO"))
        .toList();
  }

  /**
   * Returns patterns for the table rows that begin with a level. The character … stands for any
   * text.
   */
  private static List<Pattern> documentedProblems() throws IOException {
    return Files.readString(PAGE)
        .lines()
        .filter(line -> line.matches("\\| `(ERROR|WARN)` .*"))
        .flatMap(
            row -> {
              List<String> code =
                  Pattern.compile("`([^`]+)`")
                      .matcher(row.split("\\|")[1])
                      .results()
                      .map(found -> found.group(1))
                      .toList();
              return code.stream().skip(1).map(text -> code.get(0) + " " + text);
            })
        .map(text -> Pattern.compile("\\Q" + text.replace("…", "\\E.*\\Q") + "\\E.*"))
        .toList();
  }

  @Test
  void documentedProblemsMatchLog() throws IOException {
    List<Pattern> rows = documentedProblems();
    List<String> problems = problemLines();
    assertThat(problems)
        .hasSize(6)
        .allSatisfy(
            line -> assertThat(rows).filteredOn(row -> row.matcher(line).matches()).hasSize(1));
    assertThat(rows)
        .allSatisfy(row -> assertThat(problems).anyMatch(line -> row.matcher(line).matches()));
  }

  @Test
  void documentedConfirmationLineMatchesCode() throws IOException {
    String documented =
        Files.readString(PAGE)
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("… INFO …"))
            .findFirst()
            .orElseThrow();
    assertThat(logLines(name -> null, name -> null))
        .extracting(RepairInstructionsTest::withoutNumbers)
        .containsExactly(
            withoutNumbers(documented.replaceFirst("… INFO … StallFreeClientFactory", "INFO")));
  }

  private static String withoutNumbers(String line) {
    return line.replaceAll("[0-9][0-9,]*( bytes| of)", "N$1");
  }
}
