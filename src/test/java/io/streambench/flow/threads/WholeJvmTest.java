package io.streambench.flow.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.streambench.flow.threads.WholeJvm.LockWait;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locks, pools and versions of a whole dump, in the forms that tools write. */
class WholeJvmTest {
  private static WholeJvm text(String dump) {
    return dump(dump).whole();
  }

  private static ThreadDump dump(String text) {
    List<ThreadDump> dumps = dumps(text);
    return dumps.get(dumps.size() - 1);
  }

  private static List<ThreadDump> dumps(String text) {
    ThreadDumpTextParser reader = new ThreadDumpTextParser("dump", OptionalLong.empty());
    text.lines().forEach(reader::processLine);
    return reader.dumps();
  }

  private static ThreadDump json(String document) throws IOException {
    return ThreadDumpJsonParser.read(
            new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)),
            "dump",
            OptionalLong.empty())
        .dumps()
        .get(0);
  }

  private static void assertDeadlock(List<LockWait> deadlock) {
    assertThat(deadlock)
        .extracting(LockWait::thread, LockWait::holder)
        .containsExactly(tuple("one", "two"), tuple("two", "one"));
  }

  /** A thread that holds what the other one waits for, and waits for what that holds. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        "%1$s" #%2$d prio=5 tid=0x1 nid=0x2 waiting for monitor entry
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <0x%3$s> (a java.lang.Object)
        \t- locked <0x%6$s> (a java.lang.Object)

        """,
        """
        "%1$s" #%2$d prio=5 tid=0x1 nid=0x2 waiting on condition
        \tat jdk.internal.misc.Unsafe.park(Native Method)
        \t- parking to wait for  <0x%3$s> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

           Locked ownable synchronizers:
        \t- <0x%6$s> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

        """,
        """
        "%1$s" prio=5 Id=%2$d BLOCKED on java.lang.Object@%3$s owned by "%4$s" Id=%5$d
        \tat Locker.run(Deadlock.java:98)

        """,
        """
        "%1$s" ID=%2$d BLOCKED on java.lang.Object@%3$s owned by "%4$s" ID=%5$d
        \tat Locker.run(Deadlock.java:98)

        """,
        """
        "%1$s" - Thread t@%2$d
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <%3$s> (a java.lang.Object) owned by "%4$s" t@%5$d

        """,
        """
        "%1$s" - Thread t@%2$d
           java.lang.Thread.State: BLOCKED
        \tat Locker.run(Deadlock.java:98)
        \t- waiting to lock <%3$s> (a java.lang.Object) owned by "%4$s" t@%5$d
        \t- locked <%6$s> (a java.lang.Object)

        """,
        """
        3XMTHREADINFO      "%1$s" J9VMThread:0x%2$d, state:B, prio=5
        3XMTHREADBLOCK     Blocked on: java/lang/Object@0x%3$S Owned by: "%4$s" (J9VMThread:0x%5$d, java/lang/Thread:0x3)
        4XESTACKTRACE                at Locker.run(Deadlock.java:98)
        """
      })
  void locksThatWaitForEachOtherAreADeadlockAlsoIfNoneIsReported(String thread) {
    String one = thread.formatted("one", 1, "a", "two", 2, "b");
    String two = thread.formatted("two", 2, "b", "one", 1, "a");
    assertDeadlock(text(one + two).deadlock());
  }

  /** What people quote of a dump with a deadlock: its report, without the threads before it. */
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
  void aReportWithoutThreadsIsADeadlockToo(String report) {
    assertDeadlock(text(report).deadlock());
    assertThat(text(report).deadlock().get(0).lock())
        .isIn("7db0310f0 (a java.lang.Object)", "a lock");
    assertThat(text(report).deadlock().get(1).lock())
        .endsWith("7db031130 (a java.util.ReentrantLock)");
    assertThat(dumps("Found one Java-level deadlock:\nwhat does this mean?\n")).isEmpty();
    String cut = report.substring(0, report.indexOf("\"two\":"));
    assertThat(text(cut).deadlock()).extracting(LockWait::holder).containsExactly("two");
    assertThat(text(cut.substring(0, cut.indexOf(" waiting"))).deadlock())
        .extracting(LockWait::thread)
        .containsExactly("one");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"lock-waiting\": {\"name\": \"%3$s@1\", \"owner\": {\"name\": \"%4$s\", \"id\": %5$d}}",
        "\"lockName\": \"%3$s@1\", \"lockOwnerName\": \"%4$s\", \"lockOwnerId\": %5$d",
        "\"parkBlocker\": {\"object\": \"%3$s@1\", \"owner\": \"%5$d\"}"
      })
  void documentsShowTheirDeadlocksAsWell(String lock) throws IOException {
    String thread =
        "{\"id\": %2$d, \"name\": \"%1$s\", \"state\": \"BLOCKED\", \"stackTrace\":"
            + " [\"a.B.c(B:1)\"], "
            + lock
            + "}";
    String one = thread.formatted("one", 1, "A", "two", 2);
    String two = thread.formatted("two", 2, "B", "one", 1);
    assertDeadlock(json("{\"threads\": [" + one + "," + two + "]}").whole().deadlock());
  }

  @Test
  void waitingThreadsWithoutStacksAreNoWholeDumpAndNoBusyPool() throws IOException {
    StringBuilder threads = new StringBuilder();
    for (int id = 20; id < 40; id++) {
      threads.append(
          ",{\"threadName\": \"qtp1-%1$d\", \"threadId\": %1$d, \"threadState\": \"%2$s\", \"stackTrace\": []}"
              .formatted(id, "WAITING"));
    }
    for (String state : List.of("WAITING", "RUNNABLE")) {
      String main =
          "{\"threadName\": \"Signal Dispatcher\", \"threadId\": 4, \"stackTrace\": []},"
              + "{\"threadName\": \"main\", \"threadId\": 1, \"stackTrace\": [\"a.B.c()\"]}";
      String json = "{\"threads\": [" + main + threads.toString().replace("WAITING", state) + "]}";
      ThreadDump dump = json(json);
      assertThat(dump.form() == ThreadDump.Form.PART).isEqualTo(state.equals("WAITING"));
      assertThat(dump.whole().busyPools()).isEmpty();
    }
  }

  /** A thread in wait() has given its lock back, and a semaphore has no owner. */
  @Test
  void waitingForASignalIsNoDeadlock() {
    WholeJvm whole =
        text(
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
  void threadsThatStopWaitingAfterATimeAreNoDeadlock() {
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
    assertThat(text(one + dump.formatted("two", 2, "b", "a", "WAITING")).deadlock()).isEmpty();
    assertThat(
            text(one.replace("TIMED_", "") + dump.formatted("two", 2, "b", "a", "WAITING"))
                .deadlock())
        .hasSize(2);
  }

  /** Compiled code does not show which lock a thread in wait() has given back. */
  @ParameterizedTest
  @ValueSource(strings = {"", "\t- waiting on <no object reference available>\n"})
  void aLockThatWasGivenBackIsHeldByNobodyOrByAnother(String waitingOn) {
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
    assertThat(text(dump.formatted(waitingOn, "a")).contended().orElseThrow().holder()).isEmpty();
    assertThat(text(dump.formatted(waitingOn, "b")).contended().orElseThrow().holder())
        .isEqualTo("one");
  }

  @Test
  void threadsThatWaitForTheInitializationOfAClassWaitForALock() {
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
    assertThat(text(dump.toString()).contended())
        .hasValueSatisfying(
            lock -> {
              assertThat(lock.lock()).startsWith("com.example.Base");
              assertThat(lock.waiting()).isEqualTo(3);
            });
  }

  @Test
  void ifTheHolderOfALockWaitsForAnotherThatThreadIsNamedToo() {
    StringBuilder dump = new StringBuilder();
    for (int i = 1; i <= 5; i++) {
      dump.append(
          """
          "w-%1$d" #%1$d prio=5 tid=0x1 nid=0x2 waiting for monitor entry
          \tat com.example.Pool.get(Pool.java:1)
          \t- waiting to lock <0x%2$s> (a java.lang.Object)
          %3$s
          """
              .formatted(
                  i, i == 1 ? "b" : "a", i == 1 ? "\t- locked <0xa> (a java.lang.Object)\n" : ""));
    }
    dump.append(
        """
        "last" #9 prio=5 tid=0x1 nid=0x2 runnable
        \tat com.example.Database.read(Database.java:1)
        \t- locked <0xb> (a java.lang.Object)

        """);
    assertThat(text(dump.toString()).contended())
        .hasValueSatisfying(
            lock -> {
              assertThat(lock.holder()).isEqualTo("w-1");
              assertThat(lock.lastHolder()).isEqualTo("last");
              assertThat(lock.activity()).isEqualTo("com.example.Database.read");
            });
  }

  @Test
  void theLockForWhichMostWaitNamesItsHolderAndWhatThatDoes() {
    StringBuilder dump = new StringBuilder();
    for (int i = 10; i < 22; i++) {
      dump.append(
          """
          "worker" #%d prio=5 tid=0x1 nid=0x2 waiting for monitor entry
          \tat java.io.PrintStream.write(PrintStream.java:695)
          \t- waiting to lock <0xa> (a java.io.PrintStream)

          """
              .formatted(i));
    }
    dump.append(
        """
        "worker" #9 prio=5 tid=0x1 nid=0x2 runnable
        \tat java.io.FileOutputStream.writeBytes(Native Method)
        \t- locked <0xa> (a java.io.PrintStream)
        \tat com.example.Log.out(Log.java:4)

        """);
    assertThat(text(dump.toString()).contended())
        .hasValueSatisfying(
            lock -> {
              assertThat(lock.waiting()).isEqualTo(12);
              assertThat(lock.holder()).isEqualTo("worker");
              assertThat(lock.activity()).isEqualTo("com.example.Log.out");
              assertThat(lock.lock()).contains("java.io.PrintStream");
            });
  }

  @Test
  void aPoolIsUsedUpOnlyIfNoThreadOfItIsIdle() {
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
    assertThat(text(busy.toString()).busyPools())
        .containsExactly(
            new WholeJvm.BusyPool("qtp7", 20, "org.eclipse.jetty.server.HttpOutput.write", 15));
    assertThat(text(busy + idle).busyPools()).isEmpty();
  }

  /** Its dumps have no module in a frame, and only jstack has the version in its first line. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "sun.misc.Unsafe.park(Native Method)",
        "java.lang.Object.wait(Object.java:502)",
        "java.lang.Thread.run(Thread.java:748)"
      })
  void java8IsKnownByItsFrames(String frame) {
    ThreadDump dump = dump("\"one\" #1 prio=5 tid=0x1 nid=0x2 runnable\n\tat " + frame + "\n\n");
    assertThat(dump.java()).isEqualTo(8);
    assertThat(dump.mayHideVirtualThreads()).isFalse();
  }
}
