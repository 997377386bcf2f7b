package io.streambench.flow.threads;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/** The forms in which tools write thread dumps, applied to a real dump. */
public enum DumpForms {
  JSTACK(true, jstack -> jstack),
  JCMD(true, jstack -> "2370:\n" + jstack),
  JSTACK_8(
      false,
      jstack ->
          jstack
              .replaceAll(" cpu=\\S+ elapsed=\\S+", "")
              .replaceAll("java\\.base@25\\.0\\.3/", "")
              .replace("(25.0.3+9-LTS mixed", "(25.212-b10 mixed")),
  JSTACK_FORCED(
      false, text("", "Thread {id}: (state = BLOCKED)\n{frames}\n", " - {frame} @bci=0\n")),
  TO_FILE_TEXT_21(
      false,
      text(
          "2370\n2026-11-26T04:23:51.062734417Z\n21.0.6+7-LTS\n\n",
          "#{id} \"{name}\"\n{frames}\n",
          "      {frame}\n")),
  TO_FILE_TEXT_25(
      false,
      text(
          "2370\n2026-11-26T04:23:51.062734417Z\n25.0.3+9-LTS\n\n",
          "#{id} \"{name}\" WAITING 2026-11-26T04:23:51Z\n{frames}\n",
          "    at {frame}\n")),
  TO_FILE_JSON(
      false,
      document(
          """
          {
            "threadDump": {
              "processId": "2370",
              "time": "{time}",
              "runtimeVersion": "25.0.3+9-LTS",
              "threadContainers": [
                {"container": "<root>", "threads": [
          """,
          "{\"tid\": \"{id}\", \"name\": \"{name}\", \"stack\": [\n{frames}]}",
          "\"{frame}\"",
          "]}]}}\n")),
  JAVACORE(
      true,
      text(
          "0SECTION       TITLE subcomponent dump routine\n1CIJAVAVERSION JRE 17 Linux\n",
          """
          3XMTHREADINFO      "{name}" J9VMThread:0x{id}, omrthread_t:0x1, state:CW, prio=5
          3XMCPUTIME               CPU usage total: {cpu} secs, user: 0.1 secs
          3XMTHREADBLOCK     Waiting on: java/lang/Object@0x1 Owned by: <unowned>
          3XMTHREADINFO3           Java callstack:
          {frames}NULL
          """,
          "4XESTACKTRACE                at {frame}\n")),
  SOLR_JSON(true, solr("[\"thread\", ", "", "]")),
  SOLR_JSON_V2(true, solr("[", "", "]")),
  SOLR_JSON_MAP(true, solr("{\"thread\": ", "", "}")),
  SOLR_JSON_ARRMAP(true, solr("[{\"thread\": ", "}", "]")),
  SOLR_JSON_ARRARR(true, solr("[[\"thread\", ", "]", "]")),
  SOLR_JSON_ARRNTV(true, solr("[{\"name\": \"thread\", \"type\": \"map\", \"value\": ", "}", "]")),
  SOLR_XML(
      true,
      text(
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <response>

          <lst name="responseHeader">
            <int name="status">0</int>
          </lst>
          <lst name="system">
            <lst name="threadCount">
              <int name="current">13</int>
            </lst>
            <lst name="threadDump">
          """,
          """
          <lst name="thread">
            <long name="id">{id}</long>
            <str name="name">{name}</str>
            <str name="state">WAITING</str>
            <lst name="lock-waiting">
              <str name="name">java.lang.Object@1</str>
              <null name="owner"/>
            </lst>
            <str name="cpuTime">{cpu}ms</str>
            <arr name="stackTrace">
          {frames}  </arr>
          </lst>
          """,
          "    <str>{class}.{method}(X.java:1)</str>\n",
          "</lst></lst>\n</response>\n")),
  SOLR_ADMIN_UI(
      true,
      text(
          "name\tcpuTime / userTime\n",
          "{name} ({id})\njava.lang.Object@1\n{frames}\t{cpu}00ms\n0.0000ms\n",
          "{class}.{method}\u200b(X.java:1)\n")),
  MISSION_CONTROL(
      false, text("", "{name} [{id}] (WAITING)\n{frames}\n", "   {class}.{method} line: 12\n")),
  JSTACK_MIXED(
      false,
      text(
          "Deadlock Detection:\n\nNo deadlocks found.\n\n",
          "----------------- {id} -----------------\n0x00007f1 pthread_cond_wait + 0xc5\n{frames}",
          "0x00007f2 * {class}.{method}(int) bci:0 line:5 (Interpreted frame)\n")),
  DROPWIZARD(
      false,
      text(
          "",
          "\"{name}\" id={id} state=WAITING\n    - waiting on <0x0a> (a x.Y)\n{frames}\n",
          "    at {frame}\n")),
  ACTUATOR_1_JSON(
      false,
      document(
          "[\n",
          "{\"thread_name\": \"{name}\", \"thread_id\": {id}, \"blocked_count\": 0, \"stack_trace\":"
              + " [\n{frames}]}",
          "{\"method_name\": \"{method}\", \"class_name\": \"{class}\"}",
          "]\n")),
  NUMBERED_JSON(
      false,
      document(
          "{\"Threads\": {\n",
          "\"{id}\": {\"Id\": {id}, \"Name\": \"{name}\", \"Info\": {\"Blocked Count\": 1},"
              + " \"Stack Trace\": [\n{frames}]}",
          "\"{frame}\"",
          "}}\n")),
  ACTUATOR_JSON(
      false,
      document(
          "{\"threads\": [\n",
          "{\"threadName\": \"{name}\", \"threadId\": {id}, \"stackTrace\": [\n{frames}]}",
          "{\"moduleVersion\": \"25.0.3\", \"methodName\": \"{method}\", \"className\":"
              + " \"{class}\"}",
          "]}\n")),
  ACTUATOR_TEXT(
      false,
      text(
          """
          2026-11-26 04:23:49
          Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):

          """,
          "\"{name}\" - Thread t@{id}\n   java.lang.Thread.State: WAITING\n{frames}\n",
          "\tat {frame}\n")),
  ARTHAS(
      false,
      text("", "\"{name}\" Id={id} WAITING on java.lang.Object@1\n{frames}\n", "    at {frame}\n")),
  KARAF(
      false,
      text(
          "Number of threads: 13\n\n",
          "\"{name}\" Id={id} in WAITING on lock=java.lang.Object@1\n{frames}\n",
          "    at {frame}\n")),
  IGNITE(
      false,
      text(
          "Thread dump at 2026/11/26 04:23:49 UTC\n",
          """
          Thread [name="{name}", id={id}, state=WAITING, blockCnt=0, waitCnt=12]
              Lock [object=java.lang.Object@1, ownerName=null, ownerId=-1]
          {frames}
          """,
          "        at {frame}\n")),
  JBOSS_JSON(
      false,
      document(
          "{\"outcome\": \"success\", \"result\": [\n",
          "{\"thread-id\": {id}, \"thread-name\": \"{name}\", \"blocked-count\": 0, \"stack-trace\":"
              + " [\n{frames}]}",
          "{\"class-name\": \"{class}\", \"method-name\": \"{method}\", \"line-number\": 1}",
          "]}\n")),
  JBOSS_CLI(
      false,
      document(
          """
          [standalone@localhost:9990 /] /core-service=platform-mbean/type=threading:dump-all-threads
          {
              "outcome" => "success",
              "result" => [
          """,
          """
                  {
                      "thread-id" => {id}L,
                      "thread-name" => "{name}",
                      "thread-state" => "WAITING",
                      "blocked-time" => -1L,
                      "blocked-count" => 0L,
                      "lock-owner-name" => undefined,
                      "stack-trace" => [
          {frames}            ]
                  }\
          """,
          """
                          {
                              "file-name" => "X.java",
                              "line-number" => -2,
                              "class-name" => "{class}",
                              "method-name" => "{method}",
                              "native-method" => true
                          }\
          """,
          "    ]\n}\n")),
  TO_STRING(false, text("", "Thread[#{id},{name},5,main]\n{frames}\n", "\tat {frame}\n")),
  LEAKED_BY_A_TEST(
      false,
      text(
          "",
          "   1) Thread[id={id}, name={name}, state=WAITING, group=TGRP-SomeTest]\n{frames}",
          "        at app//{frame}\n")),
  LOG4J(
      false,
      text(
          "",
          "\"{name}\" daemon prio=5 tid={id} group=\"main\"\n\tThread state: WAITING\n{frames}",
          "\tat {frame}\n")),
  THREAD_INFO(
      false, text("", "\"{name}\" daemon prio=5 Id={id} WAITING\n{frames}\n", "\tat {frame}\n"));

  private static final Pattern HEADER =
      Pattern.compile("\"(.*)\" #(\\d+) .*cpu=([\\d.]+)ms.*tid=(0x\\w+)");

  /** Whether the form shows the processor time of each thread. */
  public final boolean hasCpu;

  private final Function<String, String> render;

  DumpForms(boolean hasCpu, Function<String, String> render) {
    this.hasCpu = hasCpu;
    this.render = render;
  }

  /**
   * Returns a dump of a real stall.
   *
   * @param dumpName {@code one}, or {@code two} for the dump 16 seconds later
   */
  public static String jstack(String dumpName) {
    try (InputStream in =
        new GZIPInputStream(
            DumpForms.class.getResourceAsStream(
                "/io/streambench/threads/golden/%s.txt.gz".formatted("stall-" + dumpName)))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Converts a dump of jstack to this form. */
  public String of(String jstack) {
    return render.apply(jstack);
  }

  private record ParsedThread(String name, String id, String cpu, List<String> frames) {}

  private static List<ParsedThread> parseThreads(String jstack) {
    List<ParsedThread> threads = new ArrayList<>();
    for (String line : jstack.lines().toList()) {
      Matcher header = HEADER.matcher(line);
      if (header.find()) {
        threads.add(
            new ParsedThread(header.group(1), header.group(2), header.group(3), new ArrayList<>()));
      } else if (line.startsWith("\tat ")) {
        threads.get(threads.size() - 1).frames().add(line.substring(4));
      }
    }
    return threads;
  }

  /**
   * Creates the form of a response from Solr. The first character of {@code before} begins the list
   * of threads.
   */
  private static Function<String, String> solr(String before, String after, String end) {
    return document(
        "{\"responseHeader\": {\"status\": 0},\n\"system\": {\"threadDump\": "
            + before.charAt(0)
            + "\n",
        before.substring(1)
            + """
            {
              "id": {id},
              "name": "{name}",
              "state": "WAITING",
              "lock-waiting": {"name": "java.lang.Object@1", "owner": ""},
              "cpuTime": "{cpu}ms",
              "stackTrace": [{frames}]
            }\
            """
            + after,
        "\n\"{frame}\"",
        end + "}}\n");
  }

  private static Function<String, String> document(
      String begin, String thread, String frame, String end) {
    return jstack -> renderThreads(jstack, begin, thread, frame, ",\n") + end;
  }

  private static Function<String, String> text(
      String begin, String thread, String frame, String end) {
    return jstack -> renderThreads(jstack, begin, thread, frame, "") + end;
  }

  private static Function<String, String> text(String begin, String thread, String frame) {
    return jstack -> renderThreads(jstack, begin, thread, frame, "");
  }

  private static String renderThreads(
      String jstack, String begin, String thread, String frame, String separator) {
    String time = jstack.lines().findFirst().orElseThrow().replace(' ', 'T') + "Z";
    return begin.replace("{time}", time)
        + parseThreads(jstack).stream()
            .map(
                one ->
                    thread
                        .replace("{id}", one.id())
                        .replace("{name}", one.name())
                        .replace("{cpu}", one.cpu())
                        .replace(
                            "{frames}",
                            one.frames().stream()
                                .map(each -> formatFrame(frame, each))
                                .collect(Collectors.joining(separator))))
            .collect(Collectors.joining(separator));
  }

  private static String formatFrame(String template, String frame) {
    String method = frame.substring(0, frame.indexOf('('));
    int dot = method.lastIndexOf('.');
    return template
        .replace("{frame}", frame)
        .replace("{class}", method.substring(0, dot))
        .replace("{method}", method.substring(dot + 1));
  }
}
