package io.streambench.report.diagnosis;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.DumpDiagnosis;
import io.streambench.analysis.DumpDiagnosis.JvmAnswer;
import io.streambench.analysis.Finding;
import io.streambench.analysis.LoggedHang;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.StallEpisode;
import io.streambench.analysis.Verdict;
import io.streambench.config.Text;
import io.streambench.eventlog.EpochTime;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.LoggedEnd;
import io.streambench.eventlog.ReadCounts;
import io.streambench.report.table.Amounts;
import io.streambench.report.table.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A diagnosis in words, as Markdown to paste into an issue, and as JSON for programs. */
public final class DiagnosisReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final Diagnosis diagnosis;
  private final double bufferRatio;
  private final DiagnosisTables tables;
  private final Optional<HeapFacts> heap;
  private final Optional<DumpDiagnosis> dumps;

  /**
   * @param bufferRatio of Jetty's strategy, for the advice
   */
  public DiagnosisReport(Diagnosis diagnosis, double bufferRatio) {
    this(diagnosis, bufferRatio, Optional.empty());
  }

  /**
   * The same of a heap dump.
   *
   * @param heap what it tells besides; empty for a log or a recording
   */
  public DiagnosisReport(Diagnosis diagnosis, double bufferRatio, Optional<HeapFacts> heap) {
    this(diagnosis, bufferRatio, heap, Optional.empty());
  }

  /**
   * The same with what other sources than events show.
   *
   * @param heap of a heap dump
   * @param dumps of thread dumps and Jetty's own
   */
  public DiagnosisReport(
      Diagnosis diagnosis,
      double bufferRatio,
      Optional<HeapFacts> heap,
      Optional<DumpDiagnosis> dumps) {
    this.heap = heap;
    this.dumps = dumps;
    this.diagnosis = diagnosis;
    this.bufferRatio = bufferRatio;
    this.tables = new DiagnosisTables(diagnosis);
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
          report.put("lookAlikes", found.lookAlikes());
        });
    report.put("next", Way.lines(ways()));
    report.put("advice", advice());
    report.put("warnings", warnings());
    report.put("sessions", diagnosis.sessions().stream().map(DiagnosisReport::json).toList());
    report.put("longestStalls", diagnosis.longestStalls().stream().map(this::json).toList());
    try {
      return MAPPER.writeValueAsString(report) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
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

  private Map<String, Object> json(StallEpisode stall) {
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

  /** The report as text for a terminal, with the next steps in a line each. */
  public String text() {
    return text(false);
  }

  /**
   * The report as text for a terminal.
   *
   * @param explained whether it has all advice, with its price, and not the next steps alone
   */
  public String text(boolean explained) {
    StringBuilder text =
        new StringBuilder(Text.folded(verdict() + ": " + headline(), "", "  ")).append('\n');
    diagnosis
        .cause()
        .ifPresent(cause -> text.append(Text.folded(cause(cause), "", "  ")).append('\n'));
    toldSessions().forEach(session -> text.append(new SessionStory(diagnosis, session).text()));
    section(text, "Each JVM", eachJvm());
    section(text, "What else waits", lookAlikes());
    section(text, "Reasons for doubt", warnings());
    section(text, "What to do", explained ? advice() : Way.lines(ways()));
    if (!explained && !ways().isEmpty()) {
      text.append("  (more, with prices: --explain)\n");
    }
    section(text, "Who waits", heap.map(HeapFacts::lines).orElse(List.of()));
    tables
        .byTitle()
        .forEach(
            (title, table) -> {
              text.append('\n').append(title).append('\n');
              table.plain(text, "  ");
            });
    section(text, "Read", read());
    return text.toString();
  }

  /** The report in Markdown, to be pasted into an issue. */
  public String markdown() {
    StringBuilder text = new StringBuilder("**").append(verdict()).append("**: ");
    text.append(Table.markdown(headline())).append("\n\n");
    diagnosis.cause().ifPresent(cause -> text.append(cause(cause)).append("\n\n"));
    for (SessionDiagnosis session : toldSessions()) {
      String story = new SessionStory(diagnosis, session).text();
      text.append("```\n").append(story).append("```\n\n");
    }
    bullets(text, "Each JVM", eachJvm());
    bullets(text, "What else waits", lookAlikes());
    bullets(text, "Reasons for doubt", warnings());
    bullets(text, "What to do", advice());
    waiting(text);
    Map<String, Table> details = tables.byTitle();
    if (!details.isEmpty()) {
      text.append("<details><summary>Sessions and windows</summary>\n\n");
      details.forEach(
          (title, table) -> {
            text.append(title).append(":\n\n");
            table.markdown(text);
            text.append('\n');
          });
      text.append("</details>\n\n");
    }
    bullets(text, "Read", read());
    return text.toString();
  }

  private String verdict() {
    return diagnosis.finding().name();
  }

  private String cause(StallCause cause) {
    return (diagnosis.stalled() ? "cause: " : "cause, if it is a stall: ") + CauseWords.of(cause);
  }

  private String headline() {
    return diagnosis
        .verdict()
        .map(Verdict::reason)
        .orElse(
            heap.isPresent()
                ? DiagnosisFacts.NOBODY_WAITS
                : "no reader waits for data that a used-up session window blocks");
  }

  private List<SessionDiagnosis> stalledSessions() {
    return diagnosis.sessions().stream().filter(SessionDiagnosis::stalled).toList();
  }

  /** Those of which is told how they stood: of a possible stall, the one that may have. */
  private List<SessionDiagnosis> toldSessions() {
    return diagnosis.finding() == Finding.POSSIBLE
        ? diagnosis.sessions().stream().limit(1).toList()
        : stalledSessions();
  }

  /** The answer for each JVM, where there are several. */
  private List<String> eachJvm() {
    return dumps.stream()
        .flatMap(found -> found.jvms().size() > 1 ? found.jvms().stream() : Stream.empty())
        .map(jvm -> jvm.name() + ": " + jvm.finding() + ": " + jvm.reason())
        .toList();
  }

  private List<String> lookAlikes() {
    return dumps.map(DumpDiagnosis::lookAlikes).orElse(List.of());
  }

  /** One entry for each way out, with its price, for the session of the verdict. */
  public List<String> advice() {
    return Way.details(ways());
  }

  /** Advice of the strongest message, and if that hints at a stall, the ways out of one. */
  private List<Way> ofLog() {
    List<Way> ways = new ArrayList<>();
    LoggedHang.strongest(diagnosis.counts())
        .ifPresent(
            end -> {
              ways.add(Way.of(end.kind().whatToDo()));
              if (end.kind().meaning() == LoggedEnd.Meaning.HINT) {
                diagnosis.verdict().map(CauseAdvice::ways).ifPresent(ways::addAll);
              }
            });
    return ways;
  }

  private List<Way> ways() {
    if (dumps.isPresent() && diagnosis.verdict().equals(dumps.map(DumpDiagnosis::verdict))) {
      return NextStepWords.of(dumps.get().next());
    }
    if (heap.isEmpty() && diagnosis.events() == 0) {
      return ofLog();
    }
    return diagnosis
        .verdict()
        .map(
            verdict -> {
              Optional<SessionDiagnosis> session = toldSessions().stream().findFirst();
              return heap.isPresent()
                  ? Advice.ofMoment(verdict, session, bufferRatio)
                  : Advice.of(verdict, session, bufferRatio);
            })
        .orElse(List.of());
  }

  /** The threads that wait; none where nothing tells, as a log does not. */
  List<HeapFacts.Waits> waiting() {
    return heap.map(HeapFacts::waiting).orElse(List.of());
  }

  /** The reasons why the answer may be wrong, one line each. */
  private List<String> warnings() {
    ReadCounts counts = diagnosis.counts();
    List<String> warnings = new ArrayList<>();
    if (counts.mostlyGarbled()) {
      warnings.add(
          Text.of(
              "most flow-control lines are garbled (%,d; %,d could be read): a "
                  + "stall may be in the garbled ones",
              counts.garbled(), counts.lines() - counts.skipped()));
    }
    if (counts.newestFirst()) {
      warnings.add(
          "most of this log runs backwards in time: it seems to be written "
              + "newest first. Reverse it and analyze again: tac FILE > reversed.log");
    }
    if (heap.isEmpty()
        && !stalledSessions().isEmpty()
        && stalledSessions().stream()
            .allMatch(session -> diagnosis.silenceNanos(session).orElse(0) < 1_000_000_000L)) {
      warnings.add(
          diagnosis.fromNanos().isEmpty()
              ? "the log has no timestamps: the length of the stall is unknown"
              : "the source ends where the stall begins: it is one only if nothing moved later");
    }
    warnings.addAll(counts.text().remarks());
    warnings.addAll(LoggedEndWords.of(counts.ends(), headline()));
    age(counts).ifPresent(warnings::add);
    if (diagnosis.finding() != Finding.NO_STALL) {
      heap.ifPresent(facts -> warnings.addAll(facts.doubts()));
    }
    return warnings;
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

  /** The notes on what was read and what is to be known about it; doubts come first. */
  public List<String> notes() {
    return Stream.concat(warnings().stream(), read().stream()).toList();
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
          diagnosis.fromNanos().isPresent()
              ? Text.of(
                  "%,d events, %s to %s",
                  diagnosis.events(), time(diagnosis.fromNanos()), time(diagnosis.toNanos()))
              : Text.of("%,d events without times", diagnosis.events()));
    }
    if (counts.skipped() > 0 && threadDumps == 0) {
      notes.add(
          Text.of(
              "%,d of %,d lines skipped: %,d of other kinds, %,d garbled, %,d too long",
              counts.skipped(),
              counts.lines(),
              counts.other(),
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

  private static void section(StringBuilder text, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append('\n').append(title).append('\n');
      lines.forEach(line -> text.append(item(line)).append('\n'));
    }
  }

  /** A thread has its stack below it. */
  private static String item(String line) {
    return line.indexOf('\n') < 0 ? Text.folded(line, "  - ", "    ") : "  - " + line;
  }

  /**
   * Appends the waiting threads in code fences. No name in them can end a fence: it has no line
   * breaks, and begins no line.
   */
  private void waiting(StringBuilder text) {
    if (!waiting().isEmpty()) {
      text.append("Who waits:\n");
    }
    for (HeapFacts.Waits waits : waiting()) {
      text.append("```\n").append(waits.text()).append('\n');
      waits.stack().forEach(frame -> text.append("at ").append(frame).append('\n'));
      text.append("```\n\n");
    }
  }

  private static void bullets(StringBuilder text, String title, List<String> lines) {
    if (!lines.isEmpty()) {
      text.append(title).append(":\n");
      lines.forEach(line -> text.append("- ").append(Table.markdown(line)).append('\n'));
      text.append('\n');
    }
  }

  private static String time(OptionalLong nanos) {
    return nanos.isPresent() ? EpochTime.text(nanos.getAsLong()) : null;
  }

  static long millis(long nanos) {
    return Math.round(nanos / 1e6);
  }
}
