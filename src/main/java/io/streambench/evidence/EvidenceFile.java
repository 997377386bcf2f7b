package io.streambench.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.streambench.config.Text;
import io.streambench.redaction.RedactedJson;
import io.streambench.redaction.Redactor;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** One file of a run folder on its way into the zip: redacted, and cut as far as it must be. */
final class EvidenceFile {
  /**
   * The limits on the large parts of a zip.
   *
   * @param logChars characters of the log before the stall; a quarter of that after it
   * @param textChars characters of every other text but JSON
   * @param recording whether it is in the zip
   * @param pictures whether they are in the zip
   */
  record Budget(long logChars, long textChars, boolean recording, boolean pictures) {
    /** Cuts nothing. */
    static final Budget EVERYTHING = new Budget(Long.MAX_VALUE, Long.MAX_VALUE, true, true);

    /** They shrink in this order until the zip is small enough: the log first. */
    static final List<Budget> SHRINKING =
        List.of(
            EVERYTHING,
            new Budget(48_000_000, 4_000_000, true, true),
            new Budget(20_000_000, 4_000_000, true, true),
            new Budget(8_000_000, 4_000_000, true, true),
            new Budget(2_000_000, 4_000_000, true, true),
            new Budget(2_000_000, 4_000_000, false, true),
            new Budget(2_000_000, 500_000, false, true),
            new Budget(2_000_000, 500_000, false, false),
            new Budget(200_000, 500_000, false, false),
            new Budget(0, 5_000, false, false));
  }

  private enum Kind {
    LOG,
    RECORDING,
    JSON,
    TEXT,
    PICTURE
  }

  private final Path source;
  private final Path target;
  private final Kind kind;
  private final Instant stall;
  private final Redactor redactor;
  private long writtenFor = -1;
  private long chars = -1;
  private long charsBeforeStall;
  private String note = "";

  /**
   * @param text whether it is one
   * @param stall when it began; null if that is not known
   * @param redactor null to leave everything as it is; else only texts are given
   */
  EvidenceFile(Path source, Path target, boolean text, Instant stall, Redactor redactor) {
    this.source = source;
    this.target = target;
    this.stall = stall;
    this.redactor = redactor;
    String name = source.getFileName().toString();
    kind =
        name.endsWith(".jfr")
            ? Kind.RECORDING
            : !text
                ? Kind.PICTURE
                : name.endsWith(".gz")
                    ? Kind.LOG
                    : name.endsWith(".json") ? Kind.JSON : Kind.TEXT;
  }

  Path target() {
    return target;
  }

  /** The note that says what was cut; empty if nothing was. */
  String note() {
    return note;
  }

  /** Shows the redactor what is in it, so that names are known in files that come before it. */
  void learn() throws IOException {
    if (kind == Kind.LOG) {
      return;
    }
    try (TextLines text = new TextLines(source)) {
      for (String line = text.next(); line != null; line = text.next()) {
        redactor.redact(line);
      }
    }
    redactor.redact("-"); // a private key that is cut short ends with its file
  }

  /** Writes it, unless what was written for a larger budget is the same. */
  void write(Budget budget) throws IOException {
    long most =
        switch (kind) {
          case LOG -> budget.logChars();
          case TEXT -> budget.textChars();
          case JSON -> Long.MAX_VALUE;
          case RECORDING -> budget.recording() ? Long.MAX_VALUE : 0;
          case PICTURE -> budget.pictures() ? Long.MAX_VALUE : 0;
        };
    if (most == writtenFor) {
      return;
    }
    writtenFor = most;
    Files.deleteIfExists(target);
    if (most == 0 && (kind == Kind.RECORDING || kind == Kind.PICTURE)) {
      note = "left out, the zip would be too large";
    } else if (redactor == null && most == Long.MAX_VALUE) {
      Files.copy(source, target);
    } else if (kind != Kind.JSON || !json()) {
      text(most);
    }
  }

  /** Writes a JSON file; one that is no JSON, since its writer was killed, is written as text. */
  private boolean json() throws IOException {
    try {
      Files.writeString(target, new RedactedJson(redactor).redact(Files.readString(source)));
      return true;
    } catch (JsonProcessingException | MalformedInputException e) {
      return false;
    }
  }

  /** Keeps of a log the lines around the stall, and of any other text its beginning and end. */
  private void text(long most) throws IOException {
    if (chars < 0) {
      measure();
    }
    try (TextLines text = new TextLines(source);
        OutputStream out = Files.newOutputStream(target);
        OutputStream packed = kind == Kind.LOG ? new GZIPOutputStream(out, 1 << 16) : out;
        BufferedWriter writer =
            new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8), 1 << 16)) {
      long from = 0;
      long cut = 0;
      long allCut = 0;
      for (String line = text.next(); line != null; line = text.next()) {
        long to = from + line.length() + 1;
        boolean kept =
            kind == Kind.LOG
                ? from >= charsBeforeStall - most && to <= charsBeforeStall + most / 4
                : chars <= most || to <= most / 2 || from >= chars - most / 2;
        if (kept) {
          writeCut(writer, cut);
          cut = 0;
          writer.write(redactor == null ? line : redactor.redact(line));
          writer.write('\n');
        } else {
          cut++;
          allCut++;
        }
        from = to;
      }
      writeCut(writer, cut);
      note = allCut == 0 ? "" : Text.of("%,d lines were cut", allCut);
    }
  }

  private static void writeCut(BufferedWriter writer, long lines) throws IOException {
    if (lines > 0) {
      writer.write(Text.of("# %,d lines were cut here\n", lines));
    }
  }

  private void measure() throws IOException {
    // times of one format and one zone are in the order of their text
    String moment =
        stall == null ? null : (stall.toString().replace("Z", "") + ".000").substring(0, 23);
    chars = 0;
    charsBeforeStall = -1;
    try (TextLines text = new TextLines(source)) {
      for (String line = text.next(); line != null; line = text.next()) {
        boolean later =
            moment != null
                && line.length() > moment.length()
                && line.charAt(10) == 'T'
                && line.substring(0, moment.length()).compareTo(moment) > 0;
        if (later && charsBeforeStall < 0) {
          charsBeforeStall = chars;
        }
        chars += line.length() + 1;
      }
    }
    charsBeforeStall = charsBeforeStall < 0 ? chars : charsBeforeStall;
  }
}
