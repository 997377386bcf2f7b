package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.LinearTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the readers with artificial long lines. {@code dev/fuzz} generates more of them. */
class LongLinesTest {
  /** Repeats each part many times, as a line of its own and after various beginnings. */
  @Test
  void readsLongLinesInLinearTime() throws Exception {
    for (String part :
        ("S~mS~xStream stalled ~S ~m~1~1:~10:~:::~10:10:10~2026-11-21 ~Nov 21 ~"
                + " ~a~@~#1@1{~=>a~>~\\u00e9~\\~"
                + "\"EXCEPTION\"~[~[1;~Data received, ~Sending, ~Idle timeout 1~recvWindow=~failure=~{~"
                + "&~|at ~|at a(b)|~#012~\u001b[0m~{\"a\":1}~! ")
            .split("~", -1)) {
      for (String begin :
          List.of(
              "",
              "{",
              "\u001b[",
              "ERROR ",
              "Caused by: ",
              "Data consumed, 1 bytes, session recv window level 1/2 for ",
              "Session stalled HTTP2ClientSession@1{",
              "Stream stalled ",
              "INFO x path=/stream params={")) {
        LinearTime.check(
            begin + part,
            JettyLogReader.MAX_LINE_BYTES / 4,
            bytes -> {
              String line = begin + part.repeat(bytes / part.length());
              try (JettyLogReader reader = Golden.reader(line.getBytes(ISO_8859_1))) {
                while (reader.next() != null) {}
                assertThat(reader.counts().lines()).isEqualTo(1);
              }
            });
      }
    }
  }
}
