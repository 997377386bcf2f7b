package io.streambench.flow.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.streambench.flow.threads.JvmFindings.LockWait;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests findings about locks, pools and versions in whole dumps of various tools. */
class JvmFindingsTest {
  private static JvmFindings findings(String dump) {
    return lastDump(dump).jvmFindings();
  }

  private static ThreadDump lastDump(String text) {
    List<ThreadDump> dumps = parseDumps(text);
    return dumps.get(dumps.size() - 1);
  }

  private static List<ThreadDump> parseDumps(String text) {
    ThreadDumpTextParser reader = new ThreadDumpTextParser("dump", OptionalLong.empty());
    text.lines().forEach(reader::processLine);
    return reader.dumps();
  }

  private static void assertWaitForEachOther(JvmFindings findings, String one, String other) {
    assertThat(findings.deadlock())
        .extracting(LockWait::thread, LockWait::holder)
        .containsExactly(tuple(one, other), tuple(other, one));
  }

  /** Each thread holds the lock that the other waits for. A and B stand for the locks. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        "one" #1 prio=5 tid=0x1 nid=0x2 waiting on condition
        \tat jdk.internal.misc.Unsafe.park(Native Method)
        \t- parking to wait for  <0xa> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

           Locked ownable synchronizers:
        \t- <0xb> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

        "two" #2 prio=5 tid=0x3 nid=0x4 waiting on condition
        \tat jdk.internal.misc.Unsafe.park(Native Method)
        \t- parking to wait for  <0xb> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

           Locked ownable synchronizers:
        \t- <0xa> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

        """,
        """
        "one" prio=5 Id=1 BLOCKED on java.lang.Object@a owned by "two" Id=2
        \tat Locker.run(Deadlock.java:98)

        "two" prio=5 Id=2 BLOCKED on java.lang.Object@b owned by "one" Id=1
        \tat Locker.run(Deadlock.java:98)

        """,
        """
        2370
        2026-11-26T04:23:51.062734417Z
        25.0.3+9-LTS

        #1 "one" BLOCKED 2026-11-26T04:23:51.1Z
            at Locker.run(Deadlock.java:98)
            - waiting to lock <java.lang.Object@a>
            - locked <java.lang.Object@b>

        #2 "two" BLOCKED 2026-11-26T04:23:51.1Z
            at Locker.run(Deadlock.java:98)
            - locked <java.lang.Object@a>
            - waiting to lock <java.lang.Object@b>

        """,
        """
        Name: one
        State: BLOCKED on java.lang.Object@a owned by: two
        Total blocked: 1  Total waited: 0

        Stack trace:
        Locker.run(Deadlock.java:98)
           - locked java.lang.Object@b

        Name: two
        State: BLOCKED on java.lang.Object@b owned by: one
        Total blocked: 1  Total waited: 0

        Stack trace:
        Locker.run(Deadlock.java:98)
        """,
        """
        "one" id=1 state=BLOCKED
            - waiting to lock <0x0a> (a java.lang.Object)
             owned by two id=2
            at Locker.run(Deadlock.java:98)

        "two" id=2 state=WAITING
            - waiting on <0x0b> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
            - locked <0x0b> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
             owned by one id=1
            at Locker.run(Deadlock.java:98)

        """,
        """
        "one" - Thread t@1
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <a> (a java.lang.Object) owned by "two" t@2

        "two" - Thread t@2
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <b> (a java.lang.Object) owned by "one" t@1

        """,
        """
        "one" - Thread t@1
           java.lang.Thread.State: BLOCKED
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <a> (a java.lang.Object) owned by "two" t@2
        \t- locked <b> (a java.lang.Object)

        "two" - Thread t@2
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <b> (a java.lang.Object) owned by "one" t@1
        \t- locked <a> (a java.lang.Object)

        """
      })
  void findsUnreportedDeadlock(String dump) {
    assertWaitForEachOther(findings(dump), "one", "two");
  }

  /** People often quote only the deadlock report of a dump, without its threads. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        Found one Java-level deadlock:
        =============================
        "one":
          waiting to lock monitor 7f839e82c058 (object 7db0310f0, a java.lang.Object),
          which is held by "two"
        "two":
          waiting for ownable synchronizer 0x00000007db031130, (a java.util.ReentrantLock),
          which is held by "one"

        Java stack information for the threads listed above:
        ===================================================
        "one":
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <7db0310f0> (a java.lang.Object)
        """,
        """
        Found one Java-level deadlock:
        =============================
        "one":
          waiting to lock a monitor that this tool does not know,
          which is held by "two"
        "two":
          waiting to lock monitor 0x7f839b131e60 (object 0x7db031130, a java.util.ReentrantLock),
          which is held by "one"
        """
      })
  void findsDeadlockInReportWithoutThreads(String report) {
    assertWaitForEachOther(findings(report), "one", "two");
    assertThat(findings(report).deadlock().get(0).lock())
        .isIn("7db0310f0 (a java.lang.Object)", "a lock");
    assertThat(findings(report).deadlock().get(1).lock())
        .endsWith("7db031130 (a java.util.ReentrantLock)");
    assertThat(parseDumps("Found one Java-level deadlock:\nwhat does this mean?\n")).isEmpty();
    String cut = report.substring(0, report.indexOf("\"two\":"));
    assertThat(findings(cut).deadlock()).extracting(LockWait::holder).containsExactly("two");
    assertThat(findings(cut.substring(0, cut.indexOf(" waiting"))).deadlock())
        .extracting(LockWait::thread)
        .containsExactly("one");
  }

  @Test
  void findsDeadlocksInJsonDocuments() throws IOException {
    String thread =
        "{\"id\": %d, \"name\": \"%s\", \"state\": \"BLOCKED\", %s, \"stackTrace\":"
            + " [\"a.B.c(B:1)\"]}";
    for (String[] locks :
        new String[][] {
          {
            "\"lock-waiting\": {\"name\": \"A@1\", \"owner\": {\"name\": \"two\", \"id\": 2}}",
            "\"lock-waiting\": {\"name\": \"B@1\", \"owner\": {\"name\": \"one\", \"id\": 1}}"
          },
          {
            "\"lockName\": \"A@1\", \"lockOwnerName\": \"two\", \"lockOwnerId\": 2",
            "\"lockName\": \"B@1\", \"lockOwnerName\": \"one\", \"lockOwnerId\": 1"
          },
          {
            "\"parkBlocker\": {\"object\": \"A@1\", \"owner\": \"2\"}",
            "\"parkBlocker\": {\"object\": \"B@1\", \"owner\": \"1\"}"
          }
        }) {
      String json =
          "{\"threads\": ["
              + String.format(thread, 1, "one", locks[0])
              + ","
              + String.format(thread, 2, "two", locks[1])
              + "]}";
      assertWaitForEachOther(parseDocument(json).get(0).jvmFindings(), "one", "two");
    }
  }

  /** Solr's XML and snake-case JSON have the same fields. */
  @Test
  void findsDeadlockInXmlAndSnakeCaseJson() throws IOException {
    String lists = "";
    String objects = "";
    for (int id = 1; id <= 2; id++) {
      lists +=
          """
          <lst name="thread"><long name="id">%1$d</long><str name="name">t%1$d</str>
          <str name="state">BLOCKED</str><lst name="lock-waiting"><str name="name">A@%1$d</str>
          <lst name="owner"><str name="name">t%2$d</str><long name="id">%2$d</long></lst></lst>
          <arr name="stackTrace"><str>a.B.&lt;init&gt;(B:1)</str></arr></lst>
          """
              .formatted(id, 3 - id);
      objects +=
          (id == 1 ? "[" : ",")
              + """
              {"thread_name": "t%1$d", "thread_id": %1$d, "thread_state": "BLOCKED", "lock_name":
              "A@%1$d", "lock_owner_name": "t%2$d", "lock_owner_id": %2$d, "stack_trace":
              [{"class_name": "a.B", "method_name": "c"}]}
              """
                  .formatted(id, 3 - id);
    }
    String xml =
        "<response><lst name=\"system\"><lst name=\"deadlocks\">%1$s</lst>"
            + "<lst name=\"threadDump\">%1$s</lst></lst></response>";
    for (String text : List.of(xml.formatted(lists), objects + "]")) {
      List<ThreadDump> dumps = parseDocument(text);
      assertThat(dumps).hasSize(1);
      assertWaitForEachOther(dumps.get(0).jvmFindings(), "t1", "t2");
    }
  }

  private static List<ThreadDump> parseDocument(String text) throws IOException {
    InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    return ThreadDumpJsonParser.parse(
            text.startsWith("<") ? DumpConverter.toJson(in) : in, "dump", OptionalLong.empty())
        .dumps();
  }

  /** Tools limit the stack depth. Such stacks lack their first method, and perhaps the reader. */
  @Test
  void treatsStacksOfLimitedDepthAsPartialDump() throws IOException {
    for (String first : List.of("java.base@17/java.lang.Thread.run(T:1)", "a.B.d(B:1)")) {
      String threads = "{\"name\": \"Signal Dispatcher\", \"id\": 9, \"stackTrace\": []}";
      for (int id = 1; id <= 3; id++) {
        threads +=
            ",{\"name\": \"t\", \"id\": %d, \"stackTrace\": [\"a.B.c(B:1)\", \"%s\"]}"
                .formatted(id, first);
      }
      assertThat(
              parseDocument("{\"threads\": [" + threads + "], \"threadCount\": 4}")
                  .get(0)
                  .coverage())
          .isEqualTo(
              first.contains("run") ? ThreadDump.Coverage.PLATFORM : ThreadDump.Coverage.PART);
    }
  }

  /** Jolokia returns several responses in one document. */
  @Test
  void repeatedThreadBeginsNextDump() throws IOException {
    String answer = "{\"value\": [{\"threadName\": \"a\", \"threadId\": 1, \"stackTrace\": []}]}";
    assertThat(parseDocument("[" + answer + "," + answer + "]")).hasSize(2);
  }

  @Test
  void waitingThreadsWithoutStacksMakeDumpPartial() throws IOException {
    StringBuilder threads = new StringBuilder();
    for (int id = 20; id < 40; id++) {
      threads.append(
          ",{\"threadName\": \"qtp1-%1$d\", \"threadId\": %1$d, \"threadState\": \"%2$s\", \"stackTrace\": []}"
              .formatted(id, "WAITING"));
    }
    for (String state : List.of("WAITING", "RUNNABLE")) {
      String main =
          "{\"threadName\": \"Signal Dispatcher\", \"threadId\": 4, \"stackTrace\": []},"
              + "{\"threadName\": \"main\", \"threadId\": 1, \"stackTrace\":"
              + " [\"java.lang.Thread.run(Thread.java:748)\"]}";
      String json = "{\"threads\": [" + main + threads.toString().replace("WAITING", state) + "]}";
      ThreadDump dump = parseDocument(json).get(0);
      assertThat(dump.coverage() == ThreadDump.Coverage.PART).isEqualTo(state.equals("WAITING"));
      assertThat(dump.jvmFindings().busyPools()).isEmpty();
    }
  }

  /** A thread in wait() has released its lock, and a semaphore has no owner. */
  @Test
  void waitingForSignalIsNoDeadlock() {
    JvmFindings whole =
        findings(
            """
            "one" #1 prio=5 tid=0x1 nid=0x2 in Object.wait()
            \tat java.lang.Object.wait(Native Method)
            \t- waiting on <0xa> (a java.lang.Object)
            \tat Locker.run(Deadlock.java:98)
            \t- locked <0xa> (a java.lang.Object)
            \tat Locker.run(Deadlock.java:90)
            \t- waiting to lock <0xb> (a java.lang.Object)

            "two" #2 prio=5 tid=0x3 nid=0x4 waiting for monitor entry
            \tat Locker.run(Deadlock.java:98)
            \t- waiting to lock <0xa> (a java.lang.Object)
            \t- locked <0xb> (a java.lang.Object)
            \t- parking to wait for  <0xc> (a java.util.concurrent.Semaphore$NonfairSync)

            """);
    assertThat(whole.deadlock()).isEmpty();
  }

  @Test
  void timedWaitsAreNoDeadlock() {
    String dump =
        """
        "%1$s" #%2$d prio=5 tid=0x1 nid=0x2 waiting on condition
           java.lang.Thread.State: %5$s (parking)
        \tat jdk.internal.misc.Unsafe.park(Native Method)
        \t- parking to wait for  <0x%3$s> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

           Locked ownable synchronizers:
        \t- <0x%4$s> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

        """;
    String one = dump.formatted("one", 1, "a", "b", "TIMED_WAITING");
    assertThat(findings(one + dump.formatted("two", 2, "b", "a", "WAITING")).deadlock()).isEmpty();
    assertThat(
            findings(one.replace("TIMED_", "") + dump.formatted("two", 2, "b", "a", "WAITING"))
                .deadlock())
        .hasSize(2);
  }

  /** Compiled code does not show which lock a thread in wait() has released. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\t- waiting on <no object reference available>\n"})
  void threadInWaitDoesNotHoldReleasedLock(String waitingOn) {
    String dump =
        """
        "one" #1 prio=5 tid=0x1 nid=0x2 in Object.wait()
           java.lang.Thread.State: TIMED_WAITING (on object monitor)
        \tat java.lang.Object.wait(Native Method)
        %s\tat Locker.run(Deadlock.java:98)
        \t- locked <0xa> (a java.lang.Object)
        \tat Locker.main(Deadlock.java:99)
        \t- locked <0xb> (a java.lang.Object)

        "two" #2 prio=5 tid=0x3 nid=0x4 waiting for monitor entry
           java.lang.Thread.State: BLOCKED (on object monitor)
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <0x%s> (a java.lang.Object)

        """;
    assertThat(findings(dump.formatted(waitingOn, "a")).mostContendedLock().orElseThrow().holder())
        .isEmpty();
    assertThat(findings(dump.formatted(waitingOn, "b")).mostContendedLock().orElseThrow().holder())
        .isEqualTo("one");
  }

  @Test
  void treatsClassInitializationAsLock() {
    StringBuilder dump = new StringBuilder();
    for (int i = 1; i <= 3; i++) {
      dump.append(
          """
          "w-%1$d" #%1$d prio=5 tid=0x1 nid=0x2 in Object.wait()
             java.lang.Thread.State: RUNNABLE
          \tat com.example.Type.<clinit>(Type.java:1)
          \t- waiting on the Class initialization monitor for com.example.Base

          """
              .formatted(i));
    }
    assertThat(findings(dump.toString()).mostContendedLock())
        .hasValueSatisfying(
            lock -> {
              assertThat(lock.lock()).startsWith("com.example.Base");
              assertThat(lock.waitingThreads()).isEqualTo(3);
            });
  }

  /** Jetty has up to four acceptor threads, depending on the number of processors. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "waiting to lock <0xa> (a java.lang.Object)",
        "parking to wait for  <0xa> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)"
      })
  void ignoresLockOfAcceptorThreads(String wait) {
    String dump = "";
    for (int i = 1; i <= 4; i++) {
      dump +=
          """
          "acceptor-%1$d" #%1$d prio=3 tid=0x1 nid=0x2 waiting
          \t- %2$s
          \tat sun.nio.ch.ServerSocketChannelImpl.%3$s(S.java:1)
          \tat org.eclipse.jetty.server.ServerConnector.accept(S.java:1)

          """
              .formatted(i, i == 1 ? "locked <0xa> (a java.lang.Object)" : wait, "accept");
    }
    assertThat(findings(dump).mostContendedLock()).isEmpty();
    assertThat(findings(dump.replace("Impl.accept", "Impl.close")).mostContendedLock()).isPresent();
  }

  @Test
  void mostContendedLockNamesHolderAndLastHolder() {
    StringBuilder dump = new StringBuilder();
    for (int i = 1; i <= 5; i++) {
      dump.append(
          """
          "w-%1$d" #%1$d prio=5 tid=0x1 nid=0x2 waiting for monitor entry
          \tat com.example.Pool.get(Pool.java:1)
          \t- waiting to lock <0x%2$s> (a java.io.PrintStream)
          %3$s
          """
              .formatted(
                  i, i == 1 ? "b" : "a", i == 1 ? "\t- locked <0xa> (a java.lang.Object)\n" : ""));
    }
    dump.append(
        """
        "last" #9 prio=5 tid=0x1 nid=0x2 runnable
        \tat java.io.FileOutputStream.writeBytes(Native Method)
        \tat com.example.Database.read(Database.java:1)
        \t- locked <0xb> (a java.lang.Object)

        """);
    assertThat(findings(dump.toString()).mostContendedLock())
        .hasValueSatisfying(
            lock -> {
              assertThat(lock.lock()).contains("java.io.PrintStream");
              assertThat(lock.waitingThreads()).isEqualTo(4);
              assertThat(lock.holder()).isEqualTo("w-1");
              assertThat(lock.lastHolder()).isEqualTo("last");
              assertThat(lock.activity()).isEqualTo("com.example.Database.read");
            });
  }

  @Test
  void poolIsBusyOnlyIfNoThreadIsIdle() {
    StringBuilder busy = new StringBuilder();
    for (int i = 10; i < 30; i++) {
      busy.append(
          """
          "qtp7-%d" #%d prio=5 tid=0x1 nid=0x2 waiting on condition
          \tat org.eclipse.jetty.server.%s(X.java:1)

          """
              .formatted(i, i, i < 25 ? "HttpOutput.write" : "HttpInput.read"));
    }
    String idle =
        """
        "qtp7-8" #8 prio=5 tid=0x1 nid=0x2 waiting on condition
        \tat org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.idleJobPoll(Q.java:1)

        """;
    assertThat(findings(busy.toString()).busyPools())
        .containsExactly(
            new JvmFindings.BusyPool("qtp7", 20, "org.eclipse.jetty.server.HttpOutput.write", 15));
    assertThat(findings(busy + idle).busyPools()).isEmpty();
  }

  /** Java 8 dumps have no module in a frame, and only jstack has the version in its first line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sun.misc.Unsafe.park(Native Method)",
        "java.lang.Object.wait(Object.java:502)",
        "java.lang.Thread.run(Thread.java:748)"
      })
  void recognizesJava8ByFrames(String frame) {
    ThreadDump dump =
        lastDump("\"one\" #1 prio=5 tid=0x1 nid=0x2 runnable\n\tat " + frame + "\n\n");
    assertThat(dump.javaVersion()).isEqualTo(8);
    assertThat(dump.mayHideVirtualThreads()).isFalse();
  }
}
