package io.streambench.bench.versions;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Part;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.versions.Probes.Run;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The results of probing one client. The names of the components are field names in the JSON
 * output.
 *
 * @param client {@code solrj} or {@code jetty}
 * @param ofOtherVersions artifacts whose version differs from the client's
 * @param notRun reason why the client could not be probed, with all runs null; otherwise null
 * @param http2 the run with more unread data than the session window
 * @param http2Few the run with less unread data than the session window
 * @param http1 the run with as much unread data as {@code http2}, but over HTTP/1.1
 */
public record ProbeResult(
    String client,
    String version,
    List<String> ofOtherVersions,
    String notRun,
    Run http2,
    Run http2Few,
    Run http1) {
  private static final String TITLE = "Which released clients stall";

  private static <T> T valueOrNull(Run run, Function<Run, T> value) {
    return run == null ? null : value.apply(run);
  }

  private String name() {
    return (client.equals("jetty") ? "Jetty " : "SolrJ ") + version;
  }

  private Stream<Run> runs() {
    return Stream.of(http2, http2Few, http1).filter(Objects::nonNull);
  }

  /** Returns whether any run of this client ended with the given result. */
  public boolean hasResult(String result) {
    return runs().anyMatch(run -> run.result().equals(result));
  }

  private Stream<String> remarks() {
    Stream<String> others =
        ofOtherVersions.isEmpty()
            ? Stream.empty()
            : Stream.of("with " + String.join(", ", ofOtherVersions));
    Stream<String> failures = runs().map(Run::failure).filter(Objects::nonNull).distinct();
    return (notRun == null ? Stream.concat(others, failures) : Stream.of(notRun))
        .map(remark -> name() + ": " + remark);
  }

  /** Creates a document that shows the results of all clients. */
  public static Document createDocument(List<ProbeResult> results) {
    ResultTable table =
        ResultTable.withAllColumns("", results)
            .text("client", ProbeResult::name)
            .text("Jetty", result -> valueOrNull(result.http2, Run::jetty))
            .number(
                "session window",
                result -> formatWindow(valueOrNull(result.http2, Run::sessionWindow)))
            .text(
                "HTTP/2, " + Probes.RESPONSE_COUNT,
                result -> result.notRun == null ? result.http2.result() : "NOT_RUN")
            .number("window left", result -> valueOrNull(result.http2, Run::windowLeft))
            .text(
                "goes on when read",
                result -> yesOrNo(valueOrNull(result.http2, Run::readAfterTheOthers)))
            .text(
                "HTTP/2, " + Probes.SMALL_RESPONSE_COUNT,
                result -> valueOrNull(result.http2Few, Run::result))
            .text(
                "HTTP/1.1, " + Probes.RESPONSE_COUNT,
                result -> valueOrNull(result.http1, Run::result))
            .number("seconds", result -> valueOrNull(result.http2, Run::seconds));
    String how =
        TextFormat.of(
            "One client opens %d or %d answers of %d MiB of one Jetty server (10.0.26), and reads"
                + " only the last. STALLED: nothing came for 5 s, and no session window was left.",
            Probes.RESPONSE_COUNT, Probes.SMALL_RESPONSE_COUNT, Probes.RESPONSE_MEBIBYTES);
    List<String> remarks = results.stream().flatMap(ProbeResult::remarks).toList();
    return new Document(
        TITLE,
        "",
        Tone.UNCLEAR,
        how,
        List.of(Section.of("", new Part.Table(table), new Part.Items(remarks))));
  }

  private static String formatWindow(Integer bytes) {
    return bytes == null ? null : TextFormat.of("%,d", bytes);
  }

  private static String yesOrNo(Boolean value) {
    return value == null ? null : value ? "yes" : "no";
  }
}
