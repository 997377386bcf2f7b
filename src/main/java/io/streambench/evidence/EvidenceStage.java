package io.streambench.evidence;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.config.Text;
import io.streambench.heap.HeapDump;
import io.streambench.redaction.Redactor;
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
import java.util.zip.GZIPInputStream;

/** The files of one zip while it is being made, in a folder of their own. */
final class EvidenceStage {
  private static final String README = "README.md";
  private static final Set<String> PICTURES = Set.of("timeline.html", "timeline.png");

  /** Numbers are given in this order: first to what the first reading meets. */
  private static final List<String> ORDER =
      List.of(README, "verdict.json", "settings.json", "environment.json", "failure.txt");

  private final Path folder;
  private final Path stage;
  private final EvidenceOptions options;
  private final Redactor redactor;
  private final List<EvidenceFile> files = new ArrayList<>();
  private final Set<String> names = new HashSet<>();
  private final List<Path> pictures = new ArrayList<>();
  private final List<String> leftOut = new ArrayList<>();
  private String picturesMissing = "";
  private boolean begun;

  /**
   * @param redactor null if nothing is redacted
   */
  EvidenceStage(Path folder, Path stage, EvidenceOptions options, Redactor redactor)
      throws IOException {
    this.folder = folder;
    this.stage = Files.createDirectory(stage.resolve("files"));
    this.options = options;
    this.redactor = redactor;
    Instant stall = stalledSince();
    if (redactor != null) {
      learn();
    }
    for (Path source : sources()) {
      Path target = this.stage.resolve(name(source));
      files.add(
          redactor == null && isWhole(source)
              ? EvidenceFile.picture(source, target)
              : EvidenceFile.of(source, target, stall, redactor));
    }
  }

  /** Writes all that the budget allows; the README, which tells of the others, is the first. */
  List<Path> files(Budget budget) throws IOException {
    for (EvidenceFile file : files) {
      if (!file.name().equals(README)) {
        file.write(budget);
      }
    }
    if (!begun) {
      draw();
    }
    begun = true;
    List<Path> all = new ArrayList<>();
    all.add(readme(budget));
    files.stream()
        .map(EvidenceFile::target)
        .filter(file -> !file.equals(all.get(0)) && Files.exists(file))
        .forEach(all::add);
    if (budget.pictures()) {
      all.addAll(pictures);
    }
    return all;
  }

  private Path readme(Budget budget) throws IOException {
    for (EvidenceFile file : files) {
      if (file.name().equals(README)) {
        file.rewrite(budget);
      }
    }
    List<String> missing = new ArrayList<>(leftOut);
    if (!budget.pictures() && !pictures.isEmpty()) {
      missing.add("`timeline.html`, `timeline.png`: left out, the zip would be too large");
    } else if (!picturesMissing.isEmpty()) {
      missing.add(picturesMissing);
    }
    Path readme = stage.resolve(README);
    String story = Files.exists(readme) ? Files.readString(readme) : "# " + title() + "\n";
    return Files.writeString(
        readme, story + EvidenceReadme.section(options, redactor, files, missing));
  }

  /** A name that a text or a JSON file gives away is known before a file is named. */
  private void learn() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> texts =
          all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
              .filter(file -> !PICTURES.contains(file.getFileName().toString()))
              .sorted(Comparator.comparingInt(EvidenceStage::rank).thenComparing(file -> file))
              .toList();
      for (Path file : texts) {
        if (!HeapDump.is(file) && isText(file)) {
          EvidenceFile.of(file, file, null, redactor).learn();
        }
      }
    }
  }

  private String title() {
    return redactor == null ? folder.getFileName().toString() : EvidenceName.of(folder);
  }

  /** Regular files of the folder itself: a link may lead anywhere. */
  private List<Path> sources() throws IOException {
    List<Path> found = new ArrayList<>();
    try (Stream<Path> all = Files.list(folder)) {
      for (Path file : all.sorted().toList()) {
        String name = file.getFileName().toString();
        if (redactor != null && PICTURES.contains(name)) {
          continue;
        }
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          leftOut.add(Text.of("`%s`: left out, not a regular file", redacted(name)));
        } else if (HeapDump.is(file)) {
          leftOut.add(
              Text.of("`%s`: left out, a heap dump holds all data of its JVM", redacted(name)));
        } else if (redactor != null && !name.endsWith(".jfr") && !isText(file)) {
          leftOut.add(Text.of("`%s`: left out, only text can be redacted", redacted(name)));
        } else {
          found.add(file);
        }
      }
    }
    found.sort((a, b) -> Integer.compare(rank(a), rank(b)));
    return found;
  }

  private static int rank(Path file) {
    int at = ORDER.indexOf(file.getFileName().toString());
    return at >= 0 ? at : file.toString().endsWith(".gz") ? ORDER.size() + 1 : ORDER.size();
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
    int stem = name.endsWith(".gz") ? name.lastIndexOf('.', dot - 1) : dot;
    String told = stem <= 0 ? "" : redacted(name.substring(0, stem));
    return stem <= 0 || told.equals(name.substring(0, stem))
        ? redacted(name) // 10.0.0.7 has no ending
        : told + name.substring(stem);
  }

  private String redacted(String name) {
    return redactor == null ? name : redactor.redact(name);
  }

  private static boolean isWhole(Path file) {
    String name = file.getFileName().toString();
    return PICTURES.contains(name) || !name.endsWith(".jfr") && !isText(file);
  }

  private static boolean isText(Path file) {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream in = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes) {
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

  /** The pictures are drawn once; what is wrong with them does not cost the rest. */
  private void draw() throws IOException {
    if (redactor == null) {
      return; // they are files like the others
    }
    boolean were = PICTURES.stream().anyMatch(name -> Files.exists(folder.resolve(name)));
    if (options.rendering().isEmpty()) {
      picturesMissing =
          were
              ? "`timeline.html`, `timeline.png`: left out, pictures cannot be redacted and were not"
                  + " drawn anew"
              : "";
      return;
    }
    Path into = Files.createDirectory(stage.resolveSibling("pictures"));
    try {
      options.rendering().get().render(stage, into);
    } catch (IOException | RuntimeException e) {
      picturesMissing = redactor.redact("could not be drawn (" + e + ")");
    }
    List<String> undrawn = new ArrayList<>();
    for (String name : PICTURES.stream().sorted().toList()) {
      Path picture = into.resolve(name);
      if (Files.isRegularFile(picture, LinkOption.NOFOLLOW_LINKS)) {
        pictures.add(picture);
      } else {
        undrawn.add("`" + name + "`");
      }
    }
    picturesMissing =
        picturesMissing.isEmpty() || undrawn.isEmpty()
            ? ""
            : String.join(", ", undrawn) + ": " + picturesMissing;
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
