package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.base.files.Json;
import io.streambench.flow.events.Golden;
import io.streambench.flow.threads.DumpForms;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that two dumps of a real stall give the same result in every format and wrapping that
 * occurs in practice.
 */
class EveryFormTest {
  private static final String ONE = DumpForms.jstack("one");
  private static final String TWO = DumpForms.jstack("two");

  private final Verb verb = new Verb("analyze");
  @TempDir Path folder;

  /** Texts that programs add to each line. */
  enum Wrapping {
    INDENTED(line -> "    " + line),
    QUOTED(line -> "> > " + line),
    QUOTED_OFTEN(line -> ">>> > > > > " + line),
    QUOTED_BY_BARS(line -> "| | " + line),
    QUOTED_PRINTABLE(EveryFormTest::encodeQuotedPrintable),
    QUOTED_PRINTABLE_REPLY(line -> encodeQuotedPrintable("> " + line)),
    DOCKER(line -> "2026-11-26T04:23:49.000000003Z " + line),
    CRI(line -> "2026-11-26T04:23:49.000000003+00:00 stdout F " + line),
    JOURNALD(line -> "Nov 26 04:23:49 solr1 solr[2370]: " + line),
    JOURNALD_ISO(line -> "2026-11-26T04:23:49+0100 solr1 solr[2370]: " + line),
    JOURNALD_FULL(line -> "Thu 2026-11-26 04:23:49 UTC solr1 solr[2370]: " + line),
    JOURNALD_MONOTONIC(line -> "[12345.678940] solr1 solr[2370]: " + line),
    KUBECTL(line -> "[pod/solr-0/solrcloud-node] " + line),
    KUBECTL_TIMES(line -> "[pod/solr-0/solrcloud-node] 2026-11-26T04:23:49.000000003Z " + line),
    COMPOSE_COLOURS(line -> "\u001b[36msolr-1  |\u001b[0m " + line),
    SWARM(line -> "solr_solr.1.x8dk3j2l@nodeA    | " + line),
    COMPOSE_TIMES(line -> "solr-1  | 2026-11-26T04:23:49.003Z " + line),
    NO_BREAK_SPACES(
        line -> line.replace("\t", "\u00a0\u00a0\u00a0 ").replace("   j", "\u00a0\u00a0 j")),
    CURLY_QUOTES(line -> line.replaceAll("\"([^\"]*)\"", "\u201c$1\u201d")),
    MAIL(EveryFormTest::wrapLikeMail),
    TERMINAL(EveryFormTest::splitLikeTerminal),
    LOW_QUOTES(line -> line.replaceAll("\"([^\"]*)\"", "\u201e$1\u201c")),
    HTML(line -> "<div class=\"line\">" + escapeHtml(line) + "</div>"),
    HTML_IN_ONE_ELEMENT(EveryFormTest::escapeHtml),
    HTML_REPLY(line -> escapeHtml("> " + line)),
    HTML_TWICE(line -> escapeHtml(escapeHtml(line))),
    HTML_NUMBERS(line -> line.replace("\"", "&#34;").replace("<", "&#x3c;").replace(">", "&#62;")),
    HTML_TABLE(
        line -> "<tr><td class=\"n\">17</td><td class=\"text\">" + escapeHtml(line) + "</td></tr>"),
    TEST_RUNNER(line -> "   [junit4]   2> " + line),
    GREP_NUMBERS(line -> "17:" + line),
    GREP_CONTEXT(line -> line.startsWith("\"") ? "dump.txt:17:" + line : "dump.txt-17-" + line),
    GREP_FILES(line -> line.startsWith("\"") ? "a/dump.3:" + line : "a/dump.3-" + line),
    CAT_NUMBERS(line -> "    17\t" + line),
    WRAPPER(line -> "INFO   | jvm 1    | 2026/11/26 04:23:49 | " + line),
    SYSLOG(line -> "<134>1 2026-11-26T04:23:49.003Z host1 solr 2370 - - " + line),
    HEROKU(line -> "2026-11-26T04:23:49.003000+00:00 app[web.1]: " + line),
    JENKINS(line -> "[2026-11-26T04:23:49.003Z] " + line),
    MAVEN(line -> "[INFO] " + line),
    LOGGED_OUTPUT(line -> "04:23:49,003 INFO  [stdout] (Signal Dispatcher) " + line),
    DOCKER_JSON(line -> "{\"log\":" + json(line + "\n") + ",\"time\":\"2026-11-26T04:23:49.3Z\"}"),
    ECS(
        line ->
            "{\"@timestamp\":\"2026-11-26T04:23:49.3Z\",\"log.level\":\"INFO\",\"message\":"
                + json(line)
                + ",\"process.thread.name\":\"main\"}"),
    JOURNALD_JSON(
        line ->
            "{\"__REALTIME_TIMESTAMP\":\"1795667029000000\",\"_PID\":\"2370\",\"MESSAGE\":"
                + json(line)
                + "}");

    private final UnaryOperator<String> lineWrapper;

    Wrapping(UnaryOperator<String> lineWrapper) {
      this.lineWrapper = lineWrapper;
    }

    String of(String text) {
      return text.lines().map(lineWrapper).collect(Collectors.joining("\n")) + "\n";
    }

    private static String json(String text) {
      return JsonNodeFactory.instance.textNode(text).toString();
    }
  }

  /** Wraps a line at 72 columns like a mail program. */
  private static String wrapLikeMail(String line) {
    StringBuilder text = new StringBuilder(line);
    for (int begin = 0; text.length() - begin > 72; ) {
      int blank = text.lastIndexOf(" ", begin + 72);
      int at = blank > begin ? blank : text.indexOf(" ", begin + 72);
      if (at < 0 || text.charAt(0) == '"' && text.substring(0, at).indexOf("cpu=") < 0) {
        break;
      }
      text.setCharAt(at, '\n');
      begin = at + 1;
    }
    return text.toString();
  }

  /** Splits a line at 100 columns like a terminal. */
  private static String splitLikeTerminal(String line) {
    return line.replace("\t", "        ").replaceAll("(.{100})(?=.)", "$1\n");
  }

  /** Encodes a line as quoted-printable, like a mail program. */
  private static String encodeQuotedPrintable(String line) {
    StringBuilder text = new StringBuilder();
    int width = 0;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      String code = c == '=' || c < ' ' ? "=%02X".formatted((int) c) : String.valueOf(c);
      if (width + code.length() > 75) {
        text.append("=\n");
        width = 0;
      }
      text.append(code);
      width += code.length();
    }
    return text.toString();
  }

  private static String csvCell(String text) {
    return "\"" + text.replace("\"", "\"\"") + "\"";
  }

  private static String escapeHtml(String line) {
    return line.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }

  private JsonNode analyze(Path... files) throws IOException {
    return verb.json(0, Stream.of(files).map(Path::toString).toArray(String[]::new));
  }

  private Path writeFile(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private void assertHangIsFound(JsonNode report, boolean hasProcessorTimes) {
    assertThat(report.get("verdict").asText()).isEqualTo("POSSIBLE");
    assertThat(report.get("jvms")).hasSize(1);
    assertThat(report.get("jvms").get(0).get("dumps").asInt()).isEqualTo(2);
    assertThat(report.get("reason").asText())
        .contains("waits for the next document")
        .contains(
            hasProcessorTimes ? "10 of 10 threads sending answers had been blocked" : "unknown");
  }

  @ParameterizedTest
  @EnumSource
  void readsTwoDumpsInOneFile(DumpForms form) throws IOException {
    assertHangIsFound(analyze(writeFile("both", form.of(ONE) + "\n" + form.of(TWO))), form.hasCpu);
  }

  @ParameterizedTest
  @EnumSource
  void readsWrappedDumpsBetweenLogLines(Wrapping wrapping) throws IOException {
    String log =
        """
        2026-11-26 04:23:40.101 ERROR (qtp1-18) [c:logs] o.a.s.s.HttpSolrCall 500 Exception
        java.lang.IllegalStateException: no dump
        \tat org.eclipse.jetty.server.HttpOutput.channelWrite(HttpOutput.java:256)
        \tat org.apache.solr.servlet.HttpSolrCall.call(HttpSolrCall.java:611)
        """;
    assertHangIsFound(
        analyze(writeFile("console.log", wrapping.of(log + ONE + log + TWO + log))), true);
  }

  /** After {@code kill -3}, other threads write to the same console. */
  @Test
  void readsStacksInterruptedByLogLines() throws IOException {
    for (String line : List.of("2026-11-26 04:23:49.1 INFO  (qtp1-18) x", "[1.2s][info][gc] x")) {
      String within =
          (ONE + "\n" + TWO).replaceAll("(?m)^(\tat org.eclipse.jetty.util)", line + "\n$1");
      assertHangIsFound(analyze(writeFile("console.log", within)), true);
    }
  }

  /** Stern, Docker Compose and other tools interleave the lines of several logs. */
  @Test
  void separatesInterleavedLinesOfTwoPods() throws IOException {
    String other = ONE.replace("tid=0x00007fa", "tid=0x00007fb").replace("InputStream", "Other");
    for (String pods :
        List.of("solr%d  | ", "solr-%d solrcloud-node ", "ip-10-0-0-%d solr ", "solr/node/a%d ")) {
      StringBuilder both = new StringBuilder();
      for (String[] dumps : new String[][] {{ONE, other}, {TWO, other}}) {
        List<String> one = dumps[0].lines().toList();
        List<String> two = dumps[1].lines().toList();
        for (int i = 0; i < Math.max(one.size(), two.size()); i++) {
          both.append(i < one.size() ? pods.formatted(1) + one.get(i) + "\n" : "");
          both.append(i < two.size() ? pods.formatted(2) + two.get(i) + "\n" : "");
        }
      }
      JsonNode answer = analyze(writeFile("pods.log", both.toString()));
      assertThat(answer.get("jvms")).as(pods).hasSize(2);
      assertThat(answer.get("reason").asText())
          .contains("\"reader\" waits for the next document", "the first is \"qtp");
      if (pods.contains("|")) {
        assertThat(answer.get("jvms").findValuesAsText("name"))
            .containsExactlyInAnyOrder("pods.log (solr1)", "pods.log (solr2)");
      }
    }
  }

  /** Two programs may have a thread with equal number and address, or with equal processor time. */
  @Test
  void doesNotCompareDumpsOfDifferentJvms() throws IOException {
    String elsewhere = replaceExceptInThread(TWO, "main", "tid=0x00007fa", "tid=0x00007fb");
    String busier =
        DumpForms.SOLR_JSON.of(replaceExceptInThread(TWO, "Finalizer", " cpu=", " cpu=9"));
    for (String both : List.of(ONE + elsewhere, DumpForms.SOLR_JSON.of(ONE) + busier)) {
      JsonNode answer = analyze(writeFile("both", both));
      assertThat(answer.get("jvms")).hasSize(2);
      assertThat(answer.get("verdict").asText()).isEqualTo("POSSIBLE");
    }
  }

  private static String replaceExceptInThread(String dump, String thread, String from, String to) {
    return dump.lines()
        .map(line -> line.startsWith("\"" + thread + "\"") ? line : line.replace(from, to))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void ignoresTextThatQuotesThread() throws IOException {
    String quoting = "Thread \"reader\" #33 prio=5 hangs, as the dump shows:\n\n";
    assertHangIsFound(analyze(writeFile("one", quoting + ONE), writeFile("two", TWO)), true);
  }

  /** A document is read as a whole, but a log line by line, even if its first line is long. */
  @Test
  void readsLogWithLongFirstLine() throws IOException {
    String log =
        "{\"message\":\""
            + "x [y] ".repeat(1_000)
            + "\",\"log\":\"z\"}\nno JSON\n"
            + Wrapping.ECS.of(ONE + "\n" + TWO);
    assertHangIsFound(analyze(writeFile("log.json", log)), true);
  }

  @Test
  void readsJettyDumpWithLinePrefix() throws IOException {
    try (InputStream in =
        DumpForms.class.getResourceAsStream(
            "/io/streambench/threads/golden/reader-waits-jetty.txt")) {
      String dump = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      JsonNode answer = analyze(writeFile("dump", Wrapping.GREP_NUMBERS.of(dump)));
      assertThat(answer.get("reason").asText()).contains("has no receive window left");
    }
  }

  @Test
  void readsFlowControlLinesFromWebPage() throws IOException {
    String log = String.join("\n", Golden.lines("jetty12-stall.log.gz"));
    String page = writeFile("page.html", "<pre>" + escapeHtml(log)).toString();
    assertThat(verb.json(3, page).get("verdict").asText()).isEqualTo("STALLED");
  }

  @Test
  void readsDumpsInUtf16() throws IOException {
    for (String mark : List.of("\ufeff", "")) {
      for (String order : List.of("UTF-16LE", "UTF-16BE")) {
        Path one = folder.resolve("one-" + order + mark.length());
        Path two = folder.resolve("two-" + order + mark.length());
        Files.write(one, (mark + ONE.replace("\n", "\r\n")).getBytes(order));
        Files.write(two, (mark + TWO.replace("\n", "\r\n")).getBytes(order));
        assertHangIsFound(analyze(one, two), true);
      }
    }
  }

  @Test
  void readsLinesFromJsonDocument() throws IOException {
    JsonNodeFactory json = JsonNodeFactory.instance;
    ArrayNode texts = json.arrayNode();
    ArrayNode hits = json.arrayNode();
    (ONE + "\n" + TWO)
        .lines()
        .forEach(
            line -> {
              texts.add(line);
              hits.addObject().putObject("_source").put("@timestamp", "x").put("message", line);
            });
    ObjectNode found = json.objectNode();
    found.putObject("hits").set("hits", hits);
    ObjectNode whole = json.objectNode().put("dump", ONE + "\n" + TWO);
    ObjectNode lines = json.objectNode().put("node", "solr1").set("dump", texts);
    for (JsonNode document : List.of(texts, found, whole, lines)) {
      assertHangIsFound(analyze(writeFile("lines.json", document.toString())), true);
      assertHangIsFound(analyze(writeFile("lines.json", document.toPrettyString())), true);
    }
  }

  /** Covers formats that Kibana, Splunk and other tools export. */
  @Test
  void readsCellsOfCsv() throws IOException {
    String both = ONE + "\n" + TWO;
    String time = "\"Nov 26, 2026 @ 04:23:49.003\",";
    String lines =
        both.lines().map(line -> time + csvCell(line) + "\n").collect(Collectors.joining());
    String escaped = both.replace("\n", "\\n").replace("\t", "\\t");
    ObjectNode source = JsonNodeFactory.instance.objectNode().put("message", both);
    for (String csv :
        List.of(
            "\"@timestamp\",message\n" + lines,
            "\ufeff\"@timestamp\",\"message\"\r\n" + time + csvCell(both) + "\r\n",
            "\"_raw\",\"_time\",host\n" + csvCell(ONE) + ",x,y\n" + csvCell(TWO) + ",x,y\n",
            "time;host;Message\n2026-11-26T04:23:49Z;solr1;" + csvCell(both) + "\n",
            "\"@timestamp\",message\n" + time + csvCell(escaped) + "\n",
            "time,log\n04:23:49,\"" + escaped.replace("\"", "\\\"") + "\"\n",
            "time,log\n04:23:49,\"" + both.replace("\"", "\\\"") + "\"\n",
            "\"_id\",\"_source\"\nx1," + csvCell(source.toString()) + "\n")) {
      assertHangIsFound(analyze(writeFile("export.csv", csv)), true);
    }
  }

  @Test
  void readsDumpWithEscapedLineBreaks() throws IOException {
    String escaped = (ONE + "\n" + TWO).replace("\n", "\\n").replace("\t", "\\t");
    assertHangIsFound(analyze(writeFile("one.log", "04:23:49 INFO dump: \\n" + escaped)), true);
    assertHangIsFound(
        analyze(writeFile("one.json", "{\"message\":" + Wrapping.json(escaped) + "}\n")), true);
  }

  /** Reads a letter as text, although its first line contains a comma and mentions a log. */
  @Test
  void doesNotMistakeLetterForCsv() throws IOException {
    assertHangIsFound(analyze(writeFile("letter", "Hi, see the log\n" + ONE + "\n" + TWO)), true);
  }

  @Test
  void readsFlowControlLinesFromMail() throws IOException {
    StringBuilder mail = new StringBuilder("Content-Transfer-Encoding: quoted-printable\r\n\r\n");
    for (String line : Golden.lines("jetty12-stall.log.gz")) {
      mail.append(encodeQuotedPrintable(line).replace("\n", "\r\n")).append("\r\n");
    }
    String saved = writeFile("saved.eml", mail.toString()).toString();
    String plain =
        writeFile("log", String.join("\n", Golden.lines("jetty12-stall.log.gz"))).toString();
    assertThat(verb.json(3, saved).get("events")).isEqualTo(verb.json(3, plain).get("events"));
  }

  @Test
  void comparesDumpsInDifferentFormats() throws IOException {
    Path one = writeFile("one", DumpForms.SOLR_JSON.of(ONE).replace("450.13ms", "450.1299ms"));
    JsonNode answer = analyze(writeFile("two", TWO), one);
    assertThat(answer.get("jvms")).as("one JVM").hasSize(1);
    assertThat(answer.get("reason").asText()).contains("did nothing between the dumps");
  }

  @Test
  void readsDumpsFromTar() throws IOException {
    Path tar = folder.resolve("dumps.tar.gz");
    try (TarArchiveOutputStream out =
        new TarArchiveOutputStream(new GZIPOutputStream(Files.newOutputStream(tar)))) {
      for (String text : List.of(ONE, TWO)) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        TarArchiveEntry entry = new TarArchiveEntry("node1/" + text.hashCode() + ".txt");
        entry.setSize(bytes.length);
        out.putArchiveEntry(entry);
        out.write(bytes);
        out.closeArchiveEntry();
      }
    }
    assertHangIsFound(analyze(tar), true);
  }

  @Test
  void readsDocumentAfterByteOrderMarkOrHeaders() throws IOException {
    String headers = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
    for (String before : List.of("\ufeff", "callback(", headers)) {
      DumpForms form = DumpForms.SOLR_JSON;
      assertHangIsFound(
          analyze(writeFile("one", before + form.of(ONE)), writeFile("two", before + form.of(TWO))),
          true);
    }
  }

  /** A loop over nodes or curl may print text between the documents. */
  @Test
  void readsDocumentsSeparatedByText() throws IOException {
    for (String text : List.of("== solr-1 ==\n", "{ [81 bytes data]\n", "* left intact\r\n\r\n")) {
      String documents = DumpForms.SOLR_JSON.of(ONE) + text + DumpForms.SOLR_JSON.of(TWO) + text;
      assertHangIsFound(analyze(writeFile("both", text + documents)), true);
    }
  }

  /** Reads threads in the form in which jq prints them. */
  @Test
  void readsThreadsWithoutEnclosingDocument() throws IOException {
    JsonNode dump = Json.MAPPER.readTree(DumpForms.ACTUATOR_JSON.of(ONE)).get("threads");
    StringBuilder lines = new StringBuilder();
    dump.forEach(thread -> lines.append(thread).append('\n'));
    JsonNode answer = analyze(writeFile("lines", lines.toString()));
    assertThat(answer.get("jvms")).hasSize(1);
    assertThat(answer.get("jvms").get(0).get("dumps").asInt()).isEqualTo(1);
    assertThat(answer.get("reason").asText()).contains("waits for the next document");
  }

  /** Reads threads in the form in which some web pages show them. */
  @Test
  void readsThreadsWithJoinedLines() throws IOException {
    for (String ends : List.of("\n(?!\n|\")\\s*", "\\s+")) {
      String dump = ONE.replaceAll(ends, " ");
      assertThat(analyze(writeFile("joined", dump)).get("reason").asText())
          .contains("waits for the next document", "of 10 threads sending answers");
    }
  }

  @Test
  void truncatedDocumentYieldsPossible() throws IOException {
    for (DumpForms form : List.of(DumpForms.SOLR_JSON, DumpForms.TO_FILE_JSON)) {
      String whole = form.of(ONE);
      int reader = whole.indexOf("\"reader\"");
      JsonNode answer = analyze(writeFile("cut", whole.substring(0, reader)));
      assertThat(answer.get("verdict").asText()).as(form.name()).isEqualTo("POSSIBLE");
      assertThat(answer.get("reason").asText()).contains("unknown");
    }
  }

  @Test
  void distinguishesEqualFileNamesByFolder() throws IOException {
    for (String node : List.of("node1", "node2")) {
      Path dumps = Files.createDirectories(folder.resolve(node));
      String address = "tid=0x0000" + node.replace("node", "7f");
      Files.writeString(dumps.resolve("one.txt"), ONE.replace("tid=0x00007fa", address));
    }
    assertThat(analyze(folder).get("jvms"))
        .extracting(jvm -> jvm.get("name").asText())
        .containsExactlyInAnyOrder("node1/one.txt", "node2/one.txt");
  }

  @Test
  void warnsAboutUnreadableFiles() throws IOException {
    Path binary = Files.write(folder.resolve("core"), new byte[5000]);
    JsonNode answer =
        analyze(
            writeFile("one.txt", ONE),
            writeFile("two.txt", TWO),
            binary,
            writeFile("three.txt", ""));
    assertHangIsFound(answer, true);
    assertThat(answer.get("warnings"))
        .extracting(JsonNode::asText)
        .anyMatch(warning -> warning.startsWith("core is not read"))
        .anyMatch(warning -> warning.startsWith("three.txt is empty"));
  }

  @Test
  void showsMessageFoundInsteadOfDump() throws IOException {
    String message = "23994: Unable to open socket file: target process 23994 doesn't respond";
    assertThat(
            verb.run(
                writeFile("one.txt", "").toString(),
                writeFile("two.txt", message + "\n").toString()))
        .isEqualTo(2);
    assertThat(verb.errorOutput())
        .contains("one.txt is empty", message, "as the user of that JVM")
        .hasLineCount(1);
  }
}
