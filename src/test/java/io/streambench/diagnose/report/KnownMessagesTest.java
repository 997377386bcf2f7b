package io.streambench.diagnose.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.LoggedFault.Kind;
import io.streambench.flow.rule.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks the table in docs/symptoms.md, which is generated from the code. {@code
 * -Dmessages.write=true} writes it.
 */
class KnownMessagesTest {
  private static final Path PAGE = Path.of("docs/symptoms.md");
  private static final String BEGIN = "| message | what it is |\n";
  private static final int MAX_ADVICE_LENGTH = 110;
  private static final int MAX_WORDS = 20;

  private static String table() {
    return BEGIN
        + "|---|---|\n"
        + Arrays.stream(Kind.values())
            .sorted(Comparator.comparing(Kind::meaning))
            .map(KnownMessagesTest::row)
            .collect(Collectors.joining());
  }

  private static String row(Kind kind) {
    List<String> all = kind.messages().toList();
    String messages =
        all.stream()
            .filter(message -> all.stream().noneMatch(one -> message.startsWith(one + " ")))
            .map(message -> "`" + message + "`")
            .collect(Collectors.joining(", "));
    return "| %s | %s |\n"
        .formatted(
            Stream.of(messages, kind.stackDescription())
                .filter(one -> !one.isEmpty())
                .collect(Collectors.joining(", or ")),
            explanation(kind));
  }

  private static String explanation(Kind kind) {
    return Reason.Kind.LOGGED.of(kind, "N").toString();
  }

  @Test
  void pageHasTableOfCode() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN);
    int to = page.indexOf("\n\n", from) + 1;
    if (Boolean.getBoolean("messages.write")) {
      Files.writeString(PAGE, page.substring(0, from) + table() + page.substring(to));
      return;
    }
    assertThat(page.substring(from, to))
        .as("write it with ./mvnw test -Dtest=KnownMessagesTest -Dmessages.write=true")
        .isEqualTo(table());
  }

  @ParameterizedTest
  @EnumSource
  void explainsEachMessageInShortSentences(Kind kind) {
    assertThat(new CauseAdvice(Set.of()).of(kind).line().length())
        .isLessThanOrEqualTo(MAX_ADVICE_LENGTH);
    assertThat(Stream.of(explanation(kind).split("(?<=[.;:]) ")))
        .allMatch(sentence -> sentence.split(" ").length <= MAX_WORDS);
  }
}
