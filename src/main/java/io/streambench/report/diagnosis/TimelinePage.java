package io.streambench.report.diagnosis;

import com.samskivert.mustache.Mustache;
import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.StallEpisode;
import io.streambench.report.page.PageScript;
import io.streambench.report.page.Resource;
import io.streambench.report.table.Amounts;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A diagnosis as one HTML page, which needs nothing else: the verdict and its numbers in words and
 * tables, and how the windows went as charts. It can be opened from a disk without a network, asks
 * nobody for anything, and holds what it has to say in plain HTML where scripts are off.
 */
public final class TimelinePage {
  private static final String TEMPLATE = "timeline.html.mustache";

  private TimelinePage() {}

  /** One of the longest stalls in the table. */
  record StallRow(
      String since,
      String lasted,
      String session,
      String role,
      String stream,
      String window,
      String ended) {}

  /**
   * Makes the page of a diagnosis.
   *
   * @param title of the page, for people: say what was read
   * @return HTML in UTF-8, with all text escaped
   */
  public static String render(Diagnosis diagnosis, String title, DiagnosisReport report) {
    return render(diagnosis, title, report.advice(), report.notes(), report.waiting());
  }

  /**
   * The same.
   *
   * @param advice what could be done about the stall, a sentence each, plain text
   * @param notes what else is to be known, a sentence each, plain text
   * @param waiting the threads that are known to wait
   */
  static String render(
      Diagnosis diagnosis,
      String title,
      List<String> advice,
      List<String> notes,
      List<HeapFacts.Waits> waiting) {
    List<SessionView> views = SessionView.of(diagnosis);
    List<SessionView> drawn = views.stream().filter(SessionView::drawable).toList();
    List<SessionSection> sections = new ArrayList<>();
    views.forEach(view -> sections.add(new SessionSection(view, drawn.indexOf(view))));
    Map<String, Object> page = new HashMap<>();
    page.put("title", title);
    page.put("tone", tone(diagnosis));
    page.put("word", DiagnosisFacts.word(diagnosis));
    page.put("reason", DiagnosisFacts.reason(diagnosis));
    page.put("facts", DiagnosisFacts.of(diagnosis, views));
    page.put("advice", advice);
    page.put("hasAdvice", !advice.isEmpty());
    page.put("notes", notes);
    page.put("hasNotes", !notes.isEmpty());
    page.put("waiting", waiting);
    page.put("hasWaiting", !waiting.isEmpty());
    page.put("loud", sections.stream().filter(section -> !section.quiet()).toList());
    page.put("quiet", sections.stream().filter(SessionSection::quiet).toList());
    page.put("hasCharts", !drawn.isEmpty());
    page.put("stalls", stalls(diagnosis));
    page.put("hasStalls", !diagnosis.longestStalls().isEmpty());
    page.put("style", Resource.text("timeline.css"));
    PageScript.put(page, "timeline.js");
    page.put("data", ChartData.ofSessions(drawn));
    return Mustache.compiler()
        .escapeHTML(true)
        .withLoader(name -> new StringReader(Resource.text(name + ".mustache")))
        .compile(Resource.text(TEMPLATE))
        .execute(page);
  }

  private static String tone(Diagnosis diagnosis) {
    return switch (diagnosis.finding()) {
      case STALLED -> "bad";
      case POSSIBLE -> "unclear";
      case NO_STALL -> "good";
    };
  }

  private static List<StallRow> stalls(Diagnosis diagnosis) {
    return diagnosis.longestStalls().stream().map(stall -> row(diagnosis, stall)).toList();
  }

  private static StallRow row(Diagnosis diagnosis, StallEpisode stall) {
    boolean timed = diagnosis.fromNanos().isPresent() && stall.timed();
    return new StallRow(
        timed
            ? Amounts.offset(stall.sinceNanos() - diagnosis.fromNanos().getAsLong())
            : Amounts.UNKNOWN,
        timed ? Amounts.duration(stall.nanos()) : Amounts.UNKNOWN,
        stall.session(),
        stall.role().toString(),
        stall.streamId() == 0 ? "the session" : "stream " + stall.streamId(),
        stall.window().toString(),
        stall.ended() ? "yes" : "no");
  }
}
