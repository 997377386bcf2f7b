package io.streambench.flow.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.JettyLine.ParseResult;
import io.streambench.flow.events.JettyMessage.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JettyLineTest {
  private static final String SESSION =
      "HTTP2ClientSession@751cd6d4{local:/127.0.0.1:46964,remote:solr-1/10.0.0.7:8983,sendWindow=65146,recvWindow=16777216,state=[streams=5]}";
  private static final String STREAM_10 =
      "HTTP2Stream@776b382#21@751cd6d4{sendWindow=523899,recvWindow=8388608,queue=0,NOT_CLOSED,age=7}";
  private static final String STREAM_12 =
      "HTTP2Stream#21@751cd6d4{sendWindow=523899,recvWindow=8388608,queue=0,demand=false,NOT_CLOSED}";

  private final JettyLine line = new JettyLine();

  private ParseResult parse(String text) {
    return line.parse(text);
  }

  @Test
  void readsDataReceivedOnSession() {
    assertThat(
            parse(
                "Data received, 389 bytes, updated session recv window 16777216 -> 16776827 for "
                    + SESSION))
        .isEqualTo(ParseResult.EVENT);
    assertThat(line.kind).isEqualTo(Kind.RECEIVED);
    assertThat(line.isSessionLine).isTrue();
    assertThat(line.bytes).isEqualTo(389);
    assertThat(line.windowBefore).isEqualTo(16_777_216);
    assertThat(line.windowAfter).isEqualTo(16_776_827);
    assertThat(line.sessionHash).isEqualTo(0x751cd6d4);
    assertThat(line.role()).isEqualTo(Role.CLIENT);
    assertThat(line.address(JettyLine.LOCAL_LABEL)).isEqualTo("127.0.0.1:46964");
    assertThat(line.address(JettyLine.REMOTE_LABEL)).isEqualTo("10.0.0.7:8983");
  }

  @Test
  void readsAddressesInJetty9Format() {
    assertThat(
            parse(
                "Session stalled HTTP2ServerSession@39b57fa1{l:/[0:0:0:0:0:0:0:1]:8983 <->"
                    + " r:node1/10.0.0.9:51410,sendWindow=0,recvWindow=7,streams=3,NOT_CLOSED}"))
        .isEqualTo(ParseResult.EVENT);
    assertThat(line.role()).isEqualTo(Role.SERVER);
    assertThat(line.address(JettyLine.LOCAL_LABEL)).isEqualTo("[0:0:0:0:0:0:0:1]:8983");
    assertThat(line.address(JettyLine.REMOTE_LABEL)).isEqualTo("10.0.0.9:51410");
  }

  @ParameterizedTest
  @ValueSource(strings = {STREAM_10, STREAM_12})
  void readsStreamNamesOfJetty10And12(String stream) {
    assertThat(
            parse(
                "Data consumed, 8644 bytes, stream recv window level 1622151/4194304 for "
                    + stream))
        .isEqualTo(ParseResult.EVENT);
    assertThat(line.kind).isEqualTo(Kind.CONSUMED);
    assertThat(line.streamId).isEqualTo(21);
    assertThat(line.sessionHash).isEqualTo(0x751cd6d4);
    assertThat(line.unacknowledgedBytes).isEqualTo(1_622_151);
    assertThat(line.creditThreshold).isEqualTo(4_194_304);
    assertThat(line.numberField(JettyLine.RECV_WINDOW_LABEL)).isEqualTo(8_388_608);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Data received, 0 bytes, updated @ recv window 10 -> 10 for; RECEIVED",
        "Data consumed, 10 bytes, @ recv window level 10/8388608 for; CONSUMED",
        "Data consumed, 10 bytes, concurrent @ recv window level 10/8388608 for; CONSUMED",
        "Data consumed, 10 bytes, updated @ recv window by 8388610/8388608 for; CREDITED",
        "Data consumed, 10 bytes, ignoring update stream recv window for remotely closed; IGNORED",
        "Data consumed, ignoring update stream recv window by 10 for remotely closed; IGNORED",
        "Data consumed, increased @ recv window by 10 for; CREDITED",
        "Sending, @ send window 10 -> -5 for; SENDING",
        "Updated @ send window 0 -> 8388610 for; SEND_WINDOW_UPDATED",
        "Updated initial stream recv window 65535 -> 8388608 for; INITIAL_WINDOW_UPDATED",
        "# stalled; STALLED",
        "# unstalled after 12 ms; UNSTALLED"
      })
  void recognizesEveryMessage(String message, Kind kind) {
    for (String subject : List.of(SESSION, STREAM_10, STREAM_12)) {
      boolean session = subject.equals(SESSION);
      String named =
          message
              .replace("@", session ? "session" : "stream")
              .replace("#", session ? "Session" : "Stream");
      assertThat(parse(named + " " + subject)).isEqualTo(ParseResult.EVENT);
      assertThat(line.kind).isEqualTo(kind);
      assertThat(line.isSessionLine).isEqualTo(session);
      assertThat(line.streamId).isEqualTo(session ? 0 : 21);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-21T09:10:44.715Z DEBUG (streambench-reader-1) [FlowControlStrategy] ",
        "2026-11-21 09:31:24.936 [HttpClient@4470f8a6-24] DEBUG o.e.j.h.AbstractFlowControlStrategy -- ",
        "[main] DEBUG org.eclipse.jetty.http2.FlowControlStrategy - ",
        "FINE: ",
        "2026-11-21 07:19:28.123 DEBUG (qtp-33) [c:coll s:shard1 r:core_node3 x:coll_shard1_replica_n1] o.e.j.h.FlowControlStrategy ",
        "2026-11-21T07:19:28.123456789Z stdout F 2026-11-21 07:19:28.123 DEBUG FlowControlStrategy - ",
        "solr-1  | 2026-11-21 07:19:28.123:DEBUG:oejh.FlowControlStrategy:qtp-33: ",
        "{\"log\":\"2026-11-21 07:19:28.123 DEBUG FlowControlStrategy - ",
        "07:19:28.123 DEBUG FlowControlStrategy - \u001b[34m",
        "\u001b[m",
        "\u001b[0;1;39m",
        "Data stalled Session, Sending Updated Stream | ",
        ""
      })
  void skipsAnyPrefixBeforeMessage(String prefix) {
    assertThat(parse(prefix + "Session stalled " + SESSION)).isEqualTo(ParseResult.EVENT);
    assertThat(line.messageOffset).isEqualTo(prefix.length());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Data received, 389 bytes, updated session recv window 16777216 -> 1677",
        "Data received, many bytes, updated session recv window 1 -> 0 for HTTP2ClientSession@1{",
        "Data received, 99999999999999999999 bytes, updated session recv window 1 -> 0 for HTTP2ClientSession@1{",
        "Data consumed, 10 bytes, session recv window level 10 for HTTP2ClientSession@1{",
        "Session stalled HTTP2ClientSession@751cd6",
        "Session stalled HTTP2ClientSession@751cd6d4abc{local:/1}",
        "Stream stalled HTTP2Stream@776b382#@751cd6d4{",
        "Sending, session send window 1 -> 0 for null"
      })
  void reportsTruncatedLinesAsGarbled(String text) {
    assertThat(parse(text)).isEqualTo(ParseResult.GARBLED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-11-21 09:10:44.715 INFO Data is here, Session opened, Stream closed",
        "Received SETTINGS frame on HTTP2ClientSession@751cd6d4{local:/1,remote:/2}",
        "UData received, 3 bytes",
        "mData received, 3 bytes",
        "[34mData received, 3 bytes",
        "\u001b34mData received, 3 bytes"
      })
  void classifiesUnrelatedLinesAsOther(String text) {
    assertThat(parse(text)).isEqualTo(ParseResult.OTHER);
  }

  @ParameterizedTest
  @CsvSource({"false/false,false", "true/false,true", "false/true,true"})
  void recognizesResetStream(String shown, boolean reset) {
    parse(
        "Data consumed, 10 bytes, ignoring update stream recv window for remotely closed "
            + "HTTP2Stream@5#21@1{sendWindow=1,recvWindow=1,queue=0,demand=0,reset="
            + shown
            + ",CLOSED}");
    assertThat(line.kind).isEqualTo(Kind.IGNORED);
    assertThat(line.hasReset()).isEqualTo(reset);
  }

  @Test
  void acceptsNegativeWindow() {
    parse("Sending, stream send window 10 -> -5 for " + STREAM_12);
    assertThat(line.windowAfter).isEqualTo(-5);
    assertThat(line.bytes).isEqualTo(15);
  }
}
