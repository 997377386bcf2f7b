package io.streambench.evidence;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.streambench.config.Text;
import io.streambench.eventlog.LineReader;
import io.streambench.redaction.RedactedJson;
import io.streambench.redaction.Redactor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** One file on its way into the zip: redacted, and cut; stall and redactor may be null. */
record EvidenceFile(Path source, Instant stall, Redactor redactor) {
  /** Longer lines are empty in the zip, so that no file needs more memory than that. */
  private static final int MAX_LINE = 4_000_000;

  private static final int BUFFER = 1 << 16;

  /**
   * The limits on the large parts of a zip.
   *
   * @param logChars characters of the log before the stall; a quarter of that after it
   * @param textChars characters of every other text but JSON
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

  /** Whatever is there as a whole or not at all, as pictures are, and looks at a cluster. */
  private boolean isPicture() {
    boolean text = name().endsWith(".txt") || name().endsWith(".md");
    return !text && !isLog() && !isJson() && !isRecording();
  }

  boolean fits(Budget budget) {
    return (budget.recording || !isRecording()) && (budget.pictures || !isPicture());
  }

  /** Shows the redactor what is in it, so that names are known in files that come before it. */
  void learn() throws IOException {
    if (!isLog() && !isPicture()) {
      forEachLine(redactor::redact);
      redactor.redact("-"); // a private key that is cut short ends with its file
    }
  }

  long writeTo(OutputStream out, Budget budget) throws IOException {
    long most = isLog() ? budget.logChars : isJson() ? Long.MAX_VALUE : budget.textChars;
    if (isRecording() || isPicture() || redactor == null && most == Long.MAX_VALUE) {
      Files.copy(source, out);
      return 0;
    }
    if (isJson()) {
      try {
        String json = new RedactedJson(redactor).redact(Files.readString(source));
        out.write(json.getBytes(UTF_8));
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
    Writer writer = new OutputStreamWriter(out, UTF_8);
    long[] chars = most == Long.MAX_VALUE ? new long[2] : chars();
    long[] cut = new long[2];
    long[] at = new long[1];
    forEachLine(
        line -> {
          long from = at[0];
          at[0] += line.length() + 1;
          boolean kept =
              isLog()
                  ? from >= chars[0] - most && at[0] <= chars[0] + most / 4
                  : chars[1] <= most || at[0] <= most / 2 || from >= chars[1] - most / 2;
          if (kept) {
            writeCut(writer, cut[0]);
            cut[0] = 0;
            writer.write(redactor == null ? line : redactor.redact(line));
            writer.write('\n');
          } else {
            cut[0]++;
            cut[1]++;
          }
        });
    writeCut(writer, cut[0]);
    writer.flush();
    return cut[1];
  }

  private interface Lines {
    void accept(String line) throws IOException;
  }

  /** Those of a packed file that was cut end where it can be read no further. */
  private void forEachLine(Lines sink) throws IOException {
    try (InputStream bytes = Files.newInputStream(source);
        InputStream in = isLog() ? new GZIPInputStream(bytes, BUFFER) : bytes;
        LineReader lines = new LineReader(in, BUFFER, MAX_LINE)) {
      for (String line; (line = lines.next()) != null; ) {
        sink.accept(new String(line.getBytes(ISO_8859_1), UTF_8));
      }
    }
  }

  private static void writeCut(Writer writer, long lines) throws IOException {
    if (lines > 0) {
      writer.write(Text.of("# %,d lines were cut here\n", lines));
    }
  }

  private long[] chars() throws IOException {
    // times of one format and one zone are in the order of their text
    String moment =
        stall == null ? null : (stall.toString().replace("Z", "") + ".000").substring(0, 23);
    long[] chars = {-1, 0};
    forEachLine(
        line -> {
          boolean later =
              moment != null
                  && line.length() > moment.length()
                  && line.charAt(10) == 'T'
                  && line.substring(0, moment.length()).compareTo(moment) > 0;
          chars[0] = later && chars[0] < 0 ? chars[1] : chars[0];
          chars[1] += line.length() + 1;
        });
    return new long[] {chars[0] < 0 ? chars[1] : chars[0], chars[1]};
  }
}
