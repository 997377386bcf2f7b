package io.streambench.bench.versions;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Part;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.versions.Probes.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The results of probing one client.
 *
 * @param missing why it could not be probed, or null; if set, the runs are null
 * @param http2 the run with more unread data than the session window
 * @param few the run with less unread data
 * @param http1 the run with as much unread data, over HTTP/1.1
 */
public record ProbeResult(Candidate candidate, String missing, Run http2, Run few, Run http1) {
  private static final String TITLE = "Which released clients stall";

  private static <T> T ofRun(Run run, Function<Run, T> value) {
    return run == null ? null : value.apply(run);
  }

  private String client() {
    return (candidate.name().equals("jetty") ? "Jetty " : "SolrJ ") + candidate.version();
  }

  private List<String> remarks() {
    Stream<String> others =
        candidate.artifactsOfOtherVersions().isEmpty() || missing != null
            ? Stream.empty()
            : Stream.of(
                client() + ": with " + String.join(", ", candidate.artifactsOfOtherVersions()));
    Stream<String> failures =
        Stream.of(http2, few, http1)
            .map(run -> ofRun(run, Run::failure))
            .filter(Objects::nonNull)
            .distinct()
            .map(failure -> client() + ": " + failure);
    Stream<String> absent = missing == null ? Stream.empty() : Stream.of(client() + ": " + missing);
    return Stream.of(absent, others, failures).flatMap(Function.identity()).toList();
  }

  /** The results of all clients, for text or Markdown. */
  public static Document document(List<ProbeResult> all) {
    ResultTable table =
        ResultTable.grid("", all)
            .text("client", ProbeResult::client)
            .text("Jetty", one -> ofRun(one.http2, Run::jetty))
            .number("session window", one -> window(ofRun(one.http2, Run::sessionWindow)))
            .text(
                "HTTP/2, " + Probes.ANSWERS,
                one -> one.missing == null ? one.http2.result() : "NOT_RUN")
            .number("window left", one -> ofRun(one.http2, Run::windowLeft))
            .text("goes on when read", one -> yesOrNo(ofRun(one.http2, Run::readAfterTheOthers)))
            .text("HTTP/2, " + Probes.FEW_RESPONSES, one -> ofRun(one.few, Run::result))
            .text("HTTP/1.1, " + Probes.ANSWERS, one -> ofRun(one.http1, Run::result))
            .number("seconds", one -> ofRun(one.http2, Run::seconds));
    String how =
        TextFormat.of(
            "One client opens %d or %d answers of %d MiB of one Jetty server (10.0.26), and reads only"
                + " the last. STALLED: nothing came for 5 s, and no session window was left.",
            Probes.ANSWERS, Probes.FEW_RESPONSES, Probes.MEBIBYTES);
    List<String> remarks = all.stream().flatMap(one -> one.remarks().stream()).toList();
    return new Document(
        TITLE,
        "",
        Tone.UNCLEAR,
        how,
        List.of(Section.of("", new Part.Rows(table), new Part.Items(remarks))));
  }

  private static String window(Integer bytes) {
    return bytes == null ? null : TextFormat.of("%,d", bytes);
  }

  private static String yesOrNo(Boolean value) {
    return value == null ? null : value ? "yes" : "no";
  }

  /** The results as JSON. */
  public Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("client", candidate.name());
    json.put("version", candidate.version());
    json.put("ofOtherVersions", candidate.artifactsOfOtherVersions());
    json.put("notRun", missing);
    json.put("http2", http2);
    json.put("http2Few", few);
    json.put("http1", http1);
    return json;
  }

  public boolean isStalled() {
    return Stream.of(http2, few, http1).anyMatch(run -> "STALLED".equals(ofRun(run, Run::result)));
  }

  public boolean isFailed() {
    return Stream.of(http2, few, http1).anyMatch(run -> "FAILED".equals(ofRun(run, Run::result)));
  }
}
