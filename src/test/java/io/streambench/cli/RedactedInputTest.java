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

/** Checks that redaction before sending does not change the verdict on logs and dumps. */
class RedactedInputTest {
  private static final Path GOLDEN = Path.of("src", "test", "resources", "io", "streambench");

  @TempDir static Path cases;
  @TempDir Path redacted;

  private final Verb analyze = new Verb("analyze");

  /** Returns all field cases, and one of each kind of the golden logs and dumps in text form. */
  static Stream<List<Path>> inputs() throws IOException {
    FieldCasesTest.unpack(cases);
    List<List<Path>> inputs = new ArrayList<>();
    for (Path one : listFiles(cases, "*")) {
      inputs.add(listFiles(one, "*"));
    }
    listFiles(GOLDEN.resolve("eventlog/golden"), "{jetty1?-stall.log.gz,released*.log}")
        .forEach(log -> inputs.add(List.of(log)));
    inputs.add(listFiles(GOLDEN.resolve("threads/golden"), "stall-*.txt.gz"));
    inputs.add(listFiles(GOLDEN.resolve("threads/golden"), "reader-waits*.txt"));
    return inputs.stream();
  }

  private static List<Path> listFiles(Path folder, String pattern) throws IOException {
    List<Path> files = new ArrayList<>();
    try (var found = Files.newDirectoryStream(folder, pattern)) {
      found.forEach(files::add);
    }
    assertThat(files).isNotEmpty();
    return files.stream().sorted().toList();
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void redactionKeepsVerdictAndCause(List<Path> files) throws IOException {
    Redactor redactor = Redactor.ofThisMachine();
    List<Path> copies = new ArrayList<>();
    for (Path file : files.subList(1, files.size())) {
      redact(redactor, file); // learns names for the first file, as when evidence is zipped
    }
    for (Path file : files) {
      Path copy = redacted.resolve(file.getFileName().toString().replaceFirst("\\.gz$", ""));
      copies.add(Files.writeString(copy, redact(redactor, file), ISO_8859_1));
    }
    assertThat(analyzeFiles(copies)).isEqualTo(analyzeFiles(files));
  }

  private static String redact(Redactor redactor, Path file) throws IOException {
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

  private List<String> analyzeFiles(List<Path> files) throws IOException {
    String[] arguments =
        Stream.concat(files.stream().map(Path::toString), Stream.of("--format", "json"))
            .toArray(String[]::new);
    int status = analyze.run(arguments);
    assertThat(status).as(Arrays.toString(arguments) + analyze.errorOutput()).isIn(0, 3);
    JsonNode answer = new ObjectMapper().readTree(analyze.output());
    return List.of(
        Integer.toString(status),
        answer.path("verdict").asText(),
        answer.path("cause").asText(),
        answer.path("jvms").findValuesAsText("verdict").toString());
  }
}
