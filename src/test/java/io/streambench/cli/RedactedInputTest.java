package io.streambench.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.redaction.RedactedJson;
import io.streambench.bench.redaction.Redactor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Logs and dumps that were redacted before they were sent get the same verdict as before. */
class RedactedInputTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "io", "streambench");

  @TempDir static Path cases;
  @TempDir Path redacted;

  private final Verb analyze = new Verb("analyze");

  /** All field cases, and of the golden logs and dumps that are text one of each kind. */
  static Stream<List<Path>> inputs() throws IOException {
    FieldCasesTest.unpack(cases);
    List<List<Path>> inputs = new ArrayList<>();
    for (Path one : files(cases, "*")) {
      inputs.add(files(one, "*"));
    }
    files(GOLDEN.resolve("eventlog/golden"), "{jetty1?-stall.log.gz,released*.log}")
        .forEach(log -> inputs.add(List.of(log)));
    inputs.add(files(GOLDEN.resolve("threads/golden"), "stall-*.txt.gz"));
    inputs.add(files(GOLDEN.resolve("threads/golden"), "reader-waits*.txt"));
    return inputs.stream();
  }

  private static List<Path> files(Path folder, String pattern) throws IOException {
    List<Path> files = new ArrayList<>();
    try (var found = Files.newDirectoryStream(folder, pattern)) {
      found.forEach(files::add);
    }
    assertThat(files).isNotEmpty();
    return files.stream().sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void verdictAndCauseStay(List<Path> files) throws IOException {
    Redactor redactor = Redactor.ofThisMachine();
    List<Path> copies = new ArrayList<>();
    for (Path file : files.subList(1, files.size())) {
      redacted(redactor, file); // learns the names for the first, as when evidence is packed
    }
    for (Path file : files) {
      Path copy = redacted.resolve(file.getFileName().toString().replaceFirst("\\.gz$", ""));
      copies.add(Files.writeString(copy, redacted(redactor, file), ISO_8859_1));
    }
    assertThat(found(copies)).isEqualTo(found(files));
  }

  private static String redacted(Redactor redactor, Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length > 1 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b) {
      try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
        bytes = in.readAllBytes();
      }
    }
    String text = new String(bytes, ISO_8859_1);
    if (file.toString().endsWith(".json")) {
      try {
        return new RedactedJson(redactor).redact(text);
      } catch (JacksonException e) {
        return redactor.redact(text); // a log of JSON lines
      }
    }
    return redactor.redact(text);
  }

  private List<String> found(List<Path> files) throws IOException {
    String[] arguments =
        Stream.concat(files.stream().map(Path::toString), Stream.of("--format", "json"))
            .toArray(String[]::new);
    int status = analyze.run(arguments);
    assertThat(status).as(Arrays.toString(arguments) + analyze.complaint()).isIn(0, 3);
    JsonNode answer = new ObjectMapper().readTree(analyze.answer());
    return List.of(
        Integer.toString(status),
        answer.path("verdict").asText(),
        answer.path("cause").asText(),
        answer.path("jvms").findValuesAsText("verdict").toString());
  }
}
