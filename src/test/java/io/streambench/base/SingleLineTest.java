package io.streambench.base;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.LinearTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SingleLineTest {
  @ParameterizedTest
  @CsvSource({
    "'a\nb', a b",
    "'a \t\r\n  b', a b",
    "' a\u2028b\u0085', a b",
    "'a  b', 'a  b'",
    "'a\tb', a?b",
    "'a\u001b[31mb\u202e', a?[31mb?",
  })
  void replacesLineBreaksAndMarksControlCharacters(String message, String line) {
    assertThat(SingleLine.of(message)).isEqualTo(line);
  }

  /**
   * Checks linear time. A regular expression would try each space as the first one before a line
   * break.
   */
  @Test
  void processesMillionSpacesInLinearTime() throws Exception {
    LinearTime.check(
        "blanks",
        1_000_000,
        spaces -> assertThat(SingleLine.of("a" + " ".repeat(spaces) + "b")).hasSize(spaces + 2));
  }
}
