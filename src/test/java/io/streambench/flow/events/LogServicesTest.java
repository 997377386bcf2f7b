package io.streambench.flow.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.streambench.base.files.Json;
import io.streambench.flow.events.LoggedFault.Kind;
import io.streambench.flow.replay.Diagnosis;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests logs that a collector or a log service exported, with one record per line. The diagnosis is
 * the same for every format, also if the newest record comes first.
 */
class LogServicesTest {
  private static final long BEGIN_MILLIS = 1_795_667_029_003L;
  private static final Pattern TIME = Pattern.compile("^(\\S+) (\\d\\d:\\d\\d:\\d\\d\\.\\d{3})");

  /** A failed upload. Only the stack frames identify it as an upload. */
  private static final List<String> UPLOAD =
      """
      2026-11-26 04:23:48.101 INFO  (qtp1-18) [c:a] o.a.s.c.S.Request path=/x params={q="c"} hits=0
      2026-11-26 04:23:49.003 ERROR (qtp1-66) [c:books s:shard1] o.a.s.s.HttpSolrCall 500
      java.io.IOException: java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed
      \tat org.eclipse.jetty.server.HttpOutput.write(HttpOutput.java:1085)
      \tat org.eclipse.jetty.server.HttpInput.read(HttpInput.java:318) ~[jetty-server.jar:10.0.22]
      Caused by: java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed
      \tat org.eclipse.jetty.http2.HTTP2Session$StreamTimeouts.onExpired(HTTP2Session.java:2448)
      \t... 42 more
      2026-11-26 04:23:50.001 INFO  (qtp1-18) [c:a] o.a.s.c.S.Request path=/x params={q=a} hits=0
      """
          .lines()
          .toList();

  @TempDir Path folder;

  /**
   * The formats of log services. A format has the start of the document, a template for records,
   * and the end of the document. In a template, %1$s is the text in JSON, %2$d the time in
   * milliseconds, %3$s the time as text, %4$s the text in CSV, %5$s the plain text, and %6$s its
   * bytes with colour codes.
   */
  enum Export {
    LOKI(
        "{\"status\":\"ok\",\"data\":{\"result\":[{\"stream\":{\"pod\":\"solr-0\"},\"values\":[",
        "[\"%2$d000000\",%1$s]",
        "]}]}}"),
    GRAFANA("[", "{\"line\":%1$s,\"timestamp\":\"%2$d000000\"}", "]"),
    AZURE(
        "{\"tables\":[{\"columns\":[{\"name\":\"Time\"},{\"name\":\"LogEntry\"}],\"rows\":[",
        "[\"%3$s\",%1$s]",
        "]}]}"),
    AZURE_CLI("[", "{\"LogMessage\":%1$s,\"TimeGenerated\":\"%3$s\"}", "]"),
    CLOUDWATCH("{\"events\":[", "{\"timestamp\":%2$d,\"message\":%1$s}", "]}"),
    INSIGHTS(
        "{\"results\":[",
        "[{\"field\":\"@timestamp\",\"value\":\"%3$s\"},{\"field\":\"@message\",\"value\":%1$s}]",
        "]}"),
    GOOGLE("[", "{\"severity\":\"ERROR\",\"textPayload\":%1$s,\"timestamp\":\"%3$s\"}", "]"),
    GOOGLE_JSON("[", "{\"jsonPayload\":{\"message\":%1$s},\"timestamp\":\"%3$s\"}", "]"),
    DATADOG("{\"data\":[", "{\"attributes\":{\"timestamp\":\"%3$s\",\"message\":%1$s}}", "]}"),
    GRAYLOG("{\"messages\":[", "{\"message\":{\"message\":%1$s,\"timestamp\":\"%3$s\"}}", "]}"),
    ESQL(
        "{\"columns\":[{\"name\":\"@timestamp\"},{\"name\":\"message\"}],\"values\":[",
        "[\"%3$s\",%1$s]",
        "]}"),
    CSV("@timestamp,@message\n", "%3$s,%4$s\n", ""),
    AZURE_CSV("\"TimeGenerated [UTC]\",Computer,LogEntry\r\n", "%3$s,n1,%4$s\r\n", ""),
    TSV("timestamp\tsource\tmessage\n", "%3$s\tn1\t%4$s\n", "");

    private final String begin;
    private final String recordTemplate;
    private final String end;

    Export(String begin, String recordTemplate, String end) {
      this.begin = begin;
      this.recordTemplate = recordTemplate;
      this.end = end;
    }

    private boolean isJson() {
      return !end.isEmpty();
    }

    private String render(List<String> lines, boolean newestFirst) {
      List<String> records = new ArrayList<>();
      for (String line : lines) {
        records.add(formatRecord(recordTemplate, line, records.size()));
      }
      if (newestFirst) {
        Collections.reverse(records);
      }
      return begin + String.join(isJson() ? "," : "", records) + end;
    }
  }

  /** Formats a line as a record. The record takes its time from the line if the line has one. */
  private static String formatRecord(String template, String line, int number) {
    Matcher time = TIME.matcher(line);
    long millis =
        time.find()
            ? Instant.parse(time.group(1) + "T" + time.group(2) + "Z").toEpochMilli()
            : BEGIN_MILLIS + number;
    return template.formatted(
        JsonNodeFactory.instance.textNode(line),
        millis,
        Instant.ofEpochMilli(millis),
        "\"" + line.replace("\"", "\"\"") + "\"",
        line,
        Arrays.toString(("\u001b[31m" + line + "\u001b[0m").getBytes(StandardCharsets.UTF_8)));
  }

  private Diagnosis diagnose(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("export"), text);
    return Golden.diagnose(EventFiles.open(List.of(file)));
  }

  private void assertFindsUpload(String text) throws IOException {
    List<LoggedFault> faults = diagnose(text).counts().faults();
    assertThat(faults).as(text).extracting(LoggedFault::kind).containsExactly(Kind.STALLED_UPLOAD);
    assertThat(faults.get(0).occurrenceCount()).as(text).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void readsExceptionFromEveryExport(Export export) throws IOException {
    for (boolean newestFirst : List.of(false, true)) {
      String text = export.render(UPLOAD, newestFirst);
      assertFindsUpload(text);
      if (export.isJson()) {
        assertFindsUpload(text + "\n");
        assertFindsUpload(prettyPrint(text));
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void readsFlowControlEventsFromEveryExport(Export export) throws IOException {
    List<String> lines = Golden.lines("jetty10-ended-by-reset.log.gz");
    Diagnosis plain = diagnose(String.join("\n", lines));
    for (boolean newestFirst : List.of(false, true)) {
      Diagnosis exported = diagnose(export.render(lines, newestFirst));
      assertThat(exported.eventCount()).isEqualTo(plain.eventCount());
      assertThat(exported.verdict().map(Object::toString))
          .isEqualTo(plain.verdict().map(Object::toString));
    }
  }

  /** The parameters are record formats of log collectors. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[1795667029, {\"log\":%1$s}]",
        "2026-11-26T04:23:49+00:00\tkube.solr\t{\"log\":%1$s,\"stream\":\"stderr\"}",
        "2026-11-26 04:23:49.003456789 +0000 kube.solr: {\"stream\":\"stderr\",\"log\":%1$s}",
        "Nov 26 04:23:49 n1 solr[7]: @cee: {\"message\":%1$s}",
        "data: {\"__REALTIME_TIMESTAMP\":\"%2$d000\",\"MESSAGE\":%1$s}\n",
        "\u001e{\"__REALTIME_TIMESTAMP\":\"%2$d000\",\"MESSAGE\":%1$s}",
        "__REALTIME_TIMESTAMP=%2$d000\n_PID=7\nMESSAGE=%5$s\n",
        "Thu 2026-11-26 04:23:49.003000 UTC [s=1;i=2]\n    _PID=7\n    MESSAGE=%5$s",
        "{\"severity\":\"ERROR\",\"textPayload\":%1$s,\"timestamp\":\"%3$s\"}",
        "{\"severity\":\"ERROR\",\"jsonPayload\":{\"message\":%1$s},\"timestamp\":\"%3$s\"}",
        "{\"logGroup\":\"solr\",\"logEvents\":[{\"timestamp\":%2$d,\"message\":%1$s}]}",
        "{\"_index\":\"logs\",\"_source\":{\"@timestamp\":\"%3$s\",\"message\":%1$s}}",
        "{\"preview\":false,\"result\":{\"_raw\":%1$s}}",
        "{\"loglevel\":\"SystemErr\",\"message\":%1$s,\"ibm_datetime\":\"%3$s\"}",
        "{\"@timestamp\":\"%3$s\",\"log.level\":\"ERROR\",\"message\":%1$s}",
        "{\"short_message\":%1$s,\"level\":3,\"host\":\"n1\"}",
        "{\"__REALTIME_TIMESTAMP\":\"%2$d000\",\"PRIORITY\":\"3\",\"MESSAGE\":%1$s}",
        "{\"MESSAGE\":%6$s}" // from journald, a message with colours
      })
  void readsOneJsonRecordPerLine(String form) throws IOException {
    List<String> records = new ArrayList<>();
    for (String line : UPLOAD) {
      records.add(formatRecord(form, line, records.size()) + "\n");
    }
    assertFindsUpload(String.join("", records));
    Collections.reverse(records);
    if (form.startsWith("{") && form.contains("%3$s")) {
      assertFindsUpload(String.join("", records));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<131>1 2026-11-26T04:23:49.%03dZ n1.example.org solr 2370 ID47 [o@1 a=\"b\"] ",
        "<131>1 2026-11-26T04:23:49.%03dZ n1 solr 2370 - - ",
        "solr-0 solrcloud-node ",
        "search/solr-0[solrcloud-node]: ",
        "[solr-0 solrcloud-node] ",
        "solr-0 solrcloud-node 2026-11-26T04:23:49.%03dZ ",
        "2026-11-26T04:23:49.%03d000+00:00 ecs/solr/8f1c2d3e4b5a ",
        "2026-11-26T04:23:49.%03dZ {container=\"solr\", pod=\"solr-0\"} ",
        "2026-11-26T04:23:49Z {} ",
        "2026-11-26T04:23:49.%03dZ\t",
        "[%d] kube.var.log.containers.solr-0_search_9fee00.log: [1795667029.5, {\"log\"=>\"",
        "[%d] kube.solr: [[1795667029.5, {}], {\"stream\"=>\"stderr\", \"log\"=>\""
      })
  void skipsPrefixBeforeEachLine(String form) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < UPLOAD.size(); i++) {
      text.append(form.formatted(i)).append(UPLOAD.get(i)).append('\n');
    }
    assertFindsUpload(text.toString());
    assertFindsUpload(text.toString().replace("\t", "        ")); // copied from a terminal
  }

  /** Lines of two programs can alternate, and only the stack frames distinguish their timeouts. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "[pod/solr-%d/solr] ",
        "[solr-%d solr] ",
        "search/solr-%d[solr]: ",
        "solr-%d  | ",
        "solr-%d  | [main] ",
        "Nov 26 04:23:49 node-%d solr[77]: ",
        "{\"labels\":{\"pod\":\"solr-%d\"},\"line\":"
      })
  void separatesInterleavedLinesOfTwoPrograms(String form) throws IOException {
    StringBuilder text = new StringBuilder();
    for (String line : UPLOAD) {
      String prefix = line.startsWith("2026") ? form : form.replace("[main] ", "");
      String other =
          line.replace("eclipse.jetty.server.HttpInput", "apache.solr.update.SolrCmdDistributor");
      String record = form.startsWith("{") ? "%1$s}\n" : "%5$s\n";
      text.append(prefix.formatted(1)).append(formatRecord(record, line, 0));
      text.append(prefix.formatted(2)).append(formatRecord(record, other, 0));
    }
    assertThat(diagnose(text.toString()).counts().faults())
        .extracting(LoggedFault::kind)
        .containsExactlyInAnyOrder(Kind.STALLED_UPLOAD, Kind.UPDATE);
  }

  /** Logback's and Log4j's rEx write the root cause first, and so does Dropwizard with a mark. */
  @ParameterizedTest
  @ValueSource(strings = {"Wrapped by: ", "! Causing: "})
  void readsStackWithRootCauseFirst(String outer) throws IOException {
    String mark = outer.startsWith("!") ? "! " : "";
    String stack =
        Stream.of(
                UPLOAD.get(5).replace("Caused by: ", mark),
                UPLOAD.get(6),
                outer + UPLOAD.get(2),
                UPLOAD.get(4))
            .map(line -> mark.isEmpty() ? line : line.replace("\t", mark))
            .collect(Collectors.joining("\n"));
    assertFindsUpload(UPLOAD.get(1) + "\n" + stack + "\n" + UPLOAD.get(8));
    assertFindsUpload(
        Json.MAPPER.writeValueAsString(
            Json.MAPPER
                .createObjectNode()
                .put("level", "ERROR")
                .put("message", "500")
                .put("exception", stack)));
  }

  /** The separators come from JSON escapes, rsyslog, Log4j, Cloud Foundry and a console. */
  @ParameterizedTest
  @ValueSource(strings = {"\\n", "#012", "|", "\u2028", "\r"})
  void readsStackOnOneLine(String separator) throws IOException {
    String more = separator + "\tat a.B.c(B.java:1)";
    String stack =
        String.join(separator, UPLOAD.subList(1, 4))
            + more.repeat(40)
            + separator
            + String.join(separator, UPLOAD.subList(4, 8));
    assertFindsUpload(UPLOAD.get(0) + "\n" + stack + "\n" + UPLOAD.get(8) + "\n");
    if (separator.equals("#012")) {
      assertFindsUpload(stack.replace("\t", "#011"));
    }
  }

  @Test
  void readsCauseInGradleTestFailure() throws IOException {
    List<String> lines = new ArrayList<>(UPLOAD.subList(2, 7));
    lines.set(3, "Caused by:\n    " + UPLOAD.get(5).replace("Caused by: ", ""));
    assertFindsUpload("A > b() FAILED\n    " + String.join("\n    ", lines) + "\n");
  }

  /** Old Macs end lines with CR. A file that was converted twice has CR CR LF. */
  @ParameterizedTest
  @ValueSource(strings = {"\r", "\r\r\n"})
  void readsLinesEndingWithCarriageReturn(String end) throws IOException {
    assertFindsUpload(String.join(end, UPLOAD) + end);
  }

  /** Docker's json-file driver splits lines at 16 KB. Its journald driver marks such a part. */
  @ParameterizedTest
  @ValueSource(
      strings = {"{\"log\":%s}\n", "{\"MESSAGE\":%s,\"CONTAINER_PARTIAL_MESSAGE\":\"true\"}\n"})
  void joinsMessageSplitByDocker(String form) throws IOException {
    String begin = "2026-11-26 04:23:49.003 INFO  (x) [] a.B ";
    String end = " => java.io.IOException: Total timeout 7 ms elapsed\n";
    int cut = end.indexOf("timeout");
    begin += "x".repeat((1 << 14) - begin.length() - cut) + end.substring(0, cut);
    String text =
        form.formatted(JsonNodeFactory.instance.textNode(begin))
            + form.replaceFirst(",.*}", "}")
                .formatted(JsonNodeFactory.instance.textNode(end.substring(cut)));
    assertThat(diagnose(text).counts().faults())
        .extracting(LoggedFault::kind)
        .containsExactly(Kind.TOTAL_TIMEOUT);
    assertThat(diagnose(text.replaceFirst("x{9}", "").replace("PART", "")).counts().faults())
        .isEmpty();
  }

  @Test
  void readsJsonObjectsWithoutSeparators() throws IOException {
    assertFindsUpload(
        UPLOAD.stream()
            .map(line -> formatRecord("{\"message\":%1$s}", line, 0))
            .collect(Collectors.joining()));
  }

  /** JSON that a program logs as its message is not a record of a log service. */
  @Test
  void treatsJsonAfterLevelAsMessage() throws IOException {
    String record = "{\"message\":\"java.io.IOException: Total timeout 7 ms elapsed\"}";
    for (String level : List.of("INFO", "info", "DEBUG")) {
      assertThat(diagnose("2026-11-26 04:23:49 " + level + " got " + record).counts().faults())
          .isEmpty();
    }
    assertThat(diagnose("2026-11-26 04:23:49 got " + record).counts().faults()).hasSize(1);
  }

  /** Covers a time that Docker adds if the program logs none. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"log\":\"DEBUG %1$s\",\"stream\":\"stdout\",\"time\":\"%2$s\"}",
        "{\"short_message\":\"%1$s\",\"timestamp\":%3$d.%4$03d,\"level\":7}",
        "%3$d%4$03d DEBUG [x] %1$s",
        "%3$d.%4$03d [x] DEBUG %1$s"
      })
  void readsTimeAfterMessageOrSinceEpoch(String form) throws IOException {
    StringBuilder text = new StringBuilder();
    Diagnosis plain = diagnose(String.join("\n", Golden.lines("jetty10-ended-by-reset.log.gz")));
    for (String line : Golden.lines("jetty10-ended-by-reset.log.gz")) {
      Instant time = Instant.parse(line.substring(0, 23).replace(' ', 'T') + "Z");
      long millis = time.toEpochMilli();
      String message = line.substring(line.indexOf("] ") + 2);
      text.append(form.formatted(message, time, millis / 1000, millis % 1000)).append('\n');
    }
    Diagnosis found = diagnose(text.toString());
    assertThat(found.isStalled()).isTrue();
    assertThat(found.startNanos().getAsLong() / 1_000_000_000L)
        .isEqualTo(plain.startNanos().getAsLong() / 1_000_000_000L);
  }

  /** WildFly adds a level to each line that a program prints. */
  @Test
  void readsStackWithLevelBeforeEachLine() throws IOException {
    assertFindsUpload(
        UPLOAD.subList(2, 8).stream()
            .map(line -> "2026-11-26 04:23:49,003 ERROR [stderr] (default task-3) " + line + "\n")
            .collect(Collectors.joining()));
  }

  @Test
  void readsStackFromSingleField() throws IOException {
    String stack = Json.MAPPER.writeValueAsString(String.join("\n", UPLOAD.subList(2, 8)));
    for (String record :
        List.of(
            "{\"short_message\":\"500\",\"full_message\":%s,\"level\":3}",
            "{\"full_message\":%s,\"short_message\":\"500\",\"level\":3}",
            "[{\"level\":\"ERROR\",\"message\":\"500\",\"stackTrace\":%s}]",
            "{\"level\":\"ERROR\",\"msg\":\"500\",\"stackTrace\":%s}",
            "{\"jsonPayload\":{\"message\":\"500\",\"exception\":{\"stackTrace\":%s}}}",
            "{\"severity\":\"ERROR\",\"message\":\"5\",\"_exception\":{\"stackTrace\":%s}}",
            "{\"logRecords\":[{\"severityText\":\"ERROR\",\"body\":{\"stringValue\":\"5\"},"
                + "\"attributes\":[{\"key\":\"exception.stacktrace\",\"value\":{\"stringValue\":%s}}]}]}",
            "{\"responseHeader\":{\"status\":500},\"error\":{\"msg\":\"x\",\"trace\":%s}}")) {
      assertFindsUpload(record.formatted(stack));
      assertFindsUpload(record.formatted(stack) + "\n");
    }
    String wildFly = stack.replaceFirst("\"", "\": ");
    assertFindsUpload("{\"level\":\"ERROR\",\"message\":\"5\",\"stackTrace\":" + wildFly + "}\n");
    assertFindsUpload("{\"message\":\"500\",\"full_message\":" + stack + "}\n");
    String frames = Json.MAPPER.writeValueAsString(UPLOAD.get(4));
    assertFindsUpload(
        "{\"error.class\":\"java.io.IOException\",\"error.message\":\"Idle timeout 7 ms elapsed\","
            + "\"message\":\"5\",\"error.stack\":"
            + frames
            + "}\n");
    String both = Json.MAPPER.writeValueAsString(String.join("\n", UPLOAD.subList(1, 8)));
    String header = Json.MAPPER.writeValueAsString(UPLOAD.get(1));
    assertFindsUpload(
        "{\"short_message\":" + header + ",\"full_message\":" + both + ",\"level\":3}\n");
  }

  /** Kubernetes splits lines longer than 16 KB. */
  @Test
  void joinsLineSplitByKubernetes() throws IOException {
    String frame = UPLOAD.get(4);
    StringBuilder text = new StringBuilder();
    for (String line : UPLOAD) {
      boolean split = line.equals(frame);
      String time = "2026-11-26T04:23:49.003123456Z stderr ";
      text.append(time).append(split ? "P " + line.substring(0, 30) + "\n" + time : "");
      text.append("F ").append(split ? line.substring(30) : line).append('\n');
    }
    assertFindsUpload(text.toString());
    String rest = "java.io.IOException: Idle timeout 120000 ms elapsed";
    assertThat(
            diagnose(
                    "2026-11-26T04:23:49.003Z stdout P 2026-11-26 04:23:49.003 INFO (q) x q=\n"
                        + "2026-11-26T04:23:49.003Z stdout F "
                        + rest
                        + "\n")
                .counts()
                .faults())
        .isEmpty();
  }

  /**
   * A document that is truncated, or followed by other lines, is parsed up to that point. The rest
   * is read as text.
   */
  @Test
  void readsInvalidJsonAsText() throws IOException {
    String document = Export.GOOGLE.render(UPLOAD, false);
    String plain = String.join("\n", UPLOAD);
    assertFindsUpload("[{\"textPayload\":\"a\"}]\n" + plain);
    assertFindsUpload(document.substring(0, document.length() - 30));
    assertThat(diagnose("{\n" + plain).counts().faults()).hasSize(1);
  }

  @Test
  void ignoresDocumentsOfSearchResults() throws IOException {
    String error = "java.io.IOException: Idle timeout 7 ms elapsed";
    String document = "{\"level\":\"ERROR\",\"message\":\"%s\"}".formatted(error);
    for (String text :
        List.of(
            "{\"result-set\":{\"docs\":[" + document + ",{\"EOF\":true}]}}",
            "{\"responseHeader\":{},\"response\":{\"docs\":[" + document + "]}}",
            "{\"responseHeader\":{},\"highlighting\":{\"1\":" + document + "}}",
            "{\"responseHeader\":{\"params\":{\"msg\":\"" + error + "\"}}}")) {
      assertThat(diagnose(text).counts().faults()).as(text).isEmpty();
      assertThat(diagnose(text + "\n").counts().faults()).as(text).isEmpty();
      assertThat(diagnose(text + "\n" + text).counts().faults()).as(text).isEmpty();
      assertThat(diagnose(prettyPrint(text)).counts().faults()).as(text).isEmpty();
    }
    String tuple = ",{\"EXCEPTION\":\"java.io.IOException: Total timeout 7 ms elapsed\"}";
    String failed = "{\"result-set\":{\"docs\":[" + document + tuple + "]}}";
    for (String form :
        List.of(failed, failed + "\n", failed + "\n" + failed, prettyPrint(failed))) {
      assertThat(diagnose(form).counts().faults())
          .as(form)
          .extracting(LoggedFault::kind)
          .containsExactly(Kind.TOTAL_TIMEOUT);
    }
  }

  private static String prettyPrint(String json) throws IOException {
    return Json.MAPPER.readTree(json).toPrettyString();
  }

  /** Google gives all output of a container on standard error the severity ERROR. */
  @Test
  void prefersLevelOfLineOverLevelOfRecord() throws IOException {
    String line = "2026-11-26 04:23:49.003 INFO  (main) [] a.B Total timeout 7 ms elapsed";
    String record = "{\"severity\":\"ERROR\",\"textPayload\":\"" + line + "\"}\n";
    assertThat(diagnose(record).counts().faults()).isEmpty();
    assertThat(diagnose(record.replace("INFO", "WARN")).counts().faults()).hasSize(1);
  }

  @Test
  void readsEpochTimeInSecondsToNanoseconds() {
    TimestampParser parser = new TimestampParser(new TimestampParser.UndatedDays());
    String digits = BEGIN_MILLIS + "123456";
    for (int length : new int[] {10, 13, 16, 19}) {
      String line = "{\"timestamp\":\"" + digits.substring(0, length) + "\",\"line\":\"x\"}";
      assertThat(parser.parse(line, line.length()))
          .isEqualTo(Long.parseLong(digits.substring(0, length) + "0".repeat(19 - length)));
    }
    assertThat(parser.parse("{\"ts\":9999999999999999999}", 26))
        .isEqualTo(FlowControlEvent.UNKNOWN);
  }
}
