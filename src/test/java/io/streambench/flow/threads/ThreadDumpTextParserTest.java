package io.streambench.flow.threads;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ThreadDumpTextParserTest {
  /** Lines that begin, continue or interrupt a thread, and ordinary text that resembles them. */
  static final List<String> LINES =
      List.of(
          "",
          "\"main\"",
          "\"main\" ",
          "\"main\" #1 prio=5 tid=0x00007f0d98001000 nid=0x1 waiting on condition",
          "\"main\" #1 \"",
          "\"she said \"no\" to it",
          "#12 \"main\"",
          "Thread[main,5,main]",
          "Name: main",
          "took (12)",
          "on condition",
          "[0x0000",
          "at",
          "at ",
          "at a.b.C.d(C.java:1)",
          "java.lang.Thread.State: WAITING (parking)",
          "- waiting on <0x1> (a b.C)",
          "which is held by \"main\"",
          "Found one Java-level deadlock:",
          "Full thread dump OpenJDK",
          "1XMTHDINFO",
          "... 3 more");

  static Stream<String> prefixes() {
    return Stream.of("", "> ", "\"", "'", "| ", "\t", "    ");
  }

  @ParameterizedTest
  @MethodSource("prefixes")
  void parsesAnyThreeLinesWithoutException(String prefix) {
    for (String one : LINES) {
      for (String two : LINES) {
        for (String three : LINES) {
          assertThatCode(() -> parse(prefix + one, prefix + two, prefix + three))
              .as("%s%s / %s / %s", prefix, one, two, three)
              .doesNotThrowAnyException();
        }
      }
    }
  }

  private static void parse(String... lines) {
    ThreadDumpTextParser parser = new ThreadDumpTextParser("dump.txt", OptionalLong.empty());
    Stream.of(lines).forEach(parser::processLine);
    parser.dumps();
  }
}
