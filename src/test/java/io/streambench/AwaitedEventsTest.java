package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that tests wait for events instead of a fixed time. A timeout in {@code
 * junit-platform.properties} ends tests that hang. Fault tests may wait for a fixed time.
 */
class AwaitedEventsTest {
  private static final Path TESTS = Installation.moduleFolder().resolve("src/test/java");

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          @Timeout\\((?!.*HOURS)~a test has no limit of its own
          \\.(await|get|waitFor|orTimeout|succeedsWithin)\\([^()]*TimeUnit\\.(MILLI|SECONDS|MINUTES)~an event has no deadline
          \\.sleep\\(~nothing sleeps
          getLocation\\(\\)\\s*\\.getPath\\(~a folder may have a blank in its name
          """)
  void testsAvoidPattern(String pattern, String rule) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(TESTS)) {
      for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
        String name = TESTS.relativize(file).toString();
        Matcher matcher = Pattern.compile(pattern).matcher(Files.readString(file));
        if (!name.matches(
                ".*/(faults/\\w+|program/Program|AwaitedEventsTest|UnreadStreams|ActivityTest)\\.java")
            && matcher.find()) {
          found.add(name + ": " + matcher.group());
        }
      }
    }
    assertThat(found).as(rule).isEmpty();
  }
}
