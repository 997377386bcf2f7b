package io.streambench.cli;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.DumpedHang;
import io.streambench.analysis.Finding;
import io.streambench.analysis.FlowControlReplay;
import io.streambench.analysis.LoggedHang;
import io.streambench.analysis.Verdict;
import io.streambench.config.SettingException;
import io.streambench.eventlog.EventFiles;
import io.streambench.eventlog.EventReader;
import io.streambench.eventlog.SameLogException;
import io.streambench.eventlog.TextDump;
import io.streambench.watchdog.ToldVerdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Recordings and logs of one run, read for a diagnosis; what cannot be read is a wrong setting. */
record DiagnosisFiles(String option, List<Path> files) {

  /** Throws if one is not there or cannot be read. */
  void require() {
    files.forEach(this::readable);
  }

  private void readable(Path file) {
    // an empty name is the working folder to the file system, and a variable that is not set to us
    if (file.toString().isEmpty() || !Files.exists(file)) {
      throw new SettingException(option, "be an existing file or folder", file);
    }
    if (!Files.isReadable(file)) {
      throw new SettingException(option, "be one that can be read", file);
    }
  }

  /**
   * Replays them; where they have no flow control, finds what else in them tells of a hang.
   *
   * @param silence for how long a thread must have done nothing to be told from one that reads
   * @throws SettingException if nothing does
   */
  Diagnosis diagnosed(FlowControlReplay replay, Duration silence) throws IOException {
    Diagnosis diagnosis = all(replay);
    if (diagnosis.events() == 0) {
      Optional<Verdict> logged = LoggedHang.of(diagnosis.counts());
      Optional<Verdict> other = logged.filter(told -> told.finding() == Finding.POSSIBLE);
      if (other.isEmpty()) {
        other = dumped(silence).or(() -> logged);
      }
      return diagnosis.or(Optional.of(other.orElseThrow(() -> refused(diagnosis))));
    }
    return diagnosis;
  }

  /**
   * Replays them.
   *
   * @throws SettingException if they have no flow control
   */
  Diagnosis replayed(FlowControlReplay replay) throws IOException {
    Diagnosis diagnosis = all(replay);
    if (diagnosis.events() == 0) {
      throw refused(diagnosis);
    }
    return diagnosis;
  }

  private Diagnosis all(FlowControlReplay replay) throws IOException {
    try (EventReader reader = open()) {
      Diagnosis diagnosis = replay.replay(reader);
      return diagnosis.events() == 0 ? diagnosis : diagnosis.or(ToldVerdict.of(files));
    }
  }

  private SettingException refused(Diagnosis diagnosis) {
    List<String> read = new ArrayList<>();
    read.add(diagnosis.counts().lines() + " lines read, none is one");
    if (diagnosis.counts().cut()) {
      read.add("the rest cannot be unpacked: cut short or damaged");
    }
    return new SettingException(
        option,
        "hold events of a recording or flow-control lines of Jetty's debug log ("
            + String.join("; ", read)
            + ")",
        title());
  }

  /** Dumps of threads and of Jetty, which are no log: all files together. */
  private Optional<Verdict> dumped(Duration silence) throws IOException {
    List<TextDump> dumps = new ArrayList<>();
    for (Path file : files) {
      if (Files.isRegularFile(file)) {
        dumps.add(TextDump.read(file));
      }
    }
    return DumpedHang.of(TextDump.of(dumps), silence);
  }

  private EventReader open() {
    try {
      return EventFiles.open(files);
    } catch (SameLogException e) {
      throw new SettingException(
          option, "be each log once (" + e.getMessage() + ": leave one out)", title());
    } catch (IOException e) {
      throw new SettingException(option, "be one that can be read (" + e + ")", title());
    }
  }

  /** Their names. */
  String title() {
    return files.stream()
        .map(file -> file.getFileName() == null ? file : file.getFileName())
        .map(Path::toString)
        .collect(Collectors.joining(", "));
  }
}
