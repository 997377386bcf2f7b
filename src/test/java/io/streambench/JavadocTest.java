package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks the words with which comments begin: a noun phrase or a verb, and no question. */
class JavadocTest {
  private static final Pattern QUESTION =
      Pattern.compile("/\\*\\*\\s*(\\*\\s*)?(What|Whether|Of)\\b");

  @ParameterizedTest
  @ValueSource(strings = {"src/main/java", "src/test/java", "src/jetty12/src"})
  void noCommentBeginsWithAQuestion(String folder) throws IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(Path.of(folder))) {
      sources = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertThat(sources).isNotEmpty();
    for (Path source : sources) {
      assertThat(QUESTION.matcher(Files.readString(source)).find()).as("%s", source).isFalse();
    }
  }
}
