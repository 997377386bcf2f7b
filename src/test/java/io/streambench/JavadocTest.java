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
  /** The words that begin neither a noun phrase nor a verb in the third person. */
  private static final Pattern OTHER =
      Pattern.compile(
          "/\\*\\*\\s*(\\*\\s*)?(What|Whether|Of|How|As|Where|When|Who|Which|Why|For|If|While|By|With|From"
              + "|At|To|So|In|On|After|Before|Until|There|Under|Over|Without|Between)\\b");

  @ParameterizedTest
  @ValueSource(strings = {"src/main/java", "src/test/java", "src/jetty12/src"})
  void aCommentBeginsWithANounOrAVerb(String folder) throws IOException {
    List<Path> sources;
    try (Stream<Path> all = Files.walk(Path.of(folder))) {
      sources = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertThat(sources).isNotEmpty();
    for (Path source : sources) {
      assertThat(OTHER.matcher(Files.readString(source)).find()).as("%s", source).isFalse();
    }
  }
}
