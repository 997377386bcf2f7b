package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.replay.Diagnosis;
import io.streambench.program.InProportion;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Lines as they come out of accidents: bytes lost, doubled, turned, swapped with another line's.
 */
class JettyLogReaderFuzzTest {
  private static final int LINES = 200_000;
  private static final int BATCH = 20_000;
  private static final long SEED = 20261121;

  @Test
  void damagedLinesAreCountedAndNeverFatal() throws IOException {
    List<byte[]> lines = new ArrayList<>();
    for (String log :
        List.of("jetty10-stall.log.gz", "jetty10-no-stall.log.gz", "jetty12-stall.log.gz")) {
      Golden.lines(log).forEach(line -> lines.add(line.getBytes(ISO_8859_1)));
    }
    Random random = new Random(SEED);
    long told = 0;
    long events = 0;
    for (int made = 0; made < LINES; made += BATCH) {
      ByteArrayOutputStream damaged = new ByteArrayOutputStream();
      int feeds = 0;
      for (int i = 0; i < BATCH; i++) {
        byte[] line = damage(lines.get(random.nextInt(lines.size())), lines, random);
        damaged.write(line);
        damaged.write('\n');
        for (byte b : line) {
          feeds += b == '\n' ? 1 : 0;
        }
      }
      Diagnosis diagnosis = Golden.diagnosis(Golden.reader(damaged.toByteArray()));
      assertThat(diagnosis.counts().lines()).isEqualTo(BATCH + feeds);
      assertThat(diagnosis.counts().skippedLines()).isLessThanOrEqualTo(BATCH + feeds);
      told += diagnosis.counts().garbled();
      events += diagnosis.events();
    }
    assertThat(told).as("garbled lines are told apart").isGreaterThan(LINES / 100);
    assertThat(events).as("and many can still be read").isGreaterThan(LINES / 10);
  }

  /** Each part repeated very often, as a line of its own and behind the beginning of others. */
  @Test
  void aLongLineTakesNoMoreTimeThanItsBytes() throws Exception {
    for (String part :
        ("S~mS~xStream stalled ~S ~m~1~1:~10:~:::~10:10:10~2026-11-21 ~Nov 21 ~"
                + " ~a~@~#1@1{~=>a~>~\\u00e9~\\~"
                + "\"EXCEPTION\"~[~[1;~Data received, ~Sending, ~Idle timeout 1~recvWindow=~failure=~{~"
                + "&")
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
        InProportion.check(
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

  private static byte[] damage(byte[] line, List<byte[]> lines, Random random) {
    byte[] damaged = line.clone();
    for (int times = random.nextInt(4); times > 0 && damaged.length > 1; times--) {
      int at = random.nextInt(damaged.length);
      switch (random.nextInt(6)) {
        case 0 -> damaged[at] = (byte) random.nextInt(256);
        case 1 -> damaged = java.util.Arrays.copyOf(damaged, at);
        case 2 -> damaged = java.util.Arrays.copyOfRange(damaged, at, damaged.length);
        case 3 -> damaged[at] = (byte) (damaged[at] ^ 1 << random.nextInt(8));
        case 4 -> damaged = spliced(damaged, lines.get(random.nextInt(lines.size())), at);
        default -> damaged[at] = (byte) ('0' + random.nextInt(10));
      }
    }
    return damaged;
  }

  private static byte[] spliced(byte[] line, byte[] other, int at) {
    byte[] spliced = new byte[at + other.length];
    System.arraycopy(line, 0, spliced, 0, at);
    System.arraycopy(other, 0, spliced, at, other.length);
    return spliced;
  }
}
