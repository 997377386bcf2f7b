package io.streambench.diagnose.report;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Part;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.diagnose.cluster.ObservedCollection;
import io.streambench.flow.predict.ConnectionLimits;
import io.streambench.flow.predict.Prediction;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.WindowAdvice;
import io.streambench.flow.predict.Zone;
import io.streambench.flow.window.ReceiveWindow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A report on whether a query, or a merge of a whole collection, can stall, why, and which settings
 * prevent the stall.
 */
public record PredictionReport(Prediction prediction, Optional<ObservedCollection> collection) {
  private static final double ALWAYS_SHARE_THRESHOLD = 0.9995;
  private static final long KB = 1_000;
  private static final long MB = 1_000_000;

  public PredictionReport(Prediction prediction) {
    this(prediction, Optional.empty());
  }

  /** Returns the zone (SAFE, AT_RISK or LIKELY), its frequency and the reason in one line. */
  public String zoneSentence() {
    SafeWindowRule rule = prediction.rule();
    if (prediction.lacksSlotsForOneQuery()
        || prediction.lacksSlots() && rule.zone() != Zone.LIKELY) {
      return describeSlotShortage();
    }
    if (rule.streamsPerSession() == 1 && rule.isSafe()) {
      return "SAFE: a stream that has its connection to itself waits for no other.";
    }
    if (rule.usableWindow() == 0 && !rule.isSafe()) {
      return "LIKELY to stall: with a buffer ratio of 1 no credit is ever given back.";
    }
    String head =
        switch (prediction.zone()) {
          case SAFE -> "SAFE";
          case AT_RISK -> "AT_RISK of a stall";
          case LIKELY -> "LIKELY to stall";
        };
    String of = rule.queries() == 1 ? "" : TextFormat.of(" of %,d queries", rule.queries());
    return TextFormat.of(
        "%s%s: up to %,d streams%s share a connection. %s",
        head, frequencyText(), rule.streamsPerSession(), of, reasonText(rule));
  }

  private static String reasonText(SafeWindowRule rule) {
    String session = Amounts.roundedBytes(rule.sessionWindow());
    String unread = Amounts.roundedBytes(rule.maxUnread());
    if (rule.isSafe() && rule.maxUnread() >= rule.usableWindow()) {
      return TextFormat.of(
          "All responses together fit into the session window (%s) of a new connection.", session);
    }
    String waiting =
        TextFormat.of(
            "While %s merge waits for one of them, the others can ",
            rule.queries() == 1 ? "the" : "one");
    return waiting
        + switch (rule.zone()) {
          case SAFE -> {
            String usable = Amounts.roundedBytes(rule.usableWindow());
            boolean roundsEqually = unread.equals(usable);
            yield TextFormat.of(
                "leave %s unread. That is less than the %s of the session window (%s) that are"
                    + " always free for it.",
                roundsEqually ? Amounts.bytes(rule.maxUnread()) : unread,
                roundsEqually ? Amounts.count(rule.usableWindow()) : usable,
                session);
          }
          case AT_RISK ->
              TextFormat.of(
                  "leave %s unread, and Jetty can keep back credit for another %s. Together that"
                      + " uses up the session window (%s).",
                  unread, Amounts.roundedBytes(rule.maxUnacknowledged()), session);
          case LIKELY ->
              TextFormat.of("fill the whole session window (%s) with unread data.", session);
        };
  }

  private String describeSlotShortage() {
    ConnectionLimits limits = prediction.limits();
    String room =
        TextFormat.of(
            "streams to a node, and a client has room for %,d: %,d on each of %,d connections.",
            limits.streamSlots(), limits.streamsPerConnection(), limits.connections());
    return prediction.lacksSlotsForOneQuery()
        ? TextFormat.of(
            "LIKELY to hang: one query can need %,d %s The merge waits for streams that never"
                + " begin.",
            prediction.streamsPerQuery(), room)
        : TextFormat.of(
            "AT_RISK of a hang: %,d queries can need %,d %s Each merge can hold some of them and"
                + " wait for others.",
            prediction.rule().queries(), prediction.streamsPerNode(), room);
  }

  /** Returns the share of queries to which the zone applies; empty if it applies to all. */
  private String frequencyText() {
    double share =
        prediction.zone() == Zone.LIKELY
            ? prediction.likelyFraction()
            : prediction.atRiskFraction();
    if (prediction.zone() == Zone.SAFE || share > ALWAYS_SHARE_THRESHOLD) {
      return "";
    }
    String of = prediction.rule().queries() == 1 ? "of the queries" : "of such moments";
    String often =
        TextFormat.of(" in %s %s", share < 0.001 ? "fewer than 0.1 %" : formatPercent(share), of);
    boolean both = prediction.zone() == Zone.LIKELY && prediction.atRiskFraction() > 0.001;
    return both
        ? TextFormat.of("%s (AT_RISK in %s)", often, formatPercent(prediction.atRiskFraction()))
        : often;
  }

  private static String formatPercent(double share) {
    return TextFormat.of((share < 0.1 || share > 0.99 ? "%.1f" : "%.0f") + " %%", 100 * share);
  }

  /** Returns the assumptions of the prediction and its exceptions, one line each. */
  private List<String> assumptions() {
    List<String> lines = new ArrayList<>();
    SafeWindowRule rule = prediction.rule();
    if (!prediction.lacksSlots()) {
      lines.add(sizeText(rule));
    }
    if (rule.responses().isTotalKnown() && collection.isEmpty()) {
      lines.add(
          "Shards: the largest holds at most twice the mean, or a little more of few documents. It"
              + " can hold more if ids have prefixes, or only some shards were split: then give the"
              + " size of its answer (--response-bytes).");
    }
    ConnectionLimits limits = prediction.limits();
    if (limits.connections() > 1 && prediction.streamsPerNode() > 1) {
      lines.add(
          TextFormat.of(
              "Connections: %,d streams to a node use %,d of at most %,d "
                  + "connections. A client fills one before it opens another: %,d streams "
                  + "fill it.",
              prediction.streamsPerNode(),
              prediction.connections(),
              limits.connections(),
              limits.streamsPerConnection()));
    }
    lines.add(
        rule.queries() == 1
            ? "Queries: one at a time. Others of the same client share the connection"
                + " (--concurrent-queries N)."
            : TextFormat.of("Queries: %,d at a time, of one client.", rule.queries()));
    lines.add(
        "Searches: one per query. For a join, give as many queries as it has searches. Each worker"
            + " of parallel() on a node is a query of that node.");
    lines.add(
        "Versions: the reader speaks HTTP/2. So does a program with SolrJ 9.4 to 9.10 that sets a"
            + " SolrClientCache, and a node of Solr 9.9 or 9.10 that runs /stream. Earlier ones"
            + " read streams over HTTP/1.1, and so does a SolrClientCache that was made with an"
            + " Apache HttpClient. Solr 10.0.0 stalled, too: its Jetty client has the same"
            + " windows.");
    lines.add(
        TextFormat.of(
            "Every stream is read to its end. With Jetty 10 and its own strategy, a query that is"
                + " closed early (top, a limit, a client that goes away) takes up to %s per stream"
                + " from the session window until the connection closes; %s.",
            Amounts.roundedBytes(rule.maxUnreadPerStream()),
            prediction.zone() == Zone.SAFE ? "then this is not SAFE" : "then it stalls sooner"));
    floodWarning().ifPresent(lines::add);
    lines.add(
        TextFormat.of(
            "Memory: unread data can hold %s per node and client, in direct "
                + "buffers of 16 KiB. Small frames take more: 2.8 times as much with "
                + "1,000 bytes per frame.",
            Amounts.roundedBytes(prediction.memoryBytes())));
    return lines;
  }

  private String sizeText(SafeWindowRule rule) {
    OptionalLong smallestUnsafe = rule.smallestUnsafeResponse();
    if (smallestUnsafe.isEmpty()) {
      return "Size: this holds for answers of any size.";
    }
    String from =
        TextFormat.of(
            "It is %s from %s per shard (%,d bytes).",
            rule.isSafe() ? "no longer SAFE" : "not SAFE",
            formatDecimalSize(smallestUnsafe.getAsLong()),
            smallestUnsafe.getAsLong());
    if (rule.responses().isTotalKnown()) {
      String all =
          TextFormat.of(
              "Size: assumed to be %s in all shards, and at most %s in one%s.",
              formatDecimalSize(rule.responses().totalBytes()),
              formatDecimalSize(rule.responseBytes()),
              collection.isEmpty() ? " (shards of hashed documents differ)" : "");
      boolean decides = rule.responseBytes() >= smallestUnsafe.getAsLong() != rule.isSafe();
      return decides ? all + " " + from : all;
    }
    return rule.responseBytes() == SafeWindowRule.ANY_RESPONSE_BYTES
        ? TextFormat.of(
            "Size: not given, so each shard is assumed to answer more than a stream window (%s)."
                + " %s",
            Amounts.roundedBytes(rule.streamWindow()), from)
        : TextFormat.of(
            "Size: assumed to be at most %s per shard. %s",
            formatDecimalSize(rule.responseBytes()), from);
  }

  /** Formats a size in decimal units, for example {@code 1.2 MB}. */
  static String formatDecimalSize(long bytes) {
    if (bytes >= MB) {
      return TextFormat.of("%.1f MB", bytes / (double) MB);
    }
    return bytes >= KB ? TextFormat.of("%.0f kB", bytes / (double) KB) : bytes + " bytes";
  }

  /**
   * Returns the prediction for a terminal. If {@code explained} is true, the text contains all
   * solutions, their costs and the assumptions.
   */
  public String text(boolean explained) {
    return document(explained).text();
  }

  /** Returns the prediction in Markdown, with all solutions and assumptions. */
  public String markdown() {
    return document(true).markdown();
  }

  private Document document(boolean explained) {
    PredictionAdvice advice = new PredictionAdvice(prediction);
    ResultTable solutions = advice.table();
    List<String> place = collection.stream().map(CollectionFacts::describe).toList();
    List<Section> sections = new ArrayList<>(List.of(Section.of("", new Part.Paragraphs(place))));
    if (explained) {
      sections.add(
          Section.of(
              solutions.caption(), new Part.Table(solutions), new Part.Items(advice.costs())));
      sections.add(Section.items("This answer assumes", assumptions()));
    } else {
      sections.add(Section.items("", briefLines()));
    }
    return new Document("", "", Tone.UNCLEAR, zoneSentence(), sections);
  }

  /** Returns a warning if the stream window is so small that a server may close the connection. */
  private Optional<String> floodWarning() {
    return prediction.rule().streamWindow() > ReceiveWindow.FLOOD_RISK_BYTES
        ? Optional.empty()
        : Optional.of(
            "Stream window: so small a one can make a Jetty server close the connection"
                + " (ENHANCE_YOUR_CALM), with Jetty's strategy and many short streams a second.");
  }

  /**
   * Returns the short report, which contains response sizes, warnings, the solution for an
   * unmodified Solr, and the main assumptions.
   */
  private List<String> briefLines() {
    List<String> lines = new ArrayList<>();
    if (!prediction.lacksSlots()) {
      lines.add(sizeText(prediction.rule()));
    }
    floodWarning().ifPresent(lines::add);
    if (!prediction.advice().isEmpty()) {
      int streams = prediction.streamsPerNode();
      lines.add(
          streams > WindowAdvice.HTTP1_CONNECTIONS
              ? AdviceText.FIX_WITH_CONNECTIONS.format(streams)
              : AdviceText.FIX.format(streams));
    }
    int queries = prediction.rule().queries();
    lines.add(
        TextFormat.of(
            "Assumed: %s at a time, every stream read to its end. All that is assumed%s: --explain",
            queries == 1 ? "one query" : TextFormat.of("%,d queries", queries),
            prediction.advice().isEmpty() ? "" : ", and other ways with prices"));
    return lines;
  }

  /** Returns the values of the prediction by name, to be written as JSON. */
  public Map<String, Object> json() {
    SafeWindowRule rule = prediction.rule();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("zone", prediction.zone().name());
    answer.put("streamsPerSession", rule.streamsPerSession());
    answer.put("unreadAtWorst", rule.maxUnread());
    answer.put("usableWindow", rule.usableWindow());
    answer.put("sessionWindow", rule.sessionWindow());
    answer.put("load", rule.usableWindow() == 0 ? null : rule.loadRatio());
    answer.put("memoryBytes", prediction.memoryBytes());
    answer.put("concurrentQueries", rule.queries());
    answer.put("streamsPerNode", prediction.streamsPerNode());
    answer.put("responseAssumed", rule.responseBytes() == SafeWindowRule.ANY_RESPONSE_BYTES);
    OptionalLong smallestUnsafe = rule.smallestUnsafeResponse();
    // if only the total makes the merge safe, the size of a shard does not decide
    boolean sizeDecides =
        smallestUnsafe.isPresent()
            && !(rule.isSafe() && rule.responseBytes() >= smallestUnsafe.getAsLong());
    answer.put("notSafeFromResponseBytes", sizeDecides ? smallestUnsafe.getAsLong() : null);
    answer.put("atRisk", prediction.atRiskFraction());
    answer.put("likely", prediction.likelyFraction());
    answer.put("why", zoneSentence());
    answer.put("advice", new PredictionAdvice(prediction).json());
    answer.put("assumed", assumptions());
    collection.ifPresent(found -> answer.put("collection", CollectionFacts.json(found)));
    return answer;
  }
}
