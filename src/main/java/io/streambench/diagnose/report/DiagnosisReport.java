package io.streambench.diagnose.report;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.page.Page;
import io.streambench.base.page.Part;
import io.streambench.diagnose.cluster.ClusterDiagnosis;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.judge.LoggedHang;
import io.streambench.diagnose.report.CauseAdvice.Program;
import io.streambench.diagnose.report.CauseAdvice.Remedy;
import io.streambench.flow.events.EpochTime;
import io.streambench.flow.events.LoggedContext;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.JvmResult;
import io.streambench.flow.replay.DumpDiagnosis.LookAlike;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.JvmFindings.JvmTrait;
import io.streambench.flow.window.ReceiveWindow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a diagnosis as text, Markdown, JSON, or HTML with a timeline of each session. */
public record DiagnosisReport(
    Diagnosis diagnosis,
    double bufferRatio,
    Optional<HeapFacts> heap,
    Optional<ClusterParts> cluster,
    CauseAdvice causeAdvice) {
  /** Creates a report on events or dumps. The advice on windows uses {@code bufferRatio}. */
  public DiagnosisReport(Diagnosis diagnosis, double bufferRatio) {
    this(
        diagnosis,
        bufferRatio,
        Optional.empty(),
        Optional.empty(),
        new CauseAdvice(
            diagnosis.counts().textFindings().clients(),
            detectProgram(diagnosis.counts()),
            diagnosis.dumpDiagnosis().stream()
                .flatMap(found -> found.jvms().stream())
                .anyMatch(jvm -> jvm.dumpCount() > 1)));
  }

  public DiagnosisReport(HeapDiagnosis heap, double bufferRatio) {
    this(
        heap.toDiagnosis(),
        bufferRatio,
        Optional.of(new HeapFacts(heap)),
        Optional.empty(),
        new CauseAdvice(heap.clients()));
  }

  public DiagnosisReport(ClusterDiagnosis found) {
    this(
        found.diagnosis(),
        ReceiveWindow.JETTY_BUFFER_RATIO,
        Optional.empty(),
        Optional.of(new ClusterParts(found)),
        new CauseAdvice(found.clients()));
  }

  /** Returns the kind of program that the input comes from; an unknown program counts as Solr. */
  private static Program detectProgram(ReadCounts counts) {
    if (!counts.textFindings().lacksSolr()) {
      return Program.SOLR;
    }
    Set<JvmTrait> signs =
        counts.textFindings().threadDumps().stream()
            .flatMap(dump -> dump.jvmFindings().traits().stream())
            .collect(Collectors.toSet());
    Set<LoggedContext> contexts = counts.textFindings().contexts();
    boolean jetty = signs.contains(JvmTrait.JETTY_CLIENT) || contexts.contains(LoggedContext.JETTY);
    boolean other =
        signs.contains(JvmTrait.HTTP_CLIENT) || contexts.contains(LoggedContext.OTHER_CLIENT);
    return other && !jetty ? Program.OTHER_CLIENT : Program.PLAIN;
  }

  /** Returns the report as JSON with stable keys, on which other programs rely. */
  public String json() {
    Map<String, Object> report = new LinkedHashMap<>();
    SessionJson.putFinding(report, diagnosis.finding(), diagnosis.cause());
    report.put("events", diagnosis.eventCount());
    report.put("skippedLines", diagnosis.counts().skippedLines());
    report.put("droppedEvents", diagnosis.counts().droppedEvents());
    report.put("from", formatTime(diagnosis.startNanos()));
    report.put("to", formatTime(diagnosis.endNanos()));
    report.put("reason", diagnosis.verdict().map(Verdict::reason).orElse(null));
    diagnosis.verdict().ifPresent(verdict -> SessionJson.putSubject(report, verdict));
    heap.ifPresent(facts -> report.put("waiting", facts.json()));
    diagnosis
        .dumpDiagnosis()
        .ifPresent(
            found -> {
              report.put("jvms", found.jvms().stream().map(DiagnosisReport::json).toList());
              report.put("lookAlikes", describeLookAlikes(found));
            });
    report.put("next", Remedy.lines(remedies()));
    report.put("advice", advice());
    report.put("warnings", warnings());
    report.put("sessions", diagnosis.sessions().stream().map(SessionJson::of).toList());
    report.put("longestStalls", diagnosis.longestStalls().stream().map(SessionJson::of).toList());
    cluster.ifPresent(parts -> parts.addTo(report));
    return Page.indentedJson(report);
  }

  private static Map<String, Object> json(JvmResult jvm) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", jvm.name());
    described.put("dumps", jvm.dumpCount());
    SessionJson.putFinding(described, jvm.verdict().finding(), jvm.verdict().cause());
    described.put("reason", jvm.verdict().reason());
    return described;
  }

  /**
   * Returns the report for a terminal. If {@code explained} is true, the report contains all advice
   * with costs, not only the next steps.
   */
  public String text(boolean explained) {
    return document("", false, explained).text();
  }

  /** Returns the report in Markdown, for use in an issue. */
  public String markdown() {
    return document("", false, true).markdown();
  }

  /** Returns the report as an HTML page with a title. */
  public String page(String title) {
    return document(title, true, true).page();
  }

  private Document document(String title, boolean isPage, boolean explained) {
    List<SessionView> views = SessionView.of(diagnosis, ShardNames.NONE);
    List<Section> sections = new ArrayList<>();
    String cause = diagnosis.isStalled() ? "cause" : "cause, if it is a stall";
    diagnosis
        .cause()
        .filter(found -> cluster.isEmpty() || found != StallCause.UNKNOWN) // nodes show no windows
        .map(found -> new Part.Facts(Map.of(cause, CauseAdvice.describeCause(found))))
        .ifPresent(fact -> sections.add(Section.of("", fact)));
    views.stream()
        .filter(view -> isInAnswer(view.session()))
        .forEach(view -> sections.add(new SessionParts(view).section(isPage, false)));
    sections.add(Section.items("Each JVM", describeJvms()));
    cluster.ifPresent(parts -> sections.addAll(parts.sections()));
    diagnosis
        .dumpDiagnosis()
        .ifPresent(
            found -> sections.add(Section.items("What else waits", describeLookAlikes(found))));
    sections.add(Section.items("Reasons for doubt", warnings()));
    List<String> steps = new ArrayList<>(explained ? advice() : Remedy.lines(remedies()));
    if (!explained && !steps.isEmpty()) {
      steps.add("(more, with prices: --explain)");
    }
    sections.add(Section.items("What to do", steps));
    heap.ifPresent(facts -> sections.add(new Section("Who waits", false, facts.stackParts())));
    if (isPage) {
      views.stream()
          .filter(
              view -> !isInAnswer(view.session()) && (!view.isUneventful() || view.isDrawable()))
          .forEach(view -> sections.add(new SessionParts(view).section(true, view.isUneventful())));
    }
    new SessionTables(diagnosis)
        .tables()
        .forEach(
            table ->
                sections.add(
                    new Section(table.caption(), !isPage, List.of(new Part.Table(table)))));
    sections.add(Section.items("Read", inputFacts()));
    return new Document(title, diagnosis.finding().name(), tone(), headline(), sections);
  }

  private static List<String> describeLookAlikes(DumpDiagnosis dumpDiagnosis) {
    return dumpDiagnosis.lookAlikes().stream().map(LookAlike::toString).toList();
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
            diagnosis.isSnapshot()
                ? "no thread waits for data that a used-up session window blocks"
                : diagnosis.eventCount() == 0
                    ? "nothing about flow control was found in what was read"
                    : "no reader waits for data that a used-up session window blocks");
  }

  /**
   * Returns whether the verdict is about the session. If a stall is only possible, it is about the
   * verdict's session; otherwise it is about all stalled sessions.
   */
  private boolean isInAnswer(SessionDiagnosis session) {
    return diagnosis.finding() == Finding.POSSIBLE
        ? diagnosis.sessions().indexOf(session) == 0
        : session.isStalled();
  }

  private List<String> describeJvms() {
    return diagnosis.dumpDiagnosis().stream()
        .flatMap(found -> found.jvms().size() > 1 ? found.jvms().stream() : Stream.empty())
        .map(jvm -> jvm.name() + ": " + jvm.verdict().finding() + ": " + jvm.verdict().reason())
        .toList();
  }

  private List<String> advice() {
    return Remedy.details(remedies());
  }

  /** Returns the advice for the verdict, without restarts if no node may be restarted. */
  private List<Remedy> remedies() {
    List<Remedy> remedies = verdictRemedies();
    Optional<String> warning = cluster.flatMap(ClusterParts::restartWarning);
    return remedies.isEmpty() || warning.isEmpty()
        ? remedies
        : Stream.concat(
                warning.stream().map(Remedy::new),
                remedies.stream().filter(remedy -> !remedy.isRestart()))
            .toList();
  }

  private List<Remedy> verdictRemedies() {
    return diagnosis.verdict().map(this::remediesFor).orElse(List.of());
  }

  private List<Remedy> remediesFor(Verdict verdict) {
    if (verdict.source() == Source.MESSAGES) {
      return remediesForLog(verdict);
    } else if (verdict.source() == Source.THREADS && !diagnosis.isStalled()) {
      return diagnosis.dumpDiagnosis().stream()
          .flatMap(found -> found.nextSteps().stream())
          .flatMap(causeAdvice::remediesForNextStep)
          .toList();
    }
    Optional<SessionDiagnosis> session =
        diagnosis.sessions().stream().filter(this::isInAnswer).findFirst();
    return causeAdvice.of(verdict, session, heap.isPresent(), bufferRatio);
  }

  /**
   * Returns the advice for the most significant log message. If the message only hints at a stall,
   * adds the solutions for a stall.
   */
  private List<Remedy> remediesForLog(Verdict verdict) {
    List<Remedy> remedies = new ArrayList<>();
    Optional<LoggedFault> strongest = LoggedHang.strongestFault(diagnosis.counts());
    strongest.map(fault -> causeAdvice.of(fault.kind())).ifPresent(remedies::add);
    if (strongest.filter(fault -> fault.kind().meaning() == LoggedFault.Meaning.HINT).isPresent()) {
      boolean wasStopped =
          diagnosis.counts().faults().stream().anyMatch(fault -> fault.kind().stopsJvm());
      remedies.addAll(causeAdvice.remediesForLog(verdict, wasStopped));
    }
    return remedies;
  }

  private List<String> warnings() {
    return new DoubtSection(diagnosis, heap, causeAdvice).doubtLines();
  }

  private List<String> inputFacts() {
    ReadCounts counts = diagnosis.counts();
    List<String> notes = new ArrayList<>();
    if (heap.isPresent()) {
      notes.addAll(heap.get().inputFacts());
      notes.add("the dump was made at " + formatTime(diagnosis.endNanos()));
      return notes;
    }
    int threadDumps = counts.textFindings().threadDumps().size();
    if (threadDumps > 0) {
      int jvms = diagnosis.dumpDiagnosis().map(found -> found.jvms().size()).orElse(1);
      notes.add(
          TextFormat.of("%,d thread dump(s)", threadDumps)
              + (jvms > 1 ? TextFormat.of(" of %,d JVMs", jvms) : " of one JVM"));
    }
    if (diagnosis.eventCount() > 0) {
      notes.add(
          TextFormat.of(
                  "%,d events of %,d session(s)",
                  diagnosis.eventCount(), diagnosis.sessions().size())
              + (diagnosis.startNanos().isPresent()
                  ? TextFormat.of(
                      ", %s to %s",
                      formatTime(diagnosis.startNanos()), formatTime(diagnosis.endNanos()))
                  : ", without times"));
    }
    if (counts.usedLines() > 0) {
      notes.add(
          TextFormat.of(
              "%,d of %,d lines hold known messages or Jetty's dump",
              counts.usedLines(), counts.lines()));
    }
    if (counts.skippedLines() > 0 && threadDumps == 0) {
      notes.add(
          TextFormat.of(
              "%,d of %,d lines skipped: %,d of other kinds, %,d garbled, %,d too long",
              counts.skippedLines(),
              counts.lines(),
              counts.otherLines() - counts.usedLines(),
              counts.garbledLines(),
              counts.tooLongLines()));
    }
    if (counts.droppedEvents() > 0) {
      notes.add(
          TextFormat.of(
              "%,d older events are missing: the recording has a size limit",
              counts.droppedEvents()));
    }
    if (counts.truncated()) {
      notes.add("a file is cut short or not read: the answer is from the part that could be read");
    }
    return notes;
  }

  private static String formatTime(OptionalLong nanos) {
    return nanos.isPresent() ? EpochTime.format(nanos.getAsLong()) : null;
  }
}
