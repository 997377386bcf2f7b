package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.DumpDiagnosis;
import io.streambench.analysis.DumpDiagnosis.JvmAnswer;
import io.streambench.analysis.DumpDiagnosis.LookAlike;
import io.streambench.analysis.Finding;
import io.streambench.analysis.LoggedHang;
import io.streambench.analysis.Reason;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionDiagnosis.StallTotals;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.StallEpisode;
import io.streambench.analysis.Verdict;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.Text;
import io.streambench.diagnose.ClusterDiagnosis;
import io.streambench.eventlog.EpochTime;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.LoggedEnd;
import io.streambench.eventlog.ReadCounts;
import io.streambench.eventlog.Role;
import io.streambench.heap.HeapDiagnosis;
import io.streambench.report.diagnosis.CauseAdvice.Way;
import io.streambench.report.document.Document;
import io.streambench.report.document.Document.Section;
import io.streambench.report.document.Document.Tone;
import io.streambench.report.document.Page;
import io.streambench.report.document.Part;
import io.streambench.report.table.Amounts;
import io.streambench.report.table.ResultTable;
import io.streambench.threads.ThreadDump;
import io.streambench.threads.WholeJvm;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A diagnosis as text, Markdown, a page with the timeline of every session, and JSON. */
public final class DiagnosisReport {
  static final String USED_UP = "How often a window was used up (short times are normal)";

  private static final long SECOND = 1_000_000_000L;

  /** So much of a window is more than streams that were just reset hold for a moment. */
  private static final int LEAK_PART = 4;

  private final Diagnosis diagnosis;
  private final double bufferRatio;
  private final Optional<HeapFacts> heap;
  private final Optional<DumpDiagnosis> dumps;
  private final CauseAdvice causeAdvice;
  private final Optional<ClusterParts> cluster;

  /** A report on events; the buffer ratio of Jetty's strategy is for the advice. */
  public DiagnosisReport(Diagnosis diagnosis, double bufferRatio) {
    this(diagnosis, bufferRatio, Optional.empty(), Optional.empty());
  }

  /** The same with what a heap dump shows, or dumps of threads and of Jetty. */
  public DiagnosisReport(
      Diagnosis diagnosis,
      double bufferRatio,
      Optional<HeapDiagnosis> heap,
      Optional<DumpDiagnosis> dumps) {
    this.diagnosis = diagnosis;
    this.bufferRatio = bufferRatio;
    this.heap = heap.map(HeapFacts::new);
    this.dumps = dumps;
    causeAdvice =
        new CauseAdvice(
            heap.map(HeapDiagnosis::clients).orElse(diagnosis.counts().text().clients()),
            heap.isEmpty() && isPlain(diagnosis.counts()),
            dumps
                .filter(found -> found.jvms().stream().anyMatch(jvm -> jvm.dumps() > 1))
                .isPresent());
    cluster = Optional.empty();
  }

  /** A report on the nodes of a cluster. */
  public DiagnosisReport(ClusterDiagnosis found) {
    diagnosis = found.diagnosis();
    bufferRatio = FlowControlSettings.JETTY_BUFFER_RATIO;
    heap = Optional.empty();
    dumps = Optional.of(found.dumps());
    causeAdvice = new CauseAdvice(found.clients());
    cluster = Optional.of(new ClusterParts(found));
  }

  /** Returns whether threads were seen, and Solr neither in them nor in a message. */
  private static boolean isPlain(ReadCounts counts) {
    List<ThreadDump> dumps = counts.text().threads();
    return dumps.stream().noneMatch(dump -> dump.whole().signs().contains(WholeJvm.Sign.SOLR))
        && (counts.text().isWithoutSolr() || !dumps.isEmpty() && counts.ends().isEmpty());
  }

  /** JSON; the keys are those on which other programs rely. */
  public String json() {
    Map<String, Object> report = new LinkedHashMap<>();
    SessionJson.putFinding(report, diagnosis.finding(), diagnosis.cause());
    report.put("events", diagnosis.events());
    report.put("skippedLines", diagnosis.counts().skipped());
    report.put("droppedEvents", diagnosis.counts().dropped());
    report.put("from", time(diagnosis.fromNanos()));
    report.put("to", time(diagnosis.toNanos()));
    report.put("reason", diagnosis.verdict().map(Verdict::reason).orElse(null));
    diagnosis.verdict().ifPresent(verdict -> SessionJson.putSubject(report, verdict));
    heap.ifPresent(facts -> report.put("waiting", facts.json()));
    dumps.ifPresent(
        found -> {
          report.put("jvms", found.jvms().stream().map(DiagnosisReport::json).toList());
          report.put("lookAlikes", lookAlikes(found));
        });
    report.put("next", Way.lines(ways()));
    report.put("advice", advice());
    report.put("warnings", warnings());
    report.put("sessions", diagnosis.sessions().stream().map(DiagnosisReport::json).toList());
    report.put(
        "longestStalls", diagnosis.longestStalls().stream().map(DiagnosisReport::json).toList());
    cluster.ifPresent(parts -> parts.json(report));
    return Page.indented(report);
  }

  private static Map<String, Object> json(SessionDiagnosis session) {
    Map<String, Object> described =
        new SessionJson(EpochTime::text).describe(session.state(), session.stalled());
    described.put("initialSessionWindow", session.sessionWindow());
    described.put("initialStreamWindow", session.streamWindow());
    described.put("maxOpenStreams", session.maxOpenStreams());
    described.put("peakUnreadBytes", session.peakUnreadBytes());
    described.put("windowUpdatesSent", session.windowUpdatesSent());
    described.put("sessionStalls", session.sessionStalls().count());
    described.put("sessionStallMillis", millis(session.sessionStalls().totalNanos()));
    described.put("streamStalls", session.streamStalls().count());
    described.put("streamStallMillis", millis(session.streamStalls().totalNanos()));
    return described;
  }

  private static Map<String, Object> json(JvmAnswer jvm) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", jvm.name());
    described.put("dumps", jvm.dumps());
    SessionJson.putFinding(described, jvm.finding(), jvm.cause());
    described.put("reason", jvm.reason());
    return described;
  }

  private static Map<String, Object> json(StallEpisode stall) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("session", stall.session());
    described.put("role", stall.role().toString());
    described.put("stream", stall.streamId());
    described.put("window", stall.window().toString());
    described.put("since", EpochTime.text(stall.sinceNanos()));
    described.put("millis", millis(stall.nanos()));
    described.put("ended", stall.ended());
    return described;
  }

  /** Text for a terminal; explained, with all advice and its price, not the next steps alone. */
  public String text(boolean explained) {
    return document("", false, explained).text();
  }

  /** The report in Markdown, to be pasted into an issue. */
  public String markdown() {
    return document("", false, true).markdown();
  }

  /** The report as a page; the title says what was read. */
  public String page(String title) {
    return document(title, true, true).page();
  }

  private Document document(String title, boolean page, boolean explained) {
    List<SessionView> views = SessionView.of(diagnosis);
    List<Section> sections = new ArrayList<>();
    String cause = diagnosis.stalled() ? "cause" : "cause, if it is a stall";
    diagnosis
        .cause()
        .filter(one -> cluster.isEmpty() || one != StallCause.UNKNOWN) // nodes show no windows
        .map(one -> new Part.Facts(Map.of(cause, CauseAdvice.words(one))))
        .ifPresent(fact -> sections.add(Section.of("", fact)));
    views.stream()
        .filter(view -> ofAnswer(view.session()))
        .forEach(view -> sections.add(new SessionParts(view).section(page, false)));
    sections.add(Section.items("Each JVM", eachJvm()));
    cluster.ifPresent(parts -> sections.addAll(parts.sections()));
    dumps.ifPresent(found -> sections.add(Section.items("What else waits", lookAlikes(found))));
    sections.add(Section.items("Reasons for doubt", warnings()));
    List<String> steps = new ArrayList<>(explained ? advice() : Way.lines(ways()));
    if (!explained && !steps.isEmpty()) {
      steps.add("(more, with prices: --explain)");
    }
    sections.add(Section.items("What to do", steps));
    heap.ifPresent(facts -> sections.add(new Section("Who waits", false, facts.stacks())));
    if (page) {
      views.stream()
          .filter(view -> !ofAnswer(view.session()) && (!view.quiet() || view.drawable()))
          .forEach(view -> sections.add(new SessionParts(view).section(true, view.quiet())));
    }
    tables()
        .forEach(
            table ->
                sections.add(new Section(table.caption(), !page, List.of(new Part.Rows(table)))));
    sections.add(Section.items("Read", read()));
    return new Document(title, diagnosis.finding().name(), tone(), headline(), sections);
  }

  private static List<String> lookAlikes(DumpDiagnosis found) {
    return found.lookAlikes().stream().map(LookAlike::toString).toList();
  }

  private Tone tone() {
    return switch (diagnosis.finding()) {
      case STALLED -> Tone.BAD;
      case POSSIBLE -> Tone.UNCLEAR;
      case NO_STALL -> Tone.GOOD;
    };
  }

  private String headline() {
    return diagnosis
        .verdict()
        .map(Verdict::reason)
        .orElse(
            heap.isPresent() || diagnosis.ofMoment()
                ? "no thread waits for data that a used-up session window blocks"
                : diagnosis.events() == 0
                    ? "nothing about flow control was found in what was read"
                    : "no reader waits for data that a used-up session window blocks");
  }

  /** The sessions that stalled; of a possible stall, the one that may have. */
  private boolean ofAnswer(SessionDiagnosis session) {
    return diagnosis.finding() == Finding.POSSIBLE
        ? diagnosis.sessions().indexOf(session) == 0
        : session.stalled();
  }

  private List<String> eachJvm() {
    return dumps.stream()
        .flatMap(found -> found.jvms().size() > 1 ? found.jvms().stream() : Stream.empty())
        .map(jvm -> jvm.name() + ": " + jvm.finding() + ": " + jvm.reason())
        .toList();
  }

  private List<String> advice() {
    return Way.details(ways());
  }

  /** The advice of the verdict; where no node may be restarted, that comes first instead. */
  private List<Way> ways() {
    List<Way> ways = waysOut();
    Optional<String> warning = cluster.flatMap(ClusterParts::warning);
    return ways.isEmpty() || warning.isEmpty()
        ? ways
        : Stream.concat(
                warning.stream().map(text -> new Way(text, text)),
                ways.stream().filter(way -> !way.restarts()))
            .toList();
  }

  private List<Way> waysOut() {
    if (!diagnosis.stalled()
        && dumps.isPresent()
        && diagnosis.verdict().equals(dumps.map(DumpDiagnosis::verdict))) {
      return dumps.get().next().stream().flatMap(causeAdvice::next).toList();
    }
    if (heap.isEmpty() && cluster.isEmpty() && diagnosis.events() == 0) {
      return ofLog();
    }
    Optional<SessionDiagnosis> session =
        diagnosis.sessions().stream().filter(this::ofAnswer).findFirst();
    return diagnosis
        .verdict()
        .map(verdict -> causeAdvice.of(verdict, session, heap.isPresent(), bufferRatio))
        .orElse(List.of());
  }

  /** Advice of the strongest message, and if that hints at a stall, the ways out of one. */
  private List<Way> ofLog() {
    List<Way> ways = new ArrayList<>();
    Optional<LoggedEnd> end = LoggedHang.strongest(diagnosis.counts());
    end.map(one -> causeAdvice.of(one.kind())).ifPresent(ways::add);
    if (end.filter(one -> one.kind().meaning() == LoggedEnd.Meaning.HINT).isPresent()) {
      diagnosis.verdict().ifPresent(verdict -> ways.addAll(causeAdvice.ways(verdict, false)));
    }
    return ways;
  }

  private List<String> warnings() {
    ReadCounts counts = diagnosis.counts();
    List<String> warnings = new ArrayList<>();
    if (counts.mostlyGarbled()) {
      warnings.add(
          Text.of(
              "most flow-control lines are garbled (%,d; %,d could be read): a "
                  + "stall may be in the garbled ones",
              counts.garbled(), counts.understood()));
    }
    if (counts.newestFirst()) {
      warnings.add(
          "most of this log runs backwards in time: it seems to be written "
              + "newest first. Reverse it and analyze again: tac FILE > reversed.log");
    }
    List<SessionDiagnosis> stalled =
        diagnosis.sessions().stream().filter(SessionDiagnosis::stalled).toList();
    if (heap.isEmpty()
        && !stalled.isEmpty()
        && stalled.stream()
            .allMatch(session -> diagnosis.silenceNanos(session).orElse(0) < SECOND)) {
      warnings.add(
          diagnosis.fromNanos().isEmpty()
              ? "the log has no timestamps: the length of the stall is unknown"
              : "the source ends where the stall begins: it is one only if nothing moved later");
    }
    diagnosis.sessions().stream()
        .filter(DiagnosisReport::leaks)
        .forEach(session -> warnings.add(leak(session)));
    warnings.addAll(counts.text().remarks());
    counts.ends().forEach(end -> warnings.add(logged(end)));
    age(counts).ifPresent(warnings::add);
    if (diagnosis.finding() != Finding.NO_STALL) {
      heap.flatMap(HeapFacts::doubt).ifPresent(warnings::add);
    }
    return warnings;
  }

  /** Returns whether much of a window that is left lies on streams that nobody reads any more. */
  private static boolean leaks(SessionDiagnosis session) {
    return session.state().receiveWindow() > 0
        && session.sessionWindow() > 0
        && session.state().cancelledBytes() >= session.sessionWindow() / LEAK_PART;
  }

  private static String leak(SessionDiagnosis session) {
    return Text.of(
        "the receive window of session %s leaks: %,d of its %,d bytes lie unread on streams that"
            + " were reset. At none left, %s on this session wait",
        session.state().id(),
        session.state().cancelledBytes(),
        session.sessionWindow(),
        session.state().role() == Role.SERVER ? "uploads" : "answers");
  }

  /** A known message in a log, which is no verdict: when it was logged, what it is, what to do. */
  private String logged(LoggedEnd end) {
    Reason explained = LoggedHang.explained(end);
    return Text.of(
        "\"%s\" %s%s. %sWhat to do: %s",
        end.message(),
        end.count() == 1 ? "" : Text.of("%,d times ", end.count()),
        end.firstNanos() == FlowControlEvent.UNKNOWN
            ? "at an unknown time"
            : end.firstNanos() == end.lastNanos()
                ? "at " + EpochTime.text(end.firstNanos())
                : Text.of(
                    "from %s to %s",
                    EpochTime.text(end.firstNanos()), EpochTime.text(end.lastNanos())),
        diagnosis.verdict().filter(one -> one.says(explained)).isPresent() ? "" : explained + " ",
        causeAdvice.of(end.kind()).line());
  }

  /** The age of the messages, where the thread dumps are newer and count more. */
  private static Optional<String> age(ReadCounts counts) {
    OptionalLong dump = counts.text().newestDumpNanos();
    OptionalLong last =
        counts.ends().stream()
            .mapToLong(LoggedEnd::lastNanos)
            .filter(nanos -> nanos != FlowControlEvent.UNKNOWN)
            .max();
    return dump.isPresent() && last.isPresent() && last.getAsLong() < dump.getAsLong()
        ? Optional.of(
            "the last of these messages was logged "
                + Amounts.duration(dump.getAsLong() - last.getAsLong())
                + " before the dump")
        : Optional.empty();
  }

  private List<String> read() {
    ReadCounts counts = diagnosis.counts();
    List<String> notes = new ArrayList<>();
    if (heap.isPresent()) {
      notes.addAll(heap.get().read());
      notes.add("the dump was made at " + time(diagnosis.toNanos()));
      return notes;
    }
    int threadDumps = counts.text().threads().size();
    if (threadDumps > 0) {
      int jvms = dumps.map(found -> found.jvms().size()).orElse(1);
      notes.add(
          Text.of("%,d thread dump(s)", threadDumps)
              + (jvms > 1 ? Text.of(" of %,d JVMs", jvms) : " of one JVM"));
    }
    if (diagnosis.events() > 0) {
      notes.add(
          Text.of("%,d events of %,d session(s)", diagnosis.events(), diagnosis.sessions().size())
              + (diagnosis.fromNanos().isPresent()
                  ? Text.of(", %s to %s", time(diagnosis.fromNanos()), time(diagnosis.toNanos()))
                  : ", without times"));
    }
    if (counts.used() > 0) {
      notes.add(
          Text.of(
              "%,d of %,d lines hold known messages or Jetty's dump",
              counts.used(), counts.lines()));
    }
    if (counts.skipped() > 0 && threadDumps == 0) {
      notes.add(
          Text.of(
              "%,d of %,d lines skipped: %,d of other kinds, %,d garbled, %,d too long",
              counts.skipped(),
              counts.lines(),
              counts.other() - counts.used(),
              counts.garbled(),
              counts.tooLong()));
    }
    if (counts.dropped() > 0) {
      notes.add(
          Text.of(
              "%,d older events are missing: the recording has a size limit", counts.dropped()));
    }
    if (counts.cut()) {
      notes.add("a file is cut short: the answer is from the part that could be read");
    }
    return notes;
  }

  /** The tables of sessions and of used-up windows; those without rows are left out. */
  List<ResultTable> tables() {
    boolean moment = diagnosis.ofMoment();
    List<SessionDiagnosis> shown =
        diagnosis.sessions().stream().filter(DiagnosisReport::worthALine).toList();
    ResultTable.Of<SessionDiagnosis> sessions =
        ResultTable.of("Sessions", shown)
            .text("session", s -> s.state().id())
            .text("side", s -> s.state().role());
    if (shown.stream().anyMatch(s -> !s.state().owner().isEmpty())) {
      sessions.text("owner", s -> s.state().owner());
    }
    sessions
        .text("remote", s -> s.state().remote())
        .number("window", s -> Amounts.rounded(s.sessionWindow()))
        .number("stream window", s -> Amounts.rounded(s.streamWindow()))
        .number(moment ? "streams" : "most streams", SessionDiagnosis::maxOpenStreams)
        .number("unread", s -> Amounts.rounded(s.state().unreadBytes()));
    if (!moment) {
      sessions.number("most unread", s -> Amounts.rounded(s.peakUnreadBytes()));
    }
    return Stream.of(sessions, usedUp(shown)).filter(table -> table.rows() > 0).toList();
  }

  /** Sessions on which nothing but a request or two happened only hide the others. */
  private static boolean worthALine(SessionDiagnosis session) {
    return session.stalled()
        || session.peakUnreadBytes() > 0
        || session.sessionStalls().count() > 0
        || session.streamStalls().count() > 0;
  }

  private record UsedUp(String session, String windowOf, StallTotals totals) {}

  /** How often and for how long, of each session and of its streams. */
  private ResultTable usedUp(List<SessionDiagnosis> sessions) {
    List<UsedUp> rows =
        sessions.stream()
            .filter(session -> !diagnosis.ofMoment())
            .flatMap(
                s ->
                    Stream.of(
                        new UsedUp(s.state().id(), "session", s.sessionStalls()),
                        new UsedUp(s.state().id(), "its streams, added up", s.streamStalls())))
            .filter(row -> row.totals().count() > 0)
            .toList();
    boolean timed = diagnosis.fromNanos().isPresent();
    return ResultTable.grid(USED_UP, rows)
        .text("session", UsedUp::session)
        .text("window of", UsedUp::windowOf)
        .number("times", row -> Amounts.count(row.totals().count()))
        .number("in all, ms", row -> ms(timed, row.totals().totalNanos()))
        .number("longest, ms", row -> ms(timed, row.totals().longestNanos()));
  }

  private static String ms(boolean timed, long nanos) {
    return timed ? Amounts.count(millis(nanos)) : "unknown";
  }

  private static String time(OptionalLong nanos) {
    return nanos.isPresent() ? EpochTime.text(nanos.getAsLong()) : null;
  }

  private static long millis(long nanos) {
    return Math.round(nanos / 1e6);
  }
}
