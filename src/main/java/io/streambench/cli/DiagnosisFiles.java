package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.bench.runfolder.RecordedVerdict;
import io.streambench.diagnose.judge.DumpedHang;
import io.streambench.diagnose.judge.FullHeap;
import io.streambench.diagnose.judge.LoggedHang;
import io.streambench.flow.events.EpochTime;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.EventReader;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.SameLogException;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The recordings, logs and dumps to diagnose. The constructor throws a {@link SettingException} if
 * a file is unreadable.
 */
record DiagnosisFiles(String option, List<Path> files) {
  /**
   * The minimum number of flow-control lines that show whether data moves. Jetty logs two lines for
   * one frame, one for the session and one for the stream.
   */
  private static final int MIN_LINES_OF_MOVEMENT = 3;

  private static final long MAX_TIME_ZONE_DIFFERENCE_NANOS =
      DumpedHang.MAX_TIME_ZONE_DIFFERENCE.toNanos();

  DiagnosisFiles {
    for (Path file : files) {
      SettingException.throwIf(
          !Files.isReadable(file), option, "be a file or folder that can be read", file);
    }
  }

  /**
   * Diagnoses the flow-control events, thread dumps and log messages in the files. Prefers
   * flow-control events to thread dumps, and thread dumps to log messages, unless the less
   * preferred evidence is newer.
   *
   * @param silence the minimum time without activity after which a thread counts as hanging
   * @param isFullTimeline whether timelines show all events instead of only the operation that
   *     stalled
   * @throws SettingException if the files contain no evidence
   */
  Diagnosis diagnose(FlowControlReplay replay, Duration silence, boolean isFullTimeline)
      throws IOException {
    Diagnosis replayed = diagnoseEvents(replay, isFullTimeline);
    ReadCounts counts = replayed.counts();
    Diagnosis diagnosis =
        replayed.withDumps(
            DumpedHang.of(counts.textFindings(), silence)
                .map(dumps -> FullHeap.addLoggedFullHeap(dumps, counts)));
    Optional<Verdict> dumped = diagnosis.dumpDiagnosis().map(DumpDiagnosis::verdict);
    Optional<Verdict> hang = dumped.filter(verdict -> verdict.finding() != Finding.NO_STALL);
    if (diagnosis.eventCount() == 0) {
      Optional<Verdict> logged = LoggedHang.of(counts);
      boolean usesLog = dumped.isEmpty() || logged.isPresent() && isHintNewerThanDumps(counts);
      return (usesLog ? hang.or(() -> logged) : dumped)
          .map(diagnosis::withVerdict)
          .orElseThrow(() -> noEvidenceException(diagnosis));
    }
    if (areEventsOlderThanDumps(diagnosis) && dumped.isPresent()) {
      Verdict withoutHang =
          counts.truncated() ? possibleStall(Kind.NOT_SEEN_IN_READABLE_LINES.of()) : dumped.get();
      return diagnosis.withVerdict(hang.orElse(withoutHang));
    }
    return diagnosis.verdict().isPresent()
        ? diagnosis
        : diagnosis.withReportedVerdict(
            hang.or(() -> missingEvidence(diagnosis).map(DiagnosisFiles::possibleStall)));
  }

  private static Verdict possibleStall(Reason missingEvidence) {
    return Verdict.of(Source.WINDOWS, Finding.POSSIBLE, Optional.empty(), List.of(missingEvidence));
  }

  /**
   * Returns the reason why events without a stall do not prove that no reader hung. Returns empty
   * if they prove it.
   */
  private static Optional<Reason> missingEvidence(Diagnosis diagnosis) {
    ReadCounts counts = diagnosis.counts();
    boolean hasGaps = diagnosis.sessions().stream().anyMatch(SessionDiagnosis::hasGaps);
    boolean hasUntimedStalls =
        diagnosis.startNanos().isEmpty()
            && diagnosis.sessions().stream().anyMatch(one -> one.sessionStalls().count() > 0);
    if (counts.isMostlyGarbled()
        || counts.isNewestFirst()
        || counts.truncated()
        || hasGaps
        || hasUntimedStalls) {
      return Optional.of(Kind.NOT_SEEN_IN_READABLE_LINES.of());
    }
    return counts.readableLines() < MIN_LINES_OF_MOVEMENT
        ? Optional.of(Kind.TOO_FEW_LINES.of(counts.readableLines()))
        : Optional.empty();
  }

  /**
   * Returns whether a logged hint of a hang is newer than all dumps. Returns false if the order
   * depends on unknown time zones, and true if it is unknown because only one of them has a year.
   */
  private static boolean isHintNewerThanDumps(ReadCounts counts) {
    OptionalLong dump = counts.textFindings().newestDumpNanos();
    return dump.isPresent()
        && counts.faults().stream()
            .filter(fault -> fault.kind().meaning() == LoggedFault.Meaning.HINT)
            .mapToLong(LoggedFault::lastNanos)
            .anyMatch(
                hint ->
                    hint == FlowControlEvent.UNKNOWN
                        || !EpochTime.areComparable(hint, dump.getAsLong())
                        || hint - dump.getAsLong() > MAX_TIME_ZONE_DIFFERENCE_NANOS);
  }

  /**
   * Returns whether a thread dump is newer than all session events. Returns false if the order
   * depends on unknown time zones or is unknown because only one of them has a year.
   */
  private static boolean areEventsOlderThanDumps(Diagnosis diagnosis) {
    OptionalLong dump = diagnosis.counts().textFindings().newestDumpNanos();
    return dump.isPresent()
        && diagnosis.endNanos().isPresent()
        && EpochTime.areComparable(dump.getAsLong(), diagnosis.endNanos().getAsLong())
        && dump.getAsLong() - diagnosis.endNanos().getAsLong() > MAX_TIME_ZONE_DIFFERENCE_NANOS;
  }

  Diagnosis replay(FlowControlReplay replay) throws IOException {
    Diagnosis diagnosis = diagnoseEvents(replay, true);
    if (diagnosis.eventCount() == 0) {
      throw noEvidenceException(diagnosis);
    }
    return diagnosis;
  }

  private Diagnosis diagnoseEvents(FlowControlReplay replay, boolean isFullTimeline)
      throws IOException {
    Diagnosis diagnosis;
    if (isFullTimeline) {
      try (EventReader reader = openEvents()) {
        diagnosis = replay.replay(reader);
      }
    } else {
      diagnosis = replay.replayOperation(this::openEvents);
    }
    return diagnosis.eventCount() == 0
        ? diagnosis
        : diagnosis.withReportedVerdict(RecordedVerdict.of(files));
  }

  private SettingException noEvidenceException(Diagnosis diagnosis) {
    List<String> read = new ArrayList<>(diagnosis.counts().textFindings().remarks());
    if (read.isEmpty()) {
      read.add(TextFormat.of("%d line(s) read, none is one", diagnosis.counts().lines()));
    }
    if (diagnosis.counts().truncated()) {
      read.add("the rest cannot be unpacked: cut short or damaged");
    }
    return new SettingException(
        option,
        "hold a thread dump, Solr's message of a timeout, events of a recording or flow-control"
            + " lines of Jetty's debug log ("
            + String.join("; ", read)
            + ")",
        fileNames());
  }

  private EventReader openEvents() {
    try {
      return EventFiles.open(files);
    } catch (SameLogException e) {
      throw new SettingException(
          option, "be each log once (" + e.getMessage() + ": leave one out)", fileNames());
    } catch (IOException e) {
      throw new SettingException(option, "be one that can be read (" + e + ")", fileNames());
    }
  }

  String fileNames() {
    return files.stream()
        .map(file -> file.getFileName() == null ? file : file.getFileName())
        .map(Path::toString)
        .collect(Collectors.joining(", "));
  }
}
