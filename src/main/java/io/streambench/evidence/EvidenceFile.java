package io.streambench.evidence;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** One file on its way into the zip: redacted, unless there is no redactor, and cut. */
record EvidenceFile(Path source, Redactor redactor) {
  /** Longer lines are empty in the zip, so that no file needs more memory than that. */
  private static final int MAX_LINE = 4_000_000;

  private static final int BUFFER = 1 << 16;

  /** Characters at the end of the log, where its stall is, until the zip is small enough. */
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

  /** Whatever is there as a whole or not at all, as pictures are, and looks at a cluster. */
  private boolean isPicture() {
    return name().endsWith(".png") || name().endsWith(".html") || name().equals("looks.gz");
  }

  boolean fits(long logChars) {
    return !isRecording() || logChars >= LEAST_WITH_RECORDING;
  }

  /** Shows the redactor what is in it, so that names are known in files that come before it. */
  void learn() throws IOException {
    if (!isLog() && !isPicture()) {
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
    if (name().endsWith(".json")) {
      try {
        String json = new RedactedJson(redactor).redact(Files.readString(source));
        out.write(json.getBytes(UTF_8));
        return 0;
      } catch (JsonProcessingException | MalformedInputException e) {
        // its writer was killed: it is text
      }
    }
    if (!isLog()) {
      return writeLines(out, 0);
    }
    long[] chars = new long[1];
    if (!whole) {
      forEachLine(line -> chars[0] += line.length() + 1);
    }
    GZIPOutputStream packed = new GZIPOutputStream(out, BUFFER);
    long cut = writeLines(packed, chars[0] - logChars);
    packed.finish();
    return cut;
  }

  /** Writes the lines from a character on. */
  private long writeLines(OutputStream out, long first) throws IOException {
    Writer writer = new OutputStreamWriter(out, UTF_8);
    long[] cut = new long[1];
    long[] at = new long[1];
    forEachLine(
        line -> {
          if (at[0] < first) {
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
}
