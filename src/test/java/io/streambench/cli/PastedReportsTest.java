package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests reports of programs other than Solr: the advice must fit these programs. */
class PastedReportsTest {
  private static final String HEADER =
      """
      Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

      "VM Thread" os_prio=0 tid=0x1 runnable

      """;

  private final Verb verb = new Verb("analyze");
  @TempDir Path folder;

  private JsonNode analyze(String text) throws IOException {
    return verb.json(0, writeFile(text));
  }

  private String writeFile(String text) throws IOException {
    return Files.writeString(folder.resolve("pasted"), text).toString();
  }

  private static String threadText(int number, String... frames) {
    return "\"w-%1$d\" #%1$d prio=5 os_prio=0 cpu=9.10ms elapsed=80.00s tid=0x00007f%1$d nid=0x%1$d\n"
            .formatted(number)
        + "\tat "
        + String.join("(X.java:1)\n\tat ", frames)
        + "(X.java:1)\n\n";
  }

  /** Covers stacks whose Jetty frames are cut off or missing. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "java.util.concurrent.TimeoutException: Total timeout 10000 ms elapsed | io.a.b.Http.get",
        "java.lang.OutOfMemoryError: Direct buffer memory | org.apache.kafka.common.Network.read",
        "java.io.IOException: Received RST_STREAM: Stream cancelled | jdk.internal.net.http.A.read"
      })
  void stackWithoutSolrGetsNoSolrAdvice(String exception, String frame) throws IOException {
    JsonNode answer = analyze(exception + "\n\tat " + frame + "(X.java:1)\n");
    assertThat(answer.get("verdict").asText()).isEqualTo("POSSIBLE");
    assertThat(answer.get("next") + " " + answer.get("advice")).doesNotContainIgnoringCase("solr");
  }

  /**
   * The parameters are frames of a thread, an expected part of the report, and a text that the next
   * steps must not contain.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # nothing of a window
          java.lang.Object.wait okhttp3.internal.http2.Http2Stream.waitForIo okhttp3.internal.http2.Http2Stream.takeHeaders | 1 thread waiting for response headers | HTTP/1.1
          java.lang.Object.wait okhttp3.internal.http2.Http2Stream.waitForIo okhttp3.internal.http2.Http2Stream.takeHeaders | POSSIBLE | attach PID
          # the name of SolrJ's client on the JDK's is not in the stack of a thread that reads
          jdk.internal.net.http.ResponseSubscribers$HttpResponseInputStream.read org.apache.solr.client.solrj.io.stream.SolrStream.read | attach sees no window of the JDK's client | attach PID
          # one dump does not show whether permits are lost
          java.util.concurrent.Semaphore.acquire org.apache.solr.client.solrj.impl.Http2SolrClient$AsyncTracker.register | If proven: Restart |
          # other servers block for credit, too
          java.lang.Object.wait org.apache.coyote.http2.Stream.reserveWindowSize org.apache.coyote.http2.Stream$StreamOutputBuffer.flush | 1 thread sending answers |
          """)
  void recognizesReasonForWaitOfThread(String frames, String expectedText, String unexpectedText)
      throws IOException {
    JsonNode answer = analyze(HEADER + threadText(31, frames.split(" ")));
    assertThat(answer.get("verdict").asText()).isEqualTo("POSSIBLE");
    assertThat(answer.toString()).contains(expectedText);
    assertThat(unexpectedText != null && answer.get("next").toString().contains(unexpectedText))
        .isFalse();
  }

  @Test
  void advisesHeapDumpForJettyClientsOnly() throws IOException {
    String jdk = threadText(31, "java.util.X.get", "jdk.internal.net.http.HttpClientImpl.send");
    String jetty = threadText(32, "java.util.X.get", "org.eclipse.jetty.client.HttpRequest.send");
    assertThat(analyze(HEADER + jdk).get("next").toString()).doesNotContain("attach PID");
    assertThat(analyze(HEADER + jdk + jetty).get("next").toString()).contains("attach PID");
    String timeout =
        """
        java.util.concurrent.TimeoutException: Total timeout 7 ms elapsed
        \tat org.eclipse.jetty.client.HttpRequest.send(H.java:1)

        """;
    assertThat(analyze(timeout + HEADER + jdk).get("next").toString()).contains("attach PID");
    String reset =
        """
        java.io.IOException: Received RST_STREAM: Stream cancelled
        \tat jdk.internal.net.http.Stream.handleReset(S.java:1)
        """;
    assertThat(analyze(reset).get("next").toString()).doesNotContain("attach PID");
  }

  /** Covers stacks from Jetty issue 6646 and Open Liberty issue 24167. */
  @Test
  void readsStackWithoutFirstLineOfThread() throws IOException {
    String jetty =
        """
        All the server threads are stuck in the below mentioned state:

        java.lang.Thread.State: WAITING
        at sun.misc.Unsafe.park(Native Method)
        at org.eclipse.jetty.util.SharedBlockingCallback$Blocker.block(SharedBlockingCallback.java:241)
        at org.eclipse.jetty.server.HttpOutput.channelWrite(HttpOutput.java:270)
        """;
    assertThat(analyze(jetty).toString()).contains("1 thread sending answers");
    assertThat(analyze(jetty + "\n" + jetty).toString()).contains("2 threads sending answers");
    String openJ9 =
        """
        3XMTHREADINFO3           Java callstack:
        4XESTACKTRACE                at java/util/concurrent/CountDownLatch.await(CountDownLatch.java:230)
        4XESTACKTRACE                at com/ibm/ws/http/channel/h2internal/H2StreamProcessor.writeDataSync(H.java:1)
        """;
    assertThat(analyze(openJ9).toString()).contains("1 thread sending answers");
    assertThat(analyze(openJ9 + openJ9).toString()).contains("2 threads sending answers");
  }

  @Test
  void reportsDeadlockBeforeReader() throws IOException {
    String deadlock =
        """
        Found one Java-level deadlock:
        =============================
        "a":
          waiting to lock monitor 0x7f1 (object 0xa, a java.lang.Object),
          which is held by "b"
        "b":
          waiting to lock monitor 0x7f2 (object 0xb, a java.lang.Object),
          which is held by "a"

        """;
    String reader = threadText(31, "java.util.X.get", "org.eclipse.jetty.client.HttpRequest.send");
    assertThat(analyze(deadlock + HEADER + reader).get("reason").asText())
        .startsWith("pasted: another hang, a deadlock: ");
  }

  /** Omits the advice to attach, which shows windows but not why a pool is exhausted. */
  @Test
  void advisesNoHeapDumpForPoolWaitingForDatabase() throws IOException {
    StringBuilder dump = new StringBuilder(HEADER);
    for (int number = 30; number < 50; number++) {
      dump.append(
          threadText(
              number,
              "com.zaxxer.hikari.util.ConcurrentBag.borrow",
              "org.eclipse.jetty.server.Server.handle",
              "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run"));
    }
    JsonNode answer = analyze(dump.toString());
    assertThat(answer.get("verdict").asText()).isEqualTo("POSSIBLE");
    assertThat(answer.toString()).contains("20 of them are in com.zaxxer.hikari");
    assertThat(answer.get("next").get(0).asText()).contains("why these threads wait");
    assertThat(answer.get("next").toString()).doesNotContain("attach PID");
  }

  @Test
  void namesExhaustedTomcatPool() throws IOException {
    StringBuilder dump = new StringBuilder(HEADER);
    for (int number = 30; number < 50; number++) {
      String frames =
          threadText(number, "com.zaxxer.hikari.util.ConcurrentBag.borrow", "java.lang.Thread.run");
      dump.append(frames.replace("\"w-", "\"http-nio-8080-exec-"));
    }
    assertThat(analyze(dump.toString()).toString())
        .contains(
            "all 20 threads of pool http-nio-8080-exec", "20 of them are in com.zaxxer.hikari")
        .doesNotContain("attach PID");
    String idle =
        threadText(60, "java.util.X.take", "java.util.concurrent.ThreadPoolExecutor.getTask");
    dump.append(idle.replace("\"w-", "\"http-nio-8080-exec-"));
    assertThat(analyze(dump.toString()).get("verdict").asText()).isEqualTo("NO_STALL");
  }

  /** JConsole shows one thread at a time. */
  @Test
  void readsThreadOfJConsole() throws IOException {
    String thread =
        """
        Name: CloudSolrStream-4-thread-1
        State: WAITING on java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject@1f3b
        Total blocked: 3  Total waited: 611

        Stack trace:
        java.base@17.0.9/jdk.internal.misc.Unsafe.park(Native Method)
        org.eclipse.jetty.client.util.InputStreamResponseListener$Input.read(I.java:318)
        org.apache.solr.client.solrj.io.stream.SolrStream.read(SolrStream.java:251)
        """;
    JsonNode answer = analyze(thread);
    assertThat(answer.get("verdict").asText()).isEqualTo("POSSIBLE");
    assertThat(answer.get("reason").asText())
        .contains("\"CloudSolrStream-4-thread-1\" waits for the next document");
  }

  /** Covers Markdown, Jira, and mail programs that link text that looks like a host name. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "```%s```",
        "{noformat}%s{noformat}",
        "{code:java}%s{code}",
        "%s solrj.io <http://solrj.io/>",
        "%s solrj.io <https://solrj.io>",
        "%s solrj.io<http://solrj.io>",
        "%s solrj.io.stream<http://org.apache.solr.client.solrj.io.stream/>"
      })
  void ignoresMarkupAndLinks(String marked) throws IOException {
    String stack =
        threadText(
                31,
                "org.eclipse.jetty.client.util.InputStreamResponseListener.get",
                "org.apache.solr.client.solrj.io.stream.SolrStream.open")
            .stripTrailing();
    String[] parts = marked.split(" ", 2);
    String name = parts.length < 2 ? "" : parts[1].replaceFirst(" ?<.*", "");
    assertThat(
            analyze(parts[0].formatted(name.isEmpty() ? stack : stack.replace(name, parts[1])))
                .get("reason")
                .asText())
        .startsWith("thread \"w-31\" works on a Solr stream");
  }

  /** Without these warnings, the dumps of one node would seem complete. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html>\n<head>\n<title>Error 401 Authentication required</title>\n</head>\n</html>\n",
        "curl: (28) Operation timed out after 10001 milliseconds with 0 bytes received\n",
        "{\"responseHeader\":{\"status\":403},\"error\":{\"msg\":\"Unauthorized\",\"code\":403}}\n"
      })
  void warnsAboutErrorInsteadOfDump(String error) throws IOException {
    String one = Files.writeString(folder.resolve("node2-one"), error).toString();
    String two = Files.writeString(folder.resolve("node2-two"), error).toString();
    String idle = writeFile(HEADER + threadText(31, "com.example.Main.main"));
    assertThat(verb.json(0, idle, one, two).get("warnings").toString())
        .contains("node2-one is not read", "node2-two is not read");
  }

  /** Covers texts that resemble the first line of a thread. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Name: solr-0\nNamespace: search\nState: Running\n",
        "Name: node1\nState: ACTIVE\n",
        "Recipients (2)\nsomebody\n",
        "\"solr-1\" BLOCKED by the firewall\n\tat home (2)\n",
        "Thread[main] is a thread\nThread Name: see above\n",
        "Thread[main,5,main]\njava.lang.IllegalStateException: x\n\tat a.B.c(B.java:1)\n",
        "Listeners (2)\ncom.example.Listener@1f3b\ncom.example.Listener@2f3b\n",
        "---------- 2 ----------\nfoo\n",
        "Thread 2 (LWP 2371):\n#0  0x00007f1c in poll () from libc.so\n",
        "Thread 12 (Thread 0x7f1c2c0b1700 (LWP 2371)):\n#0  0x00007f1c in poll () from libc.so\n"
      })
  void doesNotMistakeTextsForThreads(String text) throws IOException {
    assertThat(verb.run(writeFile(text))).isEqualTo(2);
  }

  /** Dumps of Java 7 have no thread numbers, and names may be repeated. */
  @Test
  void readsOldDumpWithRepeatedNamesAsOneDump() throws IOException {
    String dump = "Full thread dump Java HotSpot(TM) 64-Bit Server VM (24.45-b08 mixed mode):\n\n";
    for (int number = 1; number <= 3; number++) {
      dump +=
          "\"pool-1-thread-1\" prio=10 tid=0x00007f340000000%d nid=0x1%1$d waiting on condition\n"
                  .formatted(number)
              + "\tat sun.misc.Unsafe.park(Native Method)\n\tat java.lang.Thread.run(T.java:7)\n\n";
    }
    JsonNode answer =
        analyze(dump + "\"VM Thread\" prio=10 tid=0x00007f3400000009 nid=0x9 runnable\n\n");
    assertThat(answer.get("jvms")).hasSize(1);
    assertThat(answer.get("jvms").get(0).get("dumps").asInt()).isEqualTo(1);
    assertThat(answer.get("verdict").asText()).isEqualTo("NO_STALL");
  }

  @Test
  void dumpWithoutStacksYieldsPossible() throws IOException {
    assertThat(
            analyze(HEADER + "\"C2 CompilerThread0\" #5 daemon prio=9 tid=0x1 nid=0x2 runnable\n\n")
                .get("verdict")
                .asText())
        .isEqualTo("POSSIBLE");
  }

  /** A truncated or manually shortened javacore has fewer threads than it states. */
  @Test
  void incompleteJavacoreYieldsPossible() throws IOException {
    String threads =
        """
        0SECTION       TITLE subcomponent dump routine
        1CIJAVAVERSION JRE 17 Linux
        0SECTION       THREADS subcomponent dump routine
        2XMPOOLLIVE        Current total number of live threads: %d
        3XMTHREADINFO      "w-1" J9VMThread:0x1, omrthread_t:0x1, state:CW, prio=5
        3XMTHREADINFO3           Java callstack:
        4XESTACKTRACE                at com/example/Work.run(Work.java:85)
        NULL
        """;
    String section = "0SECTION       CLASSES subcomponent dump routine\n";
    String uncounted = threads.replaceFirst("2XM.*\n", "");
    for (String part : List.of(threads.formatted(2), threads.formatted(2) + section, uncounted)) {
      assertThat(analyze(part).get("verdict").asText()).isEqualTo("POSSIBLE");
    }
    assertThat(analyze(threads.formatted(1) + section).get("verdict").asText())
        .isEqualTo("NO_STALL");
  }

  /**
   * Covers dumpAllThreads of JMX, which returns a list, and Jolokia, which returns the list in
   * "value".
   */
  @Test
  void readsListOfThreads() throws IOException {
    String thread =
        "[{\"threadName\": \"r\", \"threadId\": 33, \"threadState\": \"WAITING\", \"stackTrace\":"
            + " [{\"methodName\": \"read\", \"className\":"
            + " \"org.eclipse.jetty.client.util.InputStreamResponseListener$Input\"}]}]";
    for (String list : new String[] {thread, "{\"request\": {}, \"value\": " + thread + "}"}) {
      assertThat(analyze(list).get("reason").asText())
          .startsWith("thread \"r\" waits for the data of an answer");
    }
  }

  /**
   * Covers log services, Lucene's test runner, Hadoop, Tomcat, Android, VisualVM, Spark, rsyslog, a
   * wrapped mail, names and states as programs print them, and threads of a heap dump.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "  2> \"r\" ID=33 WAITING on java.lang.Object@1\n  2> \tat %s\n  2> \n",
        """
        Thread 33 (r):
          State: WAITING
          Blocked count: 0
          Waited count: 1
          Waiting on java.lang.Object@69d6a7cd
          Stack:
            %s
        Thread 34 (x):
          State: RUNNABLE
        """,
        """
        "r" prio=5 tid=33 Waiting
          | group="main" sCount=1
          | held mutexes=
          native: #00 pc 0
          at %s

        """,
        "\"r\"\n   java.lang.Thread.State: WAITING\n\tat %s\n\n",
        "[{\"threadName\": \"r\", \"threadId\": 33, \"stackTrace\": \"a.B.c(B.java:1)\\n%s\"}]",
        """
        "r" prio=0 tid=0x0 nid=0x0 runnable
        	at a.B.c(B.java:1)

        "r" prio=0 tid=0x0 nid=0x0 runnable
        	at %s

        """,
        "{\"responseHeader\":{},\"system\":{\"threadDump\":{\"thread\":{\"name\":\"r\",\"id\":1,"
            + "\"stackTrace\":[\"%s\"]}}}}",
        "{\"responseHeader\":{},\"system\":{\"threadDump\":[{\"thread\":{\"name\":\"r\",\"id\":1,"
            + "\"stackTrace\":[\"%s\"]}}]}}",
        "{\"node\": \"n\", \"threadDump\": \"\\\"r\\\" #33 prio=5\\n\\tat %s\\n\"}",
        "{\"result\": {\"_raw\": \"\\\"r\\\" #33 prio=5\\n\\tat %s\\n\"}}",
        "{\"attributes\": {\"message\": \"\\\"r\\\" #33 prio=5\\n\\tat %s\\n\"}}",
        "{\"body\": {\"stringValue\": \"\\\"r\\\" #33 prio=5\\n\\tat %s\\n\"}}",
        """
        "r" Id=33 cpu=1 ns usr=1 ns blocked 1 for -1 ms waited 3 for -1 ms
           java.lang.Thread.State: WAITING
        	locks java.util.A@3d0f4dd5
        	at %s

        """,
        "<13>Mar  1 10:00:10 h solr[8]: \"r\" #33 prio=5 tid=0x1\n<13>Mar  1 10:00:10 h solr[8]: #011at %s\n",
        "> \"r\"\n> #33 daemon prio=5 tid=0x1\n> \tat %s\n> \n",
        "\"r\" WAITING\n\tat %s\n\n",
        "\"r\" [TIMED_WAITING]\n    at %s\n\n",
        "Thread Name: r\nThread State: WAITING\n  at %s\n",
        "Thread[r,5,main]\n\tat %s\n",
        "VirtualThread[#33,r]/waiting\n\tat %s\n",
        """
        "r" daemon prio=5 tid=33 WAITING
            at a.B.c(B.java:1)
               local variable: java.lang.Object#7
            at %s
        """
      })
  void namesReaderInLessCommonDumps(String dump) throws IOException {
    String frame = "org.eclipse.jetty.client.util.InputStreamResponseListener$Input.read(X.java:1)";
    assertThat(analyze(dump.formatted(frame)).get("reason").asText())
        .startsWith("thread \"r\" waits for the data of an answer");
    assertThat(verb.run(writeFile("\"r\"\n\"r\"\nno dump\n\"r\"\n"))).isEqualTo(2);
  }

  @Test
  void readsThreadsOfJRockit() throws IOException {
    String thread = "\"Main Thread\" id=1 idx=0x4 tid=4000 prio=5 alive, native_blocked\n";
    JsonNode answer =
        analyze("===== FULL THREAD DUMP ====\n" + thread + "    at a/B.c(Native Method)\n\n");
    assertThat(answer.get("verdict").asText()).isEqualTo("POSSIBLE");
    assertThat(answer.get("jvms").get(0).get("dumps").asInt()).isEqualTo(1);
  }

  /** OpenJ9 writes a javacore when memory is exhausted, and names the error in its first lines. */
  @Test
  void namesErrorThatTriggeredJavacore() throws IOException {
    JsonNode answer =
        analyze(
            """
            0SECTION       TITLE subcomponent dump routine
            1TISIGINFO     Dump Event "systhrow" (00040000) Detail "java/lang/OutOfMemoryError" "Java heap space" received
            0SECTION       THREADS subcomponent dump routine
            3XMTHREADINFO      "w-1" J9VMThread:0x1, omrthread_t:0x1, state:CW, prio=5
            3XMTHREADINFO3           Java callstack:
            4XESTACKTRACE                at com/example/Work.run(Work.java:85)
            NULL
            """);
    assertThat(answer.toString()).contains("OutOfMemoryError: Java heap space");
    assertThat(answer.get("next").toString()).doesNotContain("merge");
  }

  /** Covers messages that begin with the process ID. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Created /tmp/threads.json\n",
        "com.sun.tools.attach.AttachNotSupportedException: Unable to open socket file\n\tat a.B(B)\n"
      })
  void quotesMessageOfJcmd(String message) throws IOException {
    assertThat(verb.run(writeFile("2370:\n" + message))).isEqualTo(2);
    assertThat(verb.errorOutput()).contains(message.lines().findFirst().orElseThrow());
  }

  @Test
  void stateWithoutFramesDoesNotHideLoggedTimeout() throws IOException {
    String timeout =
        "2026-11-21 09:50:00.123 ERROR (qtp1-22) [c:a s:shard1] o.a.s.h.R"
            + " java.util.concurrent.TimeoutException: Idle timeout 120000 ms elapsed\n";
    JsonNode answer = analyze(timeout);
    assertThat(analyze(timeout + "java.lang.Thread.State: RUNNABLE\n").get("next"))
        .isEqualTo(answer.get("next"));
  }

  @Test
  void doesNotMistakeExceptionForJstackFailure() throws IOException {
    assertThat(
            verb.run(
                writeFile("Exception in thread \"main\" java.io.IOException: unexpected frame\n")))
        .isEqualTo(2);
    assertThat(verb.errorOutput()).contains("unexpected frame").doesNotContain("run jstack");
  }
}
