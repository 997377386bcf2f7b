package io.streambench.flow.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampParserTest {
  private final TimestampParser parser = new TimestampParser(new TimestampParser.UndatedDays());

  private long parse(String text) {
    return parser.parse(text, text.length());
  }

  private static long toNanos(String iso) {
    Instant instant = Instant.parse(iso);
    return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2026-11-21T09:10:44.715Z DEBUG | 2026-11-21T09:10:44.715Z",
        "2026-11-21 09:10:44.715 DEBUG | 2026-11-21T09:10:44.715Z",
        "2026-11-21 09:10:44,715 DEBUG | 2026-11-21T09:10:44.715Z",
        "2026/11/21 09:10:44 DEBUG | 2026-11-21T09:10:44Z",
        "2026-11-21T09:10:44.123456789Z stdout F | 2026-11-21T09:10:44.123456789Z",
        "2026-11-21T10:10:44.715+01:00 DEBUG | 2026-11-21T09:10:44.715Z",
        "2026-11-21T04:10:44.715-0500 DEBUG | 2026-11-21T09:10:44.715Z",
        "solr-1  _ 2026-11-21 09:10:44.715:DEBUG:oejh.Flow | 2026-11-21T09:10:44.715Z",
        "Nov 21, 2026 9:10:44 AM org.eclipse.jetty | 2026-11-21T09:10:44Z",
        "Nov 21, 2026 9:10:44 PM org.eclipse.jetty | 2026-11-21T21:10:44Z",
        "Nov 21, 2026 12:10:44 AM org.eclipse.jetty | 2026-11-21T00:10:44Z",
        "[21/Nov/2026:09:10:44 +0000] GET | 2026-11-21T09:10:44Z",
        "[21/Nov/2026:10:10:44 +0100] GET | 2026-11-21T09:10:44Z",
        "2026-11-21 10:10:44,715 +0100 DEBUG | 2026-11-21T09:10:44.715Z",
        "2026-11-21 04:10:44,715  -05:00 DEBUG | 2026-11-21T09:10:44.715Z",
        "10:10:44 +0100 | 1970-01-01T09:10:44Z",
        "2026-11-21 09:10:44.715 -12345 DEBUG | 2026-11-21T09:10:44.715Z",
        "2026-11-21 09:10:44.715 -1960 DEBUG | 2026-11-21T09:10:44.715Z",
        "2026-11-21 09:10:44.715 - 1234 DEBUG | 2026-11-21T09:10:44.715Z",
        "21.11.2026 09:10:44,715 DEBUG | 2026-11-21T09:10:44.715Z",
        "21.11.2026, 09:10:44 DEBUG | 2026-11-21T09:10:44Z",
        "1795252244715 DEBUG | 2026-11-21T09:10:44.715Z",
        "1795252244.715 [main] DEBUG | 2026-11-21T09:10:44.715Z",
        "09:10:44.715 [main] DEBUG | 1970-01-01T09:10:44.715Z",
        "1234 [main] DEBUG | 1970-01-01T00:00:01.234Z"
      })
  void findsTime(String text, String iso) {
    assertThat(parse(text)).isEqualTo(toNanos(iso));
    assertThat(parse(text)).as("from what is remembered").isEqualTo(toNanos(iso));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[main] DEBUG x", "FINE: x", "::::::::", "99:99:99.1 x", "1:2:3", "12345678"})
  void returnsUnknownForLineWithoutTime(String text) {
    assertThat(parse(text)).isEqualTo(FlowControlEvent.UNKNOWN);
  }

  @Test
  void undatedTimesContinueAfterMidnight() {
    long before = parse("23:59:59.900 [main] DEBUG");
    long after = parse("00:00:00.100 [main] DEBUG");
    assertThat(after - before).isEqualTo(200_000_000);
    assertThat(parse("23:59:59.950 [late] DEBUG") - after).isNegative();
  }

  @Test
  void distinguishesConsecutiveSeconds() {
    assertThat(parse("2026-11-21 09:10:44.999 A") - parse("2026-11-21 09:10:45.001 A"))
        .isEqualTo(-2_000_000);
    assertThat(parse("x 2026-11-21 09:10:45.001 A")).isEqualTo(toNanos("2026-11-21T09:10:45.001Z"));
  }
}
