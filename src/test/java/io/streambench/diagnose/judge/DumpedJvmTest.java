package io.streambench.diagnose.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.EventReader;
import io.streambench.flow.threads.ThreadDump;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which dumps belong to one JVM, and in which order. */
class DumpedJvmTest {
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final int FIRST_REQUEST = 100;
  private static final int REQUESTS = 20;

  private static final String READS =
      "org.eclipse.jetty.client.util.InputStreamResponseListener$Input.read(I.java:318)";

  @TempDir Path folder;

  /** Parses the dumps in files, in the order of the files. */
  private List<ThreadDump> parseDumps(String... files) throws IOException {
    List<Path> paths = new ArrayList<>();
    for (String text : files) {
      paths.add(Files.writeString(folder.resolve("dump-" + paths.size()), text));
    }
    try (EventReader reader = EventFiles.open(paths)) {
      assertThat(reader.next()).isNull();
      return reader.counts().textFindings().threadDumps();
    }
  }

  /**
   * Formats the threads of a JVM: three threads of the program, and a virtual thread for each
   * request.
   */
  private static String formatThreads(
      int firstRequest, String separator, IntFunction<String> thread) {
    return IntStream.concat(
            IntStream.range(30, 33), IntStream.range(firstRequest, firstRequest + REQUESTS))
        .mapToObj(thread)
        .collect(Collectors.joining(separator));
  }

  private static String formatStack(int number, String separator) {
    return number < FIRST_REQUEST
        ? "a.B.run(B.java:1)"
        : READS + separator + "java.base/java.lang.VirtualThread.run(VirtualThread.java:309)";
  }

  private static String textOfDumpToFile(String time, int firstRequest) {
    return "2370\n"
        + time
        + "\n25.0.3+9-LTS\n\n"
        + formatThreads(
            firstRequest,
            "\n\n",
            number -> "#%1$d \"w-%1$d\"\n    %2$s".formatted(number, formatStack(number, "\n    ")))
        + "\n\n";
  }

  private static String jsonOfDumpToFile(String time, int firstRequest) {
    return """
        {"threadDump": {"processId": "2370", "time": "%s", "runtimeVersion": "25.0.3+9",
        "threadContainers": [{"container": "<root>", "threads": [%s]}]}}
        """
        .formatted(
            time,
            formatThreads(
                firstRequest,
                ",",
                number ->
                    "{\"tid\":\"%1$d\",\"name\":\"w-%1$d\",\"stack\":[\"%2$s\"]}"
                        .formatted(number, formatStack(number, "\",\""))));
  }

  @Test
  void changingVirtualThreadsAreStillTheSameJvm() throws IOException {
    String before = "2026-11-26T04:23:50.734029087Z";
    String after = "2026-11-26T04:24:05.062734417Z";
    int next = FIRST_REQUEST + REQUESTS;
    List<ThreadDump> dumps =
        parseDumps(
            textOfDumpToFile(before, FIRST_REQUEST),
            jsonOfDumpToFile(before, FIRST_REQUEST),
            textOfDumpToFile(after, next),
            jsonOfDumpToFile(after, next));
    List<DumpedJvm> jvms = DumpedJvm.of(dumps, SILENCE);
    assertThat(jvms).singleElement().extracting(DumpedJvm::dumpCount).isEqualTo(4);
    assertThat(jvms.get(0).readers).hasSize(REQUESTS);
  }

  @Test
  void ordersDumpsByTheirPrintedTimes() throws IOException {
    String javacore = javacore("2021/11/30 at 09:21:33:123", READS.replaceFirst("\\(.*", ""));
    String laterJavacore = javacore("2021/11/30 at 09:21:53:123", "a.B.run");
    String file = textOfDumpToFile("2026-11-26T04:23:50.734029087Z", FIRST_REQUEST);
    String laterFile = textOfDumpToFile("2026-11-26T04:24:05.062734417Z", FIRST_REQUEST);
    for (List<ThreadDump> dumps :
        List.of(
            parseDumps(laterJavacore, javacore),
            parseDumps(laterJavacore + javacore),
            parseDumps(laterFile.replace(READS, "a.B.c(B.java:1)"), file),
            parseDumps(laterFile.replace(READS, "a.B.c(B.java:1)") + file))) {
      DumpedJvm jvm = DumpedJvm.of(dumps, SILENCE).get(0);
      assertThat(jvm.dumpCount()).isEqualTo(2);
      assertThat(jvm.newest()).isEqualTo(dumps.get(0));
      assertThat(jvm.formerReaderNames()).isNotEmpty();
    }
  }

  private static String javacore(String date, String method) {
    return """
        0SECTION       TITLE subcomponent dump routine
        1TIDATETIME    Date: %s
        1CIPROCESSID   Process ID: 6820 (0x1AA4)
        2XMPOOLLIVE        Current total number of live threads: 1
        3XMTHREADINFO      "merge-1" J9VMThread:0x00000000021A0800, omrthread_t:0x1, state:CW, prio=5
        3XMTHREADINFO3           Java callstack:
        4XESTACKTRACE                at %s(X.java:1)
        NULL
        """
        .formatted(date, method.replace('.', '/'));
  }
}
