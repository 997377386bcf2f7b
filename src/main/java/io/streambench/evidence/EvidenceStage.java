package io.streambench.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.evidence.EvidenceFile.Budget;
import io.streambench.heap.HeapDump;
import io.streambench.redaction.Redactor;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The files of one zip while it is being made, in a folder of their own. */
final class EvidenceStage {
  static final String README = "README.md";
  private static final List<String> PICTURES = List.of(Timelines.PAGE, Timelines.PICTURE);

  /** Numbers are given in this order: first to what the first reading meets. */
  private static final List<String> ORDER =
      List.of(README, "verdict.json", "settings.json", "environment.json", "failure.txt");

  private final Path folder;
  private final Path stage;
  private final Redactor redactor;
  private final List<EvidenceFile> files = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<Path> recordings = new ArrayList<>();
  private final List<Path> pictures = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();

  /**
   * @param temporary an empty folder
   * @param redactor null if nothing is redacted
   */
  EvidenceStage(Path folder, Path temporary, Timelines timelines, Redactor redactor)
      throws IOException {
    this.folder = folder;
    this.stage = Files.createDirectory(temporary.resolve("files"));
    this.redactor = redactor;
    List<Path> sources = sources();
    Instant stall = stalledSince();
    if (redactor != null) {
      // a name that a text or a JSON file gives away is known before a file is named
      for (Path source : sources) {
        new EvidenceFile(source, source, true, stall, redactor).learn();
      }
    }
    for (Path source : sources) {
      boolean text = !PICTURES.contains(source.getFileName().toString()) && isText(source);
      files.add(new EvidenceFile(source, stage.resolve(name(source)), text, stall, redactor));
    }
    if (redactor != null) {
      if (recordings.isEmpty()) {
        files(Budget.SHRINKING.get(1)); // the log is drawn as it is in the zip
      }
      draw(timelines, Files.createDirectory(temporary.resolve("pictures")));
    }
  }

  /** Regular files of the folder itself, since a link may lead anywhere; others are noted. */
  private List<Path> sources() throws IOException {
    List<Path> found = new ArrayList<>();
    List<Path> all;
    try (Stream<Path> listed = Files.list(folder)) {
      all =
          listed
              .sorted(
                  Comparator.comparingInt(EvidenceStage::rank)
                      .thenComparing(Comparator.naturalOrder()))
              .toList();
    }
    for (Path file : all) {
      String name = file.getFileName().toString();
      String reason = "";
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        reason = "not a regular file";
      } else if (HeapDump.is(file)) {
        reason = "a heap dump holds all data of its JVM";
      } else if (redactor != null && name.endsWith(".jfr")) {
        reason = "a recording cannot be redacted; the timeline shows what it says";
        recordings.add(file);
      } else if (redactor != null && !PICTURES.contains(name) && !isText(file)) {
        reason = "only text can be redacted";
      } else if (redactor == null || !PICTURES.contains(name)) {
        found.add(file);
      }
      if (!reason.isEmpty()) {
        leftOut.add("`" + name + "`: left out, " + reason);
      }
    }
    return found;
  }

  private static int rank(Path file) {
    int at = ORDER.indexOf(file.getFileName().toString());
    return at >= 0 ? at : file.toString().endsWith(".gz") ? ORDER.size() + 1 : ORDER.size();
  }

  private static boolean isText(Path file) {
    try (InputStream in = TextLines.open(file)) {
      for (byte b : in.readNBytes(8192)) {
        if (b == 0) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** A name that tells nobody and can be unpacked anywhere; numbered where it is taken already. */
  private String name(Path source) {
    String name = redactedName(source.getFileName().toString()).replaceAll("[<>:/\\\\]", "_");
    int dot = name.indexOf('.', 1);
    int end = dot < 0 ? name.length() : dot;
    String numbered = name;
    for (int number = 2; !names.add(numbered); number++) {
      numbered = name.substring(0, end) + "-" + number + name.substring(end);
    }
    return numbered;
  }

  /** Its stem and its ending apart: an ending looks like a domain. */
  private String redactedName(String name) {
    int dot = name.lastIndexOf('.');
    int end = name.endsWith(".gz") ? name.lastIndexOf('.', dot - 1) : dot;
    String stem = end <= 0 ? "" : name.substring(0, end);
    String told = redacted(stem);
    return told.equals(stem)
        ? redacted(name) // 10.0.0.7 has no ending
        : told + name.substring(end);
  }

  private String redacted(String text) {
    return redactor == null ? text : redactor.redact(text);
  }

  /** What is wrong with the pictures does not cost the rest. */
  private void draw(Timelines timelines, Path into) throws IOException {
    String reason = "";
    try {
      List<Path> sources = recordings.isEmpty() ? List.of(stage) : recordings;
      timelines.drawRedacted(sources, folder, redactor, into);
    } catch (IOException | RuntimeException e) {
      reason = e.toString().replace(folder + File.separator, "");
    }
    for (String name : PICTURES) {
      if (Files.isRegularFile(into.resolve(name))) {
        pictures.add(into.resolve(name));
      } else if (!reason.isEmpty()) {
        leftOut.add("`" + name + "`: could not be drawn (" + reason + ")");
      }
    }
  }

  /** Writes all that the budget allows; the README comes from {@link #readme}. */
  List<Path> files(Budget budget) throws IOException {
    List<Path> all = new ArrayList<>();
    for (EvidenceFile file : files) {
      file.write(budget);
      if (Files.exists(file.target()) && !file.target().endsWith(README)) {
        all.add(file.target());
      }
    }
    if (budget.pictures()) {
      all.addAll(pictures);
    }
    return all;
  }

  /** The README, which tells of the others, once they are written. */
  String readme(String title, Budget budget, long maxBytes) throws IOException {
    List<String> cut = new ArrayList<>();
    for (EvidenceFile file : files) {
      if (!file.note().isEmpty()) {
        cut.add("`" + file.target().getFileName() + "`: " + file.note());
      }
    }
    leftOut.forEach(line -> cut.add(redacted(line)));
    if (!budget.pictures() && !pictures.isEmpty()) {
      cut.add("`timeline.html`, `timeline.png`: left out, the zip would be too large");
    }
    Path readme = stage.resolve(README);
    String story = Files.exists(readme) ? Files.readString(readme) : "# " + title + "\n";
    return story + EvidenceReadme.section(redactor, maxBytes, cut);
  }

  /** The time at which the first session stalled; null if no readable verdict tells of one. */
  private Instant stalledSince() {
    Instant first = null;
    Path file = folder.resolve("verdict.json");
    if (!Files.isRegularFile(file)) {
      return first;
    }
    try {
      JsonNode verdict = new ObjectMapper().readTree(file.toFile());
      for (JsonNode session : verdict.path("sessions")) {
        String since = session.path("stalledSince").asText("");
        if (!since.isEmpty() && !since.equals("null")) {
          Instant time = Instant.parse(since);
          first = first == null || time.isBefore(first) ? time : first;
        }
      }
    } catch (IOException | DateTimeException e) {
      // Then the end of the log is what matters.
    }
    return first;
  }
}
