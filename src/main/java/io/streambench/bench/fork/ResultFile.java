package io.streambench.bench.fork;

import io.streambench.base.files.AtomicFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;

/** Writes results in one of JMH's formats. JMH's own writer ignores errors such as a full disk. */
public final class ResultFile {
  private ResultFile() {}

  /** Writes the file atomically; replaces an existing file. */
  public static void write(Collection<RunResult> results, ResultFormatType format, Path file)
      throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(text, false, StandardCharsets.UTF_8)) {
      ResultFormatFactory.getInstance(format, out).writeOut(results);
    }
    AtomicFile.write(file, part -> Files.write(part, text.toByteArray()));
  }
}
