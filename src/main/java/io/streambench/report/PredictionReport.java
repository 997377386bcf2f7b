package io.streambench.report;

import io.streambench.config.Text;
import io.streambench.predict.Prediction;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.SurveyedCollection;
import io.streambench.predict.WindowAdvice;
import io.streambench.predict.Zone;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a query can stall, why, and what to set instead; for people and programs. */
public final class PredictionReport {
  private static final double ALWAYS = 0.9995;

  private final Prediction prediction;
  private final Optional<CollectionFacts> collection;

  /** Of one prediction. */
  public PredictionReport(Prediction prediction) {
    this(prediction, Optional.empty());
  }

  /** Of a collection that is there. */
  public PredictionReport(Prediction prediction, SurveyedCollection collection) {
    this(prediction, Optional.of(new CollectionFacts(collection)));
  }

  private PredictionReport(Prediction prediction, Optional<CollectionFacts> collection) {
    this.prediction = prediction;
    this.collection = collection;
  }

  /** One sentence: the zone, how often, and why. */
  public String sentence() {
    SafeWindowRule rule = prediction.rule();
    String where = Text.of("%s%s: ", prediction.zone(), howOften());
    if (rule.streamsPerSession() == 1 && prediction.zone() == Zone.SAFE) {
      return where + "a stream that has its session to itself waits for no other";
    }
    if (rule.usableWindow() == 0 && !rule.safe()) {
      return where + "with a buffer ratio of 1 no credit is ever given back";
    }
    String unread =
        Text.of(
            "%d streams can share a session, and the others can leave %,d bytes unread while the"
                + " merge waits for one",
            rule.streamsPerSession(), rule.unreadAtWorst());
    return where
        + unread
        + switch (prediction.zone()) {
          case SAFE -> safe(rule);
          case AT_RISK ->
              Text.of(
                  ", which is less than the session window of %,d, but more than the %,d of it that"
                      + " cannot be kept back as consumed and not yet acknowledged",
                  rule.sessionWindow(), rule.usableWindow());
          case LIKELY ->
              Text.of(
                  ", which is the whole session window of %,d before another is heard",
                  rule.sessionWindow());
        };
  }

  private static String safe(SafeWindowRule rule) {
    if (rule.unreadAtWorst() >= rule.usableWindow()) {
      return Text.of(
          "; all responses together fit into the session window of %,d, on which nothing was read"
              + " before",
          rule.sessionWindow());
    }
    return Text.of(
        ", for which %,d of the session window of %,d are always there",
        rule.usableWindow(), rule.sessionWindow());
  }

  /** Empty where it is the same in all queries. */
  private String howOften() {
    double share = prediction.zone() == Zone.LIKELY ? prediction.likely() : prediction.atRisk();
    if (prediction.zone() == Zone.SAFE || share > ALWAYS) {
      return "";
    }
    String often = share < 0.001 ? " in fewer than 0.1 % of the queries" : " in " + percent(share);
    boolean both = prediction.zone() == Zone.LIKELY && prediction.atRisk() > 0.001;
    return both ? Text.of("%s, AT_RISK in %s", often, percent(prediction.atRisk())) : often;
  }

  private static String percent(double share) {
    String format = share < 0.1 || share > 0.99 ? "%.1f" : "%.0f";
    return Text.of(format + " %% of the queries", 100 * share);
  }

  private Table advice() {
    List<WindowAdvice> ways = prediction.advice();
    return new Table()
        .text("set", ways.stream().map(WindowAdvice::setting).toList())
        .number("to", ways.stream().map(PredictionReport::value).toList())
        .number(
            "memory at worst, bytes a node",
            ways.stream().map(way -> Text.of("%,d", way.memoryBytes())).toList())
        .text("", ways.stream().map(WindowAdvice::note).toList());
  }

  private static String value(WindowAdvice way) {
    if (!(way.value() instanceof Long number)) {
      return String.valueOf(way.value());
    }
    String bound = way.setting().equals(WindowAdvice.STREAM_WINDOW) ? "at most" : "at least";
    return Text.of("%s %,d", bound, number);
  }

  private String memory() {
    return Text.of(
        "Unread bytes can pin %,d bytes of memory for a node.",
        prediction.connections() * prediction.rule().memoryBytes());
  }

  /** For a terminal. */
  public String text() {
    StringBuilder text = new StringBuilder(sentence()).append(".\n").append(memory()).append('\n');
    collection.ifPresent(facts -> text.append(facts.sentences()).append('\n'));
    if (!prediction.advice().isEmpty()) {
      text.append("\nAny one of these makes it safe:\n\n");
      advice().plain(text, "  ");
    }
    return text.toString();
  }

  /** For a document. */
  public String markdown() {
    StringBuilder text =
        new StringBuilder("**").append(sentence()).append(".** ").append(memory()).append('\n');
    collection.ifPresent(facts -> text.append('\n').append(facts.sentences()).append('\n'));
    if (!prediction.advice().isEmpty()) {
      text.append("\nAny one of these makes it safe:\n\n");
      advice().markdown(text);
    }
    return text.toString();
  }

  /** For programs; the caller writes it as JSON. */
  public Map<String, Object> json() {
    SafeWindowRule rule = prediction.rule();
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("zone", prediction.zone().name());
    answer.put("streamsPerSession", rule.streamsPerSession());
    answer.put("unreadAtWorst", rule.unreadAtWorst());
    answer.put("usableWindow", rule.usableWindow());
    answer.put("sessionWindow", rule.sessionWindow());
    answer.put("load", rule.usableWindow() == 0 ? null : rule.load());
    answer.put("memoryBytes", prediction.connections() * rule.memoryBytes());
    answer.put("atRisk", prediction.atRisk());
    answer.put("likely", prediction.likely());
    answer.put("why", sentence());
    answer.put("advice", prediction.advice());
    collection.ifPresent(facts -> answer.put("collection", facts.json()));
    return answer;
  }
}
