package io.streambench.evidence;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.streambench.config.Text;
import io.streambench.eventlog.FlightRecording;
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
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.zip.GZIPOutputStream;

/** One file of a run folder on its way into the zip: redacted, and cut as far as it must be. */
final class EvidenceFile {
  private static final String TOO_LARGE = "left out, the zip would be too large";

  private enum Kind {
    LOG,
    RECORDING,
    JSON,
    TEXT,
    OTHER
  }

  private final Path source;
  private final Path target;
  private final Kind kind;
  private final Instant stall;
  private final Redactor redactor;
  private LineIndex index;
  private Budget madeFor;
  private long eventsKept = -1;
  private String note = "";

  /**
   * @param stall when it began; null if that is not known
   * @param redactor null to leave everything as it is
   */
  private EvidenceFile(Path source, Path target, Kind kind, Instant stall, Redactor redactor) {
    this.source = source;
    this.target = target;
    this.stall = stall;
    this.redactor = redactor;
    this.kind = kind;
  }

  /** A file whose name says how it is dealt with. */
  static EvidenceFile of(Path source, Path target, Instant stall, Redactor redactor) {
    String name = source.getFileName().toString();
    Kind kind =
        name.endsWith(".gz")
            ? Kind.LOG
            : name.endsWith(".jfr")
                ? Kind.RECORDING
                : name.endsWith(".json") ? Kind.JSON : Kind.TEXT;
    return new EvidenceFile(source, target, kind, stall, redactor);
  }

  /** A file that is there as a whole or not at all. */
  static EvidenceFile picture(Path source, Path target) {
    return new EvidenceFile(source, target, Kind.OTHER, null, null);
  }

  String name() {
    return target.getFileName().toString();
  }

  Path target() {
    return target;
  }

  /** The note that says what was cut, in words; empty if nothing was. */
  String note() {
    return note;
  }

  /** Shows the redactor what is in it, so that names are known in files that come before it. */
  void learn() throws IOException {
    if (kind == Kind.TEXT || kind == Kind.JSON) {
      try (TextLines text = new TextLines(source)) {
        for (CharSequence line = text.next(); line != null; line = text.next()) {
          redactor.redact(line.toString());
        }
      }
      redactor.redact("-"); // a private key that is cut short ends with its file
    }
  }

  /** Writes it, unless what was written for a larger budget is the same. */
  void write(Budget budget) throws IOException {
    if (madeFor != null && same(budget)) {
      return;
    }
    madeFor = budget;
    if (redactor == null && budget.equals(Budget.EVERYTHING)) {
      Files.copy(source, target);
      return;
    }
    switch (kind) {
      case RECORDING -> recording(budget);
      case OTHER -> other(budget);
      case LOG -> log(budget);
      case JSON -> json(budget);
      case TEXT -> text(budget);
    }
  }

  /** Writes a JSON file; one that is no JSON, since its writer was killed, is written as text. */
  private void json(Budget budget) throws IOException {
    if (redactor == null) {
      text(budget);
      return;
    }
    try {
      Files.writeString(target, new RedactedJson(redactor).redact(Files.readString(source)));
    } catch (JsonProcessingException | MalformedInputException e) {
      text(budget);
    }
  }

  /** Writes it although it has been written, since something was added to it. */
  void rewrite(Budget budget) throws IOException {
    madeFor = null;
    Files.deleteIfExists(target);
    write(budget);
  }

  private boolean same(Budget budget) {
    return switch (kind) {
      case RECORDING -> Objects.equals(madeFor.recording(), budget.recording());
      case LOG ->
          madeFor.logLines() == budget.logLines() && madeFor.logChars() == budget.logChars();
      case JSON -> true;
      case OTHER -> madeFor.pictures() == budget.pictures();
      case TEXT -> madeFor.textChars() == budget.textChars();
    };
  }

  private void other(Budget budget) throws IOException {
    note = budget.pictures() ? "" : TOO_LARGE;
    Files.deleteIfExists(target);
    if (budget.pictures()) {
      Files.copy(source, target);
    }
  }

  private void recording(Budget budget) throws IOException {
    if (Duration.ZERO.equals(budget.recording())) {
      Files.deleteIfExists(target);
      note = TOO_LARGE;
      return;
    }
    try {
      FlightRecording.open(source).close();
    } catch (IOException e) {
      note = "left out, it cannot be read";
      return;
    }
    Instant from = Instant.MIN;
    Instant until = Instant.MAX;
    Instant moment = budget.recording() == null ? null : RedactedRecording.within(source, stall);
    if (moment != null) {
      from = moment.minus(budget.recording());
      until = moment.plus(budget.recording());
    }
    // a short recording stays what it is, and to write it takes longer than to count
    if (Files.exists(target) && RedactedRecording.count(source, from, until) == eventsKept) {
      return;
    }
    RedactedRecording recording =
        new RedactedRecording(redactor == null ? (field, value) -> value : redactor::redact);
    RedactedRecording.Copied copied = recording.copy(source, target, from, until);
    eventsKept = copied.events();
    note =
        copied.leftOut() == 0
            ? ""
            : Text.of(
                "%,d of %,d events, those from %s to %s",
                copied.events(), copied.events() + copied.leftOut(), from, until);
  }

  private void log(Budget budget) throws IOException {
    if (index == null) {
      index = new LineIndex(source, stall);
    }
    LineIndex.Kept kept = index.around(budget.logLines(), budget.logChars());
    long after = kept.lines() - kept.tailEnd();
    String cut =
        Text.of(
            "%,d lines before these and %,d lines after them were cut", kept.tailStart(), after);
    note = kept.cut() == 0 ? "" : cut;
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(target), 1 << 16);
        BufferedWriter writer = writer(out)) {
      if (kept.cut() > 0) {
        writer.write("# " + cut + "\n");
      }
      copy(kept, null, writer);
    }
  }

  private void text(Budget budget) throws IOException {
    if (index == null) {
      index = new LineIndex(source, null);
    }
    LineIndex.Kept kept = index.ends(kind == Kind.JSON ? Long.MAX_VALUE : budget.textChars());
    note = kept.cut() == 0 ? "" : Text.of("%,d lines in the middle were cut", kept.cut());
    try (BufferedWriter writer = writer(Files.newOutputStream(target))) {
      copy(kept, kept.cut() == 0 ? null : "[" + note + "]\n", writer);
    }
  }

  private static BufferedWriter writer(OutputStream out) {
    return new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16);
  }

  private void copy(LineIndex.Kept kept, String gap, BufferedWriter writer) throws IOException {
    UnaryOperator<String> redaction = redactor == null ? UnaryOperator.identity() : this::redact;
    try (TextLines text = new TextLines(source)) {
      long number = 0;
      for (CharSequence line = text.next();
          line != null && number < kept.tailEnd();
          line = text.next()) {
        if (number == kept.headEnd() && gap != null) {
          writer.write(gap);
        }
        if (kept.has(number)) {
          writer.write(redaction.apply(line.toString()));
          writer.write('\n');
        }
        number++;
      }
    }
  }

  /** Our placeholders for secrets and folders look like tags. */
  private String redact(String line) {
    String redacted = redactor.redact(line);
    return name().endsWith(".html") ? escaped(redacted) : redacted;
  }

  private static String escaped(String line) {
    return line.replace("<secret>", "&lt;secret&gt;")
        .replace("<work>", "&lt;work&gt;")
        .replace("<module>", "&lt;module&gt;")
        .replace("<tmp>", "&lt;tmp&gt;");
  }
}
