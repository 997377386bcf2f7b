package io.streambench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Home;
import io.streambench.eventlog.TextDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Over dumps of a real run, those of the committed example. */
class DumpedHangTest {
  private static final Path EXAMPLE =
      Home.folder().resolve("flow-control-logs").resolve("example-12-shards");

  @TempDir Path folder;

  private Verdict verdict(String text) throws IOException {
    return DumpedHang.of(TextDump.read(Files.writeString(folder.resolve("dump"), text)))
        .orElseThrow();
  }

  private static String example(String name) throws IOException {
    return Files.readString(EXAMPLE.resolve(name));
  }

  @Test
  void threadsAndWindowsTogetherProveAHang() throws IOException {
    Verdict verdict = verdict(example("threads.txt") + example("jetty-client.txt"));
    assertThat(verdict.finding()).isEqualTo(Finding.STALLED);
    assertThat(verdict.cause()).contains(StallCause.SESSION_WINDOW);
    assertThat(verdict.reason())
        .startsWith("session 4c9ed22 to /node-1:port-1 has no receive window left, and 6 open")
        .contains("waits for the next document of a stream");
  }

  @Test
  void windowsAloneAreAPossibleHang() throws IOException {
    Verdict verdict = verdict(example("jetty-client.txt"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).endsWith("a thread dump would show whether a reader waits");
  }

  @Test
  void threadsAloneAreAPossibleHangAndNothingIsSaidOfWindowsThatTheyDoNotShow() throws IOException {
    Verdict verdict = verdict(example("threads.txt"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).isEmpty();
    assertThat(verdict.reason())
        .endsWith(
            "waits for the next document of a stream; a thread dump shows no window, so why is not"
                + " known");
  }

  @Test
  void aReaderThatWaitsWhileEverySessionHasAWindowIsOfUnknownCause() throws IOException {
    Verdict verdict =
        verdict(
            example("threads.txt")
                + example("jetty-client.txt").replaceAll("recvWindow=0", "recvWindow=8388608"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).contains(StallCause.UNKNOWN);
    assertThat(verdict.reason()).endsWith("and every session has a window");
  }

  @Test
  void whereAnotherSessionMaySendNothingIsProven() throws IOException {
    String other =
        example("jetty-client.txt").replaceFirst("(22035d8d[^}]*recvWindow=)0", "$1" + 8388608);
    assertThat(other).contains("recvWindow=8388608");
    Verdict verdict = verdict(example("threads.txt") + other);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).contains("maybe for another session");
  }

  @Test
  void aSessionWithoutWindowAndWithoutStreamHasLostItsCredit() throws IOException {
    Verdict verdict =
        verdict(
            "HTTP2ClientSession@1a{local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1048576,"
                + "recvWindow=0,state=[streams=0,NOT_CLOSED,goAwayRecv=null,goAwaySent=null,failure=null]}");
    assertThat(verdict.cause()).contains(StallCause.CANCELLED_STREAMS);
    assertThat(verdict.reason()).contains("the next query on it hangs");
  }

  @Test
  void aHealthyDumpIsNoHang() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("dump"),
            "HTTP2ClientSession@1a{local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1048576,"
                + "recvWindow=16777216,state=[streams=3,NOT_CLOSED,goAwayRecv=null]}\n"
                + "\"main\" #1 prio=5\n  java.lang.Thread.State: RUNNABLE\n");
    TextDump dump = TextDump.read(file);
    assertThat(dump.sessions()).hasSize(1);
    assertThat(DumpedHang.of(dump)).isEmpty();
  }
}
