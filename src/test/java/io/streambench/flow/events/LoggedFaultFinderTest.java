package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.LoggedFault.Kind;
import java.io.IOException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoggedFaultFinderTest {
  private static final String MDC =
      "[c:books s:shard%d r:core_node4 x:books_shard%1$d_replica_n2 t:127.0.0.1-49]";
  private static final String IDLE_TIMEOUT_MESSAGE =
      "java.util.concurrent.TimeoutException: Idle timeout %d ms elapsed";

  private static final String PRINTED_EXCEPTION =
      """
      2026-11-22 07:25:48.801 ERROR (qtp1-66-null-609) [c:books s:shard12] o.a.s.s.HttpSolrCall 500 Exception
      java.io.IOException: java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed
      \tat org.eclipse.jetty.util.SharedBlockingCallback$Blocker.block(SharedBlockingCallback.java:221)
      Caused by: java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed
      \tat org.eclipse.jetty.http2.HTTP2Session$StreamTimeouts.onExpired(HTTP2Session.java:2448)
      """;

  private static ReadCounts readCounts(String log) throws IOException {
    try (JettyLogReader reader = Golden.reader(log.getBytes(UTF_8))) {
      assertThat(reader.next()).isNull();
      return reader.counts();
    }
  }

  private static LoggedFault onlyFault(String log) throws IOException {
    List<LoggedFault> ends = readCounts(log).faults();
    assertThat(ends).as(log).hasSize(1);
    return ends.get(0);
  }

  private static long toNanos(String time) {
    return Instant.parse(time).toEpochMilli() * 1_000_000;
  }

  /** Formats a line in the default log layout of bin/solr. */
  private static String solrLine(String time, int shard, String message) {
    return "2026-11-22 %s ERROR (qtp1-66) %s o.a.s.s.HttpSolrCall 500 Exception =>%s\n"
        .formatted(time, MDC.formatted(shard), message);
  }

  /** Solr 8 also writes the key into the value, so Log4j's JSON layout has c:books. */
  @ParameterizedTest
  @ValueSource(strings = {"books,shard1", "c:books,s:shard1"})
  void readsShardOfJsonLineWithAndWithoutKey(String values) throws IOException {
    String[] value = values.split(",");
    LoggedFault found =
        onlyFault(
            """
            {"level": "ERROR", "thread": "qtp1-2", "instant": {"epochSecond": 1740823201, \
            "nanoOfSecond": 0}, "message": "java.io.IOException: Idle timeout 120000 ms elapsed", \
            "contextMap": {"collection": "%s", "shard": "%s"}}
            """
                .formatted(value[0], value[1]));
    assertThat(found.failures()).hasSize(1);
    assertThat(found.failures().get(0).collection()).isEqualTo("books");
    assertThat(found.failures().get(0).shards()).containsExactly("shard1");
  }

  /** Returns each known message as its exception prints it, with the number 70,000. */
  static Stream<Arguments> messages() {
    return Arrays.stream(Kind.values())
        .flatMap(
            kind -> kind.messages().map(message -> Arguments.of(kind, exceptionLine(message))));
  }

  private static String exceptionLine(String message) {
    String named = message.replaceAll("\\bN(?=ms|\\b)", "70000");
    return named.matches("\\w*(Exception|Error)\\b.*")
        ? "java.io." + named
        : "java.io.IOException: " + named;
  }

  @ParameterizedTest
  @MethodSource("messages")
  void findsEveryMessageInExceptions(Kind kind, String exception) throws IOException {
    for (String line :
        List.of(
            exception,
            "Caused by: " + exception,
            "\tSuppressed: " + exception,
            "Exception in thread \"main\" " + exception,
            "2026-11-22 07:25:48.801 INFO  (qtp1-66) [   ] o.a.s.s.HttpSolrCall 500 =>" + exception,
            "ERROR (qtp1-66) [] o.a.s.s.HttpSolrCall 500 => com.example.Failed: " + exception,
            "2026-11-22 07:25:48.801 ERROR (qtp1-66) [x:b] o.a.s.s.HttpSolrCall null:" + exception,
            "   [junit4]   2> " + exception,
            "{\"result-set\":{\"docs\":[{\"id\":\"1\"},{\"EXCEPTION\":\""
                + exception
                + "\",\"EOF\":true}]}}",
            "        \"EXCEPTION\":\"" + exception + "\",")) {
      assertThat(onlyFault(line + "\n")).as(line).extracting(LoggedFault::kind).isEqualTo(kind);
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void ignoresQuotedMessages(Kind kind, String exception) throws IOException {
    for (String line :
        List.of(
            "2026-11-22 07:25:48.801 INFO Books: " + exception,
            "2026-11-22 07:25:48.801 DEBUG (qtp1-66) [] o.e.j.h.HTTP2Session failed =>" + exception,
            "{\"id\":\"" + exception + "\"}",
            "\"" + exception + "\"",
            exception + "s",
            exception + "/x")) {
      assertThat(readCounts(line + "\n").faults()).as(line).isEmpty();
    }
  }

  /** The parameters are warnings of various loggers. The placeholder %s stands for the message. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-22 07:25:48.801 WARN  [main] c.e.App - failed: %s",
        "2026-11-22 07:25:48.801 warn [main] c.e.App - failed: %s",
        "2026/11/22 07:25:48 error failed: %s",
        "SEVERE: failed: %s",
        "\u001b[2m2026-11-22T07:25:48.801Z\u001b[0;39m \u001b[33m WARN\u001b[0;39m c.e.App : failed: %s",
        "2026-11-22 07:25:48.801 \u001b[31mERROR\u001b[m c.e.App - failed: %s",
        "2026-11-22 07:25:48.801 ^[[31mERROR^[[0m c.e.App - failed: %s",
        "[2m2026-11-22T07:25:48.801Z[0;39m [31mERROR[0;39m c.e.App : failed: %s",
        "Warning: failed: %s",
        "2026-11-22 07:25:48.801:WARN:oejs.HttpChannel:qtp1-21: %s",
        "2026-11-22T07:25:48.801Z\terror\tapp/main.go:12\tfailed: %s",
        "E1122 07:25:48.801000   12345 main.go:23] failed: %s",
        "time=\"2026-11-22T07:25:48Z\" level=error msg=\"failed: %s\"",
        "[error] failed: %s",
        "output stream write errorjava.io.IOException: %s",
        "{\"level\":50,\"msg\":\"failed: %s\",\"time\":1}",
        "{\"severity\":\"error\",\"message\":\"failed: %s\"}",
        "{\"log.level\":\"warn\",\"message\":\"failed: %s\"}",
        "{\"short_message\":\"failed: %s\",\"level\":3}",
        "{\"level\":\"info\",\"msg\":\"failed\",\"error\":\"java.io.IOException: %s\"}"
      })
  void findsMessagesInWarningsOfAnyLogger(String line) throws IOException {
    for (String message :
        List.of(
            "Timeout occured while waiting response from server at: http://n1/solr",
            "Total timeout 120000 ms elapsed",
            "Cannot reserve 7 bytes of direct buffer memory (allocated: 8, limit: 9)")) {
      assertThat(readCounts(line.formatted(message) + "\n").faults()).as(line).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-22 07:25:48.801 INFO  [main] c.e.App - asked for %s",
        "2026-11-22 07:25:48.801 info [main] c.e.App - asked for java.io.IOException: %s",
        "2026-11-22 07:25:48.801 \u001b[32mINFO\u001b[m c.e.App - asked for java.io.IOException: %s",
        "2026-11-22 07:25:48.801 WARN  (q) [c:b] o.a.s.c.S.SlowRequest path=/select params={q=%s&rows=1} status=0",
        "2026-11-22 07:25:48.801 INFO  (q) [c:b] o.a.s.c.S.Request params={q=a=>java.io.IOException: %s} hits=0",
        "2026-11-22 07:25:48.801 WARN  (q) [c:b] o.a.s.c.S.Slow params={msg=java.io.IOException: %s}{add=[1]} 0 2",
        "2026-11-22 07:25:48.801 WARN  [main] c.e.App - slow GET /select?q=why does java.io.IOException: %s&rows=1 ",
        "2026-11-22 07:25:48.801 ERROR [main] c.e.App - bad SolrInputDocument(fields: [a_t=java.io.IOException: %s])",
        "2026-11-22 07:25:48.801 WARN  [main] c.e.App - slow query \"java.io.IOException: %s\"",
        "2026-11-22 07:25:48.801 ERROR [main] c.e.App - Cannot parse 'java.io.IOException: %s ['",
        "2026-11-22 07:25:48.801 ERROR [main] c.e.App - GET /select?q=java.io.IOException: %s",
        "{\"level\":30,\"msg\":\"q=java.io.IOException: %s\"}",
        "{\"level\":\"INFO\",\"message\":\"search java.io.IOException: %s\"}",
        "{\"level\":\"debug\",\"message\":\"GoAwayFrame@1{0/no_error/%s}\"}",
        "asked for %s"
      })
  void ignoresMessagesInLoggedQueries(String line) throws IOException {
    for (String message :
        List.of(
            "Timeout occurred while waiting response from server at: http://n1/solr",
            "Idle timeout 120000 ms elapsed",
            "Idle timeout expired: 30000/30000 ms",
            "Cannot reserve 7 bytes of direct buffer memory (allocated: 8, limit: 9)")) {
      assertThat(readCounts(line.formatted(message) + "\n").faults()).as(line).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"INFO", "DEBUG", "WARN", "error"})
  void findsExceptionWithStackAtAnyLevel(String level) throws IOException {
    String line = "2026-11-22 07:25:48.801 " + level + " [main] c.e.App - failed: ";
    String exception = "java.lang.OutOfMemoryError: Direct buffer memory\n";
    String frame = "\tat java.base/java.nio.Bits.reserveMemory(Bits.java:178)\n";
    assertThat(onlyFault(line + exception + frame).kind()).isEqualTo(Kind.DIRECT_MEMORY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP_2_IDLE | org.eclipse.jetty.http2.HTTP2Connection.produce(H.java:1)",
        "HTTP_2_IDLE | org.eclipse.jetty.http2.server.HttpChannelOverHTTP2$1.run(H.java:1)",
        "HTTP_1_IDLE | org.eclipse.jetty.server.HttpConnection.onFillable(H.java:1)",
        "HTTP_1_IDLE | org.eclipse.jetty.server.internal.HttpConnection.onFillable(H.java:1)",
        "HTTP_1_IDLE | org.eclipse.jetty.client.http.HttpReceiverOverHTTP.receive(H.java:1)",
        "UNKNOWN_IDLE | org.eclipse.jetty.io.IdleTimeout.checkIdleTimeout(I.java:1)",
        "UNKNOWN_IDLE | org.apache.solr.client.solrj.impl.Http2SolrClient.request(H.java:1)",
        "STALLED_UPLOAD | org.eclipse.jetty.server.HttpInput.read(H.java:1)",
        "UPDATE | org.apache.solr.client.solrj.impl.ConcurrentUpdateHttp2SolrClient$Runner.sendUpdateStream(C.java:1)",
        "UPDATE | org.apache.solr.update.SolrCmdDistributor$Req.trackRequestResult(S.java:1)",
        "UPDATE | org.apache.solr.client.solrj.impl.CloudSolrClient.directUpdate(C.java:1)",
        "UPDATE | org.apache.solr.client.solrj.SolrClient.commit(S.java:1)",
        "UPDATE | shaded.org.apache.solr.client.solrj.SolrClient.deleteByQuery(S.java:1)",
        "UNKNOWN_IDLE | org.apache.solr.client.solrj.SolrClient.query(S.java:1)",
        "UNKNOWN_IDLE | org.apache.solr.client.solrj.impl.CloudSolrClient.sendRequest(C.java:1)",
        "INDEX_FETCH | org.apache.solr.handler.IndexFetcher.fetchLatestIndex(I.java:1)",
        "INDEX_SENT | org.apache.solr.handler.ReplicationHandler$DirectoryFileStream.write(R.java:1)"
      })
  void identifiesProtocolAndWaiterFromStack(Kind kind, String frame) throws IOException {
    String log =
        "java.util.concurrent.TimeoutException: Idle timeout expired: 30000/30000 ms\n\tat "
            + frame
            + "\nCaused by: java.util.concurrent.TimeoutException: Idle timeout expired: 30000/30000 ms\n";
    assertThat(onlyFault(log).kind()).isEqualTo(kind);
    assertThat(onlyFault(log).lastNumber()).isEqualTo(30_000);
  }

  /** The messages are those of Jetty 9.4 to 12, with frames of their own or of another protocol. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HTTP_2_IDLE | Idle timeout 30000 ms | http2.HTTP2Session.onIdleTimeout",
        "HTTP_2_IDLE | Idle timeout 30000 ms | http2.HTTP2Connection.onIdleExpired",
        "HTTP_1_IDLE | Idle timeout 30000 ms | client.http.HttpConnectionOverHTTP.onIdleExpired",
        "HTTP_1_IDLE | Idle timeout 30000 ms | io.IdleTimeout.checkIdleTimeout",
        "IDLE_TIMEOUT | Idle timeout 30000 ms elapsed | http2.HTTP2Session$StreamTimeouts.onExpired",
        "IDLE_TIMEOUT | Idle timeout 30000 ms elapsed | server.HttpConnection.onFillable",
        "HTTP_2_IDLE | Session idle timeout 30000 ms | http2.HTTP2Connection.onIdleExpired",
        "HTTP_2_IDLE | Session idle timeout 30000 ms | server.HttpConnection.onFillable"
      })
  void identifiesProtocolOfTimeoutFromFrames(Kind kind, String message, String frame)
      throws IOException {
    String log =
        "java.util.concurrent.TimeoutException: "
            + message
            + "\n\tat org.eclipse.jetty."
            + frame
            + "(X.java:1)\n";
    assertThat(onlyFault(log).kind()).isEqualTo(kind);
    String framesFirst =
        "java.io.IOException: failed\n\tat org.eclipse.jetty."
            + frame
            + "(X.java:1)\nCaused by: java.util.concurrent.TimeoutException: "
            + message
            + "\n";
    assertThat(onlyFault(framesFirst).kind()).isEqualTo(kind);
  }

  /** Covers Jetty 12, which has this class in one package per servlet version. */
  @ParameterizedTest
  @ValueSource(strings = {"server", "server.internal", "ee10.servlet"})
  void recognizesUnreadStreamOnEveryJettyVersion(String packageName) throws IOException {
    String log =
        IDLE_TIMEOUT_MESSAGE.formatted(120_000)
            + "\n\tat org.eclipse.jetty."
            + packageName
            + ".HttpOutput.channelWrite(H.java:1)"
            + "\n\tat org.apache.solr.client.solrj.io.stream.TupleStream.writeMap(T.java:1)\n";
    assertThat(onlyFault(log).kind()).isEqualTo(Kind.STREAM_NOT_READ);
  }

  /**
   * The parameters are exceptions as Log4j's JsonLayout, Logback's JsonEncoder and Quarkus write
   * them.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'level':'ERROR','message':'failed','thrown':{'name':'java.io.IOException','message':'%s',"
            + "'extendedStackTrace':[{'class':'%s','method':'%s','file':'H.java','line':1}]}}",
        "{'level':'ERROR','message':'failed','throwable':{'className':'java.io.IOException',"
            + "'message':'%s','stepArray':[{'className':'%s','methodName':'%s'}]}}",
        "{'level':'ERROR','message':'failed','exception':{'refId':1,'exceptionType':'java.io.IO',"
            + "'message':'%s','frames':[{'class':'%s','method':'%s','line':1}]}}",
        "{'level':'ERROR','message':'failed','throwable':{'className':'a.Failed','message':'no',"
            + "'cause':{'className':'java.io.IOException','message':'%s',"
            + "'stepArray':[{'className':'%s','methodName':'%s'}]}}}"
      })
  void readsStackOfJsonObjects(String line) throws IOException {
    String log =
        line.replace('\'', '"')
            .formatted(
                "Idle timeout expired: 30000/30000 ms",
                "org.eclipse.jetty.http2.HTTP2Connection",
                "produce");
    assertThat(onlyFault(log + "\n").kind()).isEqualTo(Kind.HTTP_2_IDLE);
  }

  /** A layout can include the class and method of the logging call. */
  @Test
  void doesNotTakeLoggingCallForStackFrame() throws IOException {
    String line =
        "{\"level\":\"ERROR\",\"class\":\"a.B\",\"method\":\"c\",\"message\":\"java.io.IOException:"
            + " Idle timeout 7 ms elapsed\"}\n";
    assertThat(onlyFault(line).kind()).isEqualTo(Kind.IDLE_TIMEOUT);
  }

  @Test
  void reportsUnknownProtocolForFramesOfBoth() throws IOException {
    assertThat(
            onlyFault(
                    """
                java.util.concurrent.TimeoutException: Idle timeout expired: 1/1 ms
                \tat org.eclipse.jetty.http2.HTTP2Session.onIdle(H.java:1)
                \tat org.eclipse.jetty.server.HttpConnection.onFillable(H.java:1)
                """)
                .kind())
        .isEqualTo(Kind.UNKNOWN_IDLE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NATIVE_THREADS | java.lang.OutOfMemoryError: unable to create new native thread",
        "NATIVE_THREADS | java.lang.OutOfMemoryError: unable to create native thread: possibly out of memory or process/resource limits reached",
        "NATIVE_THREADS | Exception in thread \"q-1\" Exception in thread \"q-2\" java.lang.OutOfMemoryError: unable to create new native thread",
        "CLASS_SPACE | java.lang.OutOfMemoryError: Metaspace",
        "CLASS_SPACE | java.lang.OutOfMemoryError: Compressed class space",
        "ARRAY_SIZE | java.lang.OutOfMemoryError: Requested array size exceeds VM limit",
        "HEAP | java.lang.OutOfMemoryError: Java heap space",
        "HEAP | SEVERE: java.lang.OutOfMemoryError: GC overhead limit exceeded",
        "HEAP | 1TISIGINFO     Dump Event \"systhrow\" (00040000) Detail \"java/lang/OutOfMemoryError\" \"Java heap space\" received",
        "ZOOKEEPER_SILENT | 2023-06-28 09:52:03.814 WARN  (main-SendThread(zk:2181)) [   ] o.a.z.ClientCnxn Client session timed out, have not heard from server in 26680ms for sessionid 0x1",
        "ZOOKEEPER_EXPIRED | 2026-11-29 10:00:00.001 WARN  (zkConnectionManagerCallback-7-thread-1) [   ] o.a.s.c.c.ConnectionManager Our previous ZooKeeper session was expired. Attempting to reconnect to recover relationship with ZooKeeper...",
        "ZOOKEEPER_EXPIRED | org.apache.solr.common.SolrException: Cannot talk to ZooKeeper - Updates are disabled.",
        "ZOOKEEPER_EXPIRED | org.apache.zookeeper.KeeperException$SessionExpiredException: KeeperErrorCode = Session expired for /collections/a/state.json",
        "DISK_FULL | java.io.IOException: No space left on device",
        "NO_CREDIT | java.io.IOException: Timeout waiting for client to increase flow control window to permit stream data to be written",
        "NO_CREDIT | io.helidon.http.http2.Http2Exception: Flow control update wait time-out.",
        "KILLED | Reason:       OOMKilled",
        "HOST_MEMORY | # There is insufficient memory for the Java Runtime Environment to continue.",
        "CRASHED | # A fatal error has been detected by the Java Runtime Environment:",
        "STREAM_LIMIT | java.lang.IllegalStateException: Max local stream count 1000 exceeded",
        "TASK_REJECTED | java.util.concurrent.RejectedExecutionException: Task a.B@1 rejected from java.util.concurrent.ThreadPoolExecutor@2[Running, pool size = 100, active threads = 99, queued tasks = 7, completed tasks = 1713]",
        "THREADS_USED_UP | 2021-11-16 07:57:58.693:WARN:oejs.LowResourceMonitor:s-1: Low Resources: Low on threads: qtp1{STARTED,8<=200<=200,i=0,q=5}"
      })
  void findsExhaustedResourceOfJvm(Kind kind, String line) throws IOException {
    assertThat(onlyFault(line + "\n\tat a.B.c(B.java:1)\n").kind()).isEqualTo(kind);
  }

  /** Covers public reports: Alfresco acs-deployment 490, solr-operator 581, Open Liberty 25279. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NO_LEADER | 2023-06-28 10:15:47.505 ERROR (r-1) [c:a s:shard1] o.a.s.c.RecoveryStrategy Error while trying to recover. core=a:org.apache.solr.common.SolrException: No registered leader was found after waiting for 4000ms , collection: a slice: shard1",
        "NO_LEADER | org.apache.solr.common.SolrException: no servers hosting shard: shard1",
        "UNREACHABLE | java.net.ConnectException: Connection refused (Connection refused)",
        "UNREACHABLE | java.net.UnknownHostException: solr-2: Name or service not known",
        "TLS | javax.net.ssl.SSLException: Unsupported or unrecognized SSL message",
        "TLS | javax.net.ssl.SSLHandshakeException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target",
        "TLS | javax.net.ssl.SSLHandshakeException: Received fatal alert: bad_certificate",
        "NOT_READY | org.apache.solr.common.SolrException: SolrCore is loading",
        "NOT_READY | 2024-01-09 09:00:00.000 ERROR (qtp1-21) [   ] o.a.s.s.HttpSolrCall null:org.apache.solr.common.SolrException: Error processing the request. CoreContainer is either not initialized or shutting down.",
        "WARMING | 2024-01-09 09:00:00.000 WARN  (commitScheduler-1) [c:a s:shard1] o.a.s.c.SolrCore [a_shard1_replica_n1] PERFORMANCE WARNING: Overlapping onDeckSearchers=2",
        "WARMING | org.apache.solr.common.SolrException: Error opening new searcher. exceeded limit of maxWarmingSearchers=2, try again later.",
        "CONNECTION_LOST | java.nio.channels.AsynchronousCloseException"
      })
  void namesRequestThatFailedWithoutHang(Kind kind, String line) throws IOException {
    assertThat(onlyFault(line + "\n\tat a.B.c(B.java:1)\n").kind()).isEqualTo(kind);
  }

  /** The message belongs to the cause, but the frames before it show which protocol timed out. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "OTHER_PROTOCOL_IDLE | org.eclipse.jetty.websocket.core.internal.WebSocketConnection.onIdleExpired",
        "OTHER_PROTOCOL_IDLE | org.eclipse.jetty.http3.HTTP3Session.onIdleTimeout",
        "HTTP_1_IDLE | org.eclipse.jetty.http.HttpGenerator.flushBuffer",
        "UNKNOWN_IDLE | com.example.Main.main"
      })
  void identifiesProtocolFromFramesAroundCause(Kind kind, String frame) throws IOException {
    String log =
        "java.lang.IllegalStateException: closed\n\tat "
            + frame
            + "(X.java:1)\nCaused by: java.util.concurrent.TimeoutException: Idle timeout expired:"
            + " 30001/30000 ms\n\tat org.eclipse.jetty.io.IdleTimeout.idleCheck(I.java:1)\n";
    assertThat(onlyFault(log).kind()).isEqualTo(kind);
    assertThat(onlyFault("2026-11-29 10:00:00.000 ERROR [main] c.a.B - failed\n" + log).kind())
        .isEqualTo(kind);
    String other = "java.lang.Error: y\n\tat com.example.Main.main(M.java:1)\n";
    assertThat(
            onlyFault(
                    "java.lang.Error: x\n\tat "
                        + frame
                        + "(X.java:1)\n"
                        + "a line\n"
                        + log.replace(frame, "com.example.Main.main")
                        + other)
                .kind())
        .isEqualTo(Kind.UNKNOWN_IDLE);
  }

  @Test
  void countsLinesOfKnownMessageAsUsed() throws IOException {
    ReadCounts counts = readCounts("an unknown line\n" + PRINTED_EXCEPTION + "another\n");
    assertThat(counts.usedLines()).isEqualTo(5);
    assertThat(counts.skippedLines()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "java.util.concurrent.TimeoutException: Idle timeout  ms elapsed",
        "java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapse",
        "java.util.concurrent.TimeoutException: Idle timeout ",
        "java.lang.OutOfMemoryError: Cannot reserve a room",
        "java.io.IOException: cancel_stream_error/invalid_rst_stream_frame",
        "java.io.IOException: enhance_your_calm_error/invalid_ping_frame_rate",
        "C"
      })
  void ignoresIncompleteMessages(String line) throws IOException {
    assertThat(readCounts(line + "\n").faults()).isEmpty();
  }

  @Test
  void countsExceptionAndCausesOnceAtPrecedingTime() throws IOException {
    LoggedFault end = onlyFault(PRINTED_EXCEPTION);
    assertThat(end.occurrenceCount()).isEqualTo(1);
    assertThat(end.lastNumber()).isEqualTo(120_000);
    assertThat(end.firstNanos()).isEqualTo(toNanos("2026-11-22T07:25:48.801Z"));
    assertThat(end.lastNanos()).isEqualTo(end.firstNanos());
    assertThat(end.failures()).singleElement().matches(one -> one.shards().contains("shard12"));
  }

  /** Classifies an exception by its cause, although users see the outer exception. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "FAILED_ON_SERVER | --> http://n1/solr: An exception has occurred on the server, refer to server log for details. | Stream.read(S.java:1)",
        "SLOW_REQUEST | Timeout occurred while waiting response from server at: http://n1/solr/books | Http2SolrClient.request(H.java:1)",
        "STALLED_UPLOAD | java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed | org.eclipse.jetty.server.HttpInput.read(H.java:1)",
        "STALLED_UPLOAD | java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed | org.apache.solr.handler.loader.JavabinLoader.load(J.java:1)",
        "STALLED_UPLOAD | java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed | org.eclipse.jetty.client.OutputStreamRequestContent$AsyncOutputStream.write(O.java:1)"
      })
  void classifiesIdleTimeoutByCauseOrContext(Kind kind, String message, String frame)
      throws IOException {
    String log =
        "java.io.IOException: %s\n\tat %s\nCaused by: %s\n\t... 6 more\n"
            .formatted(message, frame, IDLE_TIMEOUT_MESSAGE.formatted(120_000));
    assertThat(onlyFault(log).kind())
        .isEqualTo(kind == Kind.FAILED_ON_SERVER ? Kind.IDLE_TIMEOUT : kind);
  }

  @Test
  void mergesFaultsOfOneKindAndKeepsNewestNumber() throws IOException {
    String later = PRINTED_EXCEPTION.replace("07:25", "09:14").replace("120000", "30000");
    LoggedFault both = onlyFault(PRINTED_EXCEPTION + later);
    assertThat(both.firstNanos()).isEqualTo(toNanos("2026-11-22T07:25:48.801Z"));
    assertThat(both.lastNanos()).isEqualTo(toNanos("2026-11-22T09:14:48.801Z"));
    assertThat(both.lastNumber()).isEqualTo(30_000);
    assertThat(both.occurrenceCount()).isEqualTo(2);
    assertThat(readCounts(later).plus(readCounts(PRINTED_EXCEPTION)).faults())
        .containsExactly(both);
  }

  @Test
  void leavesTimeUnknownIfLogHasNone() throws IOException {
    String undated = PRINTED_EXCEPTION.substring(PRINTED_EXCEPTION.indexOf('\n') + 1);
    assertThat(onlyFault(undated).firstNanos()).isEqualTo(FlowControlEvent.UNKNOWN);
    LoggedFault both = readCounts(undated).plus(readCounts(PRINTED_EXCEPTION)).faults().get(0);
    assertThat(both.firstNanos()).isEqualTo(toNanos("2026-11-22T07:25:48.801Z"));
  }

  @Test
  void groupsShardsFailingWithinTwoSecondsAcrossFiles() throws IOException {
    String message = "java.io.IOException: " + IDLE_TIMEOUT_MESSAGE.formatted(120_000);
    String one = solrLine("07:25:48.900", 10, message) + solrLine("07:25:49.100", 2, message);
    String other = solrLine("07:25:49.200", 1, message) + solrLine("07:26:49.200", 1, message);
    List<SimultaneousFailures> together =
        readCounts(one).plus(readCounts(other)).faults().get(0).failures();
    assertThat(together).hasSize(2);
    assertThat(together.get(0).collection()).isEqualTo("books");
    assertThat(together.get(0).shards()).containsExactly("shard1", "shard2", "shard10");
  }

  @Test
  void limitsFindingsKeptForLongLog() throws IOException {
    String message = IDLE_TIMEOUT_MESSAGE.formatted(120_000);
    String log =
        IntStream.range(0, 5_000)
            .mapToObj(
                i ->
                    solrLine("07:%02d:%02d.000".formatted(i / 60 % 60, i % 60), i % 700, message)
                        + solrLine("09:00:00.000", i, message)
                        + "2026-11-22 07:00:00.000 INFO  (q) [c:books] o.a.s.c.S.Request webapp=/solr"
                        + " path=/stream params={expr=x} status=0 QTime=0\n")
            .collect(Collectors.joining());
    ReadCounts counts = readCounts(log);
    assertThat(counts.textFindings().streamRequests()).hasSizeLessThan(100);
    assertThat(counts.faults().get(0).failures())
        .hasSizeLessThan(100)
        .anyMatch(one -> one.shards().size() == SimultaneousFailures.MAX_SHARDS)
        .allMatch(one -> one.shards().size() <= SimultaneousFailures.MAX_SHARDS);
  }

  @ParameterizedTest
  @CsvSource({
    "[c:books s:shard5 r:core_node48 x:books_shard5_replica_n46 t:127.0.0.1-49], books, shard5",
    "[n:host:8983_solr c:books s:shard5 r:core_node48 x:books_shard5_replica_n46], books, shard5",
    "[books shard5 core_node48 books_shard5_replica_n46], books, shard5",
    "[   x:books], '', books",
    "[   ], '', ''",
    "[n: c: s: r: x: t:], '', ''",
  })
  void readsCollectionAndShardFromDiagnosticContext(String mdc, String collection, String shard) {
    String line =
        "2026-11-22 07:25:48.801 ERROR (qtp1-66) " + mdc + " o.a.s.s.HttpSolrCall 500 Exception";
    assertThat(LoggedShard.of(line)).isEqualTo(new LoggedShard(collection, shard));
  }

  @Test
  void keepsStreamRequestWithShortenedExpression() throws IOException {
    String request =
        "2026-11-22 07:25:48.801 INFO  (q) [c:books s:shard1 x:b] o.a.s.c.S.Request webapp=/solr"
            + " path=/stream params={wt=json&expr=search(books,q%3D\"*:*\","
            + "a".repeat(500)
            + ")&x=y} status=0 QTime=0\n";
    assertThat(readCounts(request).textFindings().streamRequests())
        .singleElement()
        .matches(one -> one.collection().equals("books") && one.mayUseCollection("books"))
        .matches(one -> one.expression().startsWith("search(books,q=\"*:*\",a"))
        .matches(one -> one.expression().length() < 130);
    assertThat(readCounts(request.replace("/stream", "/select")).textFindings().streamRequests())
        .isEmpty();
  }

  @Provide
  Arbitrary<String> garbageLogs() {
    return Arbitraries.oneOf(
            Arbitraries.of(
                ("=>~2>~java.io.IOException: ~Caused by: ~\tat ~\n~\n{~[c:~ s:~x~EXCEPTION\"~"
                        + "\"EXCEPTION\":\"~DEBUG~Idle timeout ~1234567890123456789~/~ ms~"
                        + "cancel_stream_error~ path=/stream params={~expr=~%3~&~}~"
                        + "2026-11-22 07:25:48.801 ERROR ")
                    .split("~", -1)),
            Arbitraries.of(messages().map(one -> one.get()[1] + "\n").toList()),
            Arbitraries.strings().withChars('\u0000', '\u00ff').ofMaxLength(5))
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }

  @Property
  void readsGarbageWithoutUnprintableNames(@ForAll("garbageLogs") String log) throws IOException {
    try (JettyLogReader reader = Golden.reader(log.getBytes(ISO_8859_1))) {
      while (reader.next() != null) {}
      assertThat(reader.counts().faults())
          .allMatch(end -> end.occurrenceCount() > 0 && end.lastNanos() >= end.firstNanos())
          .flatMap(LoggedFault::failures)
          .flatMap(SimultaneousFailures::shards)
          .allMatch(name -> name.matches("[\\w.-]+"));
      assertThat(reader.counts().textFindings().streamRequests())
          .noneMatch(one -> one.expression().chars().anyMatch(Character::isISOControl));
    }
  }
}
