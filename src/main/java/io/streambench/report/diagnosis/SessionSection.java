package io.streambench.report.diagnosis;

import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionDiagnosis.StallTotals;
import io.streambench.analysis.SessionState;
import io.streambench.config.Text;
import io.streambench.report.table.Amounts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** A session's part of the page, as the template asks for it. */
final class SessionSection {
  /** Colours that the style sheet has for streams. */
  static final int COLOURS = 8;

  private static final int ROOM_FOR_LABEL = 12;

  private final SessionView view;
  private final int chart;

  /**
   * One stream in the table.
   *
   * @param colour of its lane; empty if it has none
   */
  record Row(
      String id,
      String colour,
      String unread,
      String window,
      String unacknowledged,
      String state,
      boolean starved) {}

  /**
   * A part of the bar that shows where the window went.
   *
   * @param grow its share of the width
   * @param wide whether there is room for a label
   */
  record Part(
      String colour, String grow, boolean wide, String what, String bytes, String rounded) {}

  /**
   * @param chart number of its chart in {@link ChartData}; negative for none
   */
  SessionSection(SessionView view, int chart) {
    this.view = view;
    this.chart = chart;
  }

  String id() {
    return view.state().id();
  }

  String where() {
    return DiagnosisFacts.where(view.state());
  }

  boolean stalled() {
    return view.session().stalled();
  }

  boolean quiet() {
    return view.quiet();
  }

  boolean drawn() {
    return chart >= 0;
  }

  int chart() {
    return chart;
  }

  boolean receives() {
    return view.receives();
  }

  boolean sends() {
    return view.sends();
  }

  /** The chart in one sentence, for those who do not see it. */
  String description() {
    SessionDiagnosis session = view.session();
    return receives()
        ? Text.of(
            "Session %s: at most %s unread, with a receive window of %s; the window was used up %,d times",
            id(),
            Amounts.rounded(session.peakUnreadBytes()),
            Amounts.rounded(session.sessionWindow()),
            session.sessionStalls().count())
        : Text.of(
            "Session %s: its send window was used up %,d times",
            id(), session.sessionStalls().count());
  }

  List<DiagnosisFacts.Fact> facts() {
    SessionDiagnosis session = view.session();
    List<DiagnosisFacts.Fact> facts = new ArrayList<>();
    fact(facts, "Initial receive window", Amounts.rounded(session.sessionWindow()));
    fact(facts, "Initial window of each stream", Amounts.rounded(session.streamWindow()));
    if (view.ofMoment()) {
      fact(facts, "Unread", Amounts.rounded(view.state().unreadBytes()));
      fact(facts, "Streams", Amounts.count(view.state().streams().size()));
      return facts;
    }
    fact(facts, "Most unread", Amounts.rounded(session.peakUnreadBytes()));
    if (sends()) {
      int most = Collections.max(view.timeline().sendWindow());
      fact(facts, "Largest send window", Amounts.rounded(most));
    }
    fact(facts, "Most streams at a time", Amounts.count(session.maxOpenStreams()));
    fact(facts, "WINDOW_UPDATEs sent", Amounts.count(session.windowUpdatesSent()));
    return facts;
  }

  private static void fact(List<DiagnosisFacts.Fact> facts, String name, String text) {
    facts.add(new DiagnosisFacts.Fact(name, text));
  }

  /** The facts on how often and how long windows were used up; none for a single moment. */
  List<DiagnosisFacts.Fact> stalls() {
    if (view.ofMoment()) {
      return List.of();
    }
    return List.of(
        new DiagnosisFacts.Fact("Session window used up", totals(view.session().sessionStalls())),
        new DiagnosisFacts.Fact(
            "Windows of its streams used up", totals(view.session().streamStalls())));
  }

  private static String totals(StallTotals totals) {
    if (totals.count() == 0) {
      return "never";
    }
    return totals.totalNanos() == 0
        ? Text.of("%,d ×, for less than 1 ms", totals.count())
        : Text.of(
            "%,d ×, %s together, longest %s",
            totals.count(),
            Amounts.duration(totals.totalNanos()),
            Amounts.duration(totals.longestNanos()));
  }

  boolean lanes() {
    return !view.lanes().isEmpty();
  }

  String lanesLeftOut() {
    return view.lanesLeftOut() == 0 ? "" : Amounts.count(view.lanesLeftOut());
  }

  boolean leftOut() {
    return view.lanesLeftOut() > 0;
  }

  int lanesDrawn() {
    return view.lanes().size();
  }

  List<Row> streams() {
    Set<Integer> starved = StreamLane.starvedOf(view.session());
    return view.state().streams().stream()
        .map(
            stream ->
                new Row(
                    Integer.toString(stream.id()),
                    colour(stream.id()),
                    Amounts.count(stream.unreadBytes()),
                    Amounts.count(stream.receiveWindow()),
                    Amounts.count(stream.unacknowledgedBytes()),
                    starved.contains(stream.id())
                        ? "starved: nothing to read, nothing can come"
                        : stream.cancelled()
                            ? "cancelled"
                            : stream.remotelyClosed() ? "complete, being read" : "open",
                    starved.contains(stream.id())))
        .toList();
  }

  boolean hasStreams() {
    return !view.state().streams().isEmpty();
  }

  /** The words for the moment that the table speaks of, such as that of the stall. */
  String moment() {
    return view.ofMoment() ? "at that moment" : stalled() ? "when it stalled" : "at the end";
  }

  private String colour(int streamId) {
    for (int lane = 0; lane < view.lanes().size(); lane++) {
      if (view.lanes().get(lane).id() == streamId) {
        return "s" + lane % COLOURS;
      }
    }
    return "rest";
  }

  boolean hasBar() {
    return !parts().isEmpty();
  }

  String initialWindow() {
    return Amounts.bytes(view.session().sessionWindow());
  }

  /** The parts of the used window: unread bytes stream by stream, then bytes not acknowledged. */
  List<Part> parts() {
    SessionState state = view.state();
    boolean told = view.ofMoment() ? view.receives() : view.session().stalled() && state.starves();
    if (!told) {
      return List.of();
    }
    List<Part> parts = new ArrayList<>();
    state.streams().stream()
        .filter(stream -> stream.unreadBytes() > 0)
        .map(stream -> part(colour(stream.id()), stream.unreadBytes(), "stream " + stream.id()))
        .forEach(parts::add);
    if (state.unreadElsewhere() > 0) {
      parts.add(part("rest", state.unreadElsewhere(), "other streams"));
    }
    if (state.unacknowledgedBytes() > 0) {
      parts.add(part("unacknowledged", state.unacknowledgedBytes(), "not acknowledged"));
    }
    return parts;
  }

  private Part part(String colour, long bytes, String what) {
    boolean wide = bytes * ROOM_FOR_LABEL > view.session().sessionWindow();
    return new Part(
        colour, Long.toString(bytes), wide, what, Amounts.bytes(bytes), Amounts.rounded(bytes));
  }
}
