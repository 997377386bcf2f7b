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

  /** Characters of the log before the stall, and a quarter after it, until the zip is small. */
  static final List<Long> SHRINKING =
      List.of(Long.MAX_VALUE, 48_000_000L, 20_000_000L, 8_000_000L, 2_000_000L, 200_000L, 0L);

  private static final long LEAST_WITH_RECORDING = 2_000_000;

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

  private boolean isPicture() {
    return name().endsWith(".png") || name().endsWith(".html");
  }

  boolean fits(long logChars) {
    return !isRecording() || logChars >= LEAST_WITH_RECORDING;
  }

  /** Shows the redactor what is in it, so that names are known in files that come before it. */
  void learn() throws IOException {
    if (!isLog()) {
      forEachLine(redactor::redact);
    }
  }

  /** Writes it; returns how many lines were cut. */
  long writeTo(OutputStream out, long logChars) throws IOException {
    boolean whole = !isLog() || logChars == Long.MAX_VALUE;
    if (isRecording() || isPicture() || redactor == null && whole) {
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
      return writeLines(out, 0, Long.MAX_VALUE);
    }
    GZIPOutputStream packed = new GZIPOutputStream(out, BUFFER);
    long stalled = whole ? 0 : stalledAt();
    long cut =
        writeLines(packed, whole ? 0 : stalled - logChars, whole ? Long.MAX_VALUE : stalled + logChars / 4);
    packed.finish();
    return cut;
  }

  private long writeLines(OutputStream out, long first, long last) throws IOException {
    Writer writer = new OutputStreamWriter(out, UTF_8);
    long[] cut = new long[2];
    long[] at = new long[1];
    forEachLine(
        line -> {
          long from = at[0];
          at[0] += line.length() + 1;
          if (from >= first && at[0] <= last) {
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

  /** The characters before the first line after the stall: all if the stall is not known. */
  private long stalledAt() throws IOException {
    // times of one format and one zone are in the order of their text
    String moment =
        stall == null ? "~" : (stall.toString().replace("Z", "") + ".000").substring(0, 23);
    long[] chars = {-1, 0};
    forEachLine(
        line -> {
          boolean later =
              line.length() > 23 && line.charAt(10) == 'T' && line.compareTo(moment + "~") > 0;
          chars[0] = later && chars[0] < 0 ? chars[1] : chars[0];
          chars[1] += line.length() + 1;
        });
    return chars[0] < 0 ? chars[1] : chars[0];
  }
}
