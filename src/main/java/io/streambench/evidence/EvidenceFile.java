package io.streambench.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.streambench.config.Text;
import io.streambench.redaction.RedactedJson;
import io.streambench.redaction.Redactor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/**
 * One file of a run folder on its way into the zip: redacted, and cut as far as it must be.
 *
 * @param stall when it began; null if that is not known
 * @param redactor null to leave everything as it is
 */
record EvidenceFile(Path source, Instant stall, Redactor redactor) {
  /**
   * The limits on the large parts of a zip.
   *
   * @param logChars characters of the log before the stall; a quarter of that after it
   * @param textChars characters of every other text but JSON
   * @param recording whether it is in the zip
   * @param pictures whether they are in the zip
   */
  record Budget(long logChars, long textChars, boolean recording, boolean pictures) {
    /** They shrink in this order until the zip is small enough: the log first. */
    static final List<Budget> SHRINKING =
        List.of(
            new Budget(Long.MAX_VALUE, Long.MAX_VALUE, true, true),
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

  String name() {
    return source.getFileName().toString();
  }

  private boolean isRecording() {
    return name().endsWith(".jfr");
  }

  private boolean isLog() {
    return name().endsWith(".log.gz");
  }

  private boolean isJson() {
    return name().endsWith(".json");
  }

  /** Whatever is there as a whole or not at all. */
  private boolean isPicture() {
    boolean text = name().endsWith(".txt") || name().endsWith(".md");
    return !text && !isLog() && !isJson() && !isRecording();
  }

  boolean fits(Budget budget) {
    return (budget.recording || !isRecording()) && (budget.pictures || !isPicture());
  }

  /** Shows the redactor what is in it, so that names are known in files that come before it. */
  void learn() throws IOException {
    if (!isLog()) {
      try (TextLines text = new TextLines(source)) {
        for (String line = text.next(); line != null; line = text.next()) {
          redactor.redact(line);
        }
      }
      redactor.redact("-"); // a private key that is cut short ends with its file
    }
  }

  /**
   * Writes it.
   *
   * @return the number of lines that were cut
   */
  long writeTo(OutputStream out, Budget budget) throws IOException {
    long most = isLog() ? budget.logChars : isJson() ? Long.MAX_VALUE : budget.textChars;
    if (isRecording() || isPicture() || redactor == null && most == Long.MAX_VALUE) {
      Files.copy(source, out);
      return 0;
    }
    if (isJson()) {
      try {
        String json = new RedactedJson(redactor).redact(Files.readString(source));
        out.write(json.getBytes(StandardCharsets.UTF_8));
        return 0;
      } catch (JsonProcessingException | MalformedInputException e) {
        // its writer was killed: it is text
      }
    }
    if (!isLog()) {
      return writeText(out, most);
    }
    GZIPOutputStream packed = new GZIPOutputStream(out, 1 << 16);
    long cut = writeText(packed, most);
    packed.finish();
    return cut;
  }

  /** Keeps of a log the lines around the stall, and of any other text its beginning and end. */
  private long writeText(OutputStream out, long most) throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    long[] chars = most == Long.MAX_VALUE ? new long[2] : chars();
    long allCut = 0;
    try (TextLines text = new TextLines(source)) {
      long cut = 0;
      long from = 0;
      for (String line = text.next(); line != null; line = text.next()) {
        long to = from + line.length() + 1;
        boolean kept =
            isLog()
                ? from >= chars[0] - most && to <= chars[0] + most / 4
                : chars[1] <= most || to <= most / 2 || from >= chars[1] - most / 2;
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
    }
    writer.flush();
    return allCut;
  }

  private static void writeCut(Writer writer, long lines) throws IOException {
    if (lines > 0) {
      writer.write(Text.of("# %,d lines were cut here\n", lines));
    }
  }

  /** Its characters before the stall, and all. */
  private long[] chars() throws IOException {
    // times of one format and one zone are in the order of their text
    String moment =
        stall == null ? null : (stall.toString().replace("Z", "") + ".000").substring(0, 23);
    long before = -1;
    long chars = 0;
    try (TextLines text = new TextLines(source)) {
      for (String line = text.next(); line != null; line = text.next()) {
        boolean later =
            moment != null
                && line.length() > moment.length()
                && line.charAt(10) == 'T'
                && line.substring(0, moment.length()).compareTo(moment) > 0;
        before = later && before < 0 ? chars : before;
        chars += line.length() + 1;
      }
    }
    return new long[] {before < 0 ? chars : before, chars};
  }
}
