package io.streambench.bench.evidence;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.streambench.bench.redaction.RedactedJson;
import io.streambench.bench.redaction.Redactor;
import io.streambench.flow.events.LineReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** A file that is written to the evidence zip, in redacted form if there is a redactor. */
record EvidenceFile(Path source, Redactor redactor) {
  /** The maximum line length, to limit memory; longer lines become empty in the zip. */
  private static final int MAX_LINE_LENGTH = 4_000_000;

  private static final int BUFFER_BYTES = 1 << 16;

  /**
   * The limits for the characters kept at the end of a log. They are tried in order until the zip
   * is small enough.
   */
  static final List<Long> LOG_LENGTH_LIMITS =
      List.of(Long.MAX_VALUE, 48_000_000L, 20_000_000L, 8_000_000L, 2_000_000L, 200_000L, 0L);

  private static final long RECORDING_MIN_LOG_CHARS = 2_000_000;

  String name() {
    return source.getFileName().toString();
  }

  private boolean isRecording() {
    return name().endsWith(".jfr");
  }

  private boolean isLog() {
    return name().endsWith(".log.gz");
  }

  /** Returns whether the file is copied unchanged: a picture, a page or a cluster snapshot. */
  private boolean isCopiedUnchanged() {
    return name().endsWith(".png") || name().endsWith(".html") || name().equals("looks.gz");
  }

  boolean canFit(long logChars) {
    return !isRecording() || logChars >= RECORDING_MIN_LOG_CHARS;
  }

  /**
   * Makes the redactor learn the names in this file. Must be called for all files before any file
   * is written, because another file may contain the same names.
   */
  void collectNames() throws IOException {
    if (!isLog() && !isCopiedUnchanged()) {
      forEachLine(redactor::redact);
    }
  }

  /**
   * Writes the file or, if the file is a log, its last {@code logChars} characters. Returns the
   * number of omitted lines.
   */
  long writeTo(OutputStream out, long logChars) throws IOException {
    boolean isWhole = !isLog() || logChars == Long.MAX_VALUE;
    if (isRecording() || isCopiedUnchanged() || redactor == null && isWhole) {
      Files.copy(source, out);
      return 0;
    }
    if (name().endsWith(".json")) {
      try {
        String json = new RedactedJson(redactor).redact(Files.readString(source));
        out.write(json.getBytes(UTF_8));
        return 0;
      } catch (JsonProcessingException | MalformedInputException e) {
        // the writer of this file was killed, so treat the incomplete JSON as text
      }
    }
    if (!isLog()) {
      return writeLines(out, 0);
    }
    long[] chars = new long[1];
    if (!isWhole) {
      forEachLine(line -> chars[0] += line.length() + 1);
    }
    GZIPOutputStream gzip = new GZIPOutputStream(out, BUFFER_BYTES);
    long cut = writeLines(gzip, chars[0] - logChars);
    gzip.finish();
    return cut;
  }

  /**
   * Writes the lines that start at character {@code minOffset} or later. Returns the number of
   * omitted lines.
   */
  private long writeLines(OutputStream out, long minOffset) throws IOException {
    Writer writer = new OutputStreamWriter(out, UTF_8);
    long[] cut = new long[1];
    long[] at = new long[1];
    forEachLine(
        line -> {
          if (at[0] < minOffset) {
            cut[0]++;
          } else {
            writer.write(redactor == null ? line : redactor.redact(line));
            writer.write('\n');
          }
          at[0] += line.length() + 1;
        });
    writer.flush();
    return cut[0];
  }

  private interface LineSink {
    void accept(String line) throws IOException;
  }

  /** Passes each line to the sink. Stops without an error at the end of a truncated gzip file. */
  private void forEachLine(LineSink sink) throws IOException {
    try (InputStream bytes = Files.newInputStream(source);
        InputStream in = isLog() ? new GZIPInputStream(bytes, BUFFER_BYTES) : bytes;
        LineReader lines = new LineReader(in, BUFFER_BYTES, MAX_LINE_LENGTH)) {
      for (String line; (line = lines.next()) != null; ) {
        sink.accept(new String(line.getBytes(ISO_8859_1), UTF_8));
      }
    }
  }
}
