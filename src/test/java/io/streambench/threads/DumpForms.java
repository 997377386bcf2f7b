package io.streambench.threads;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/** One real thread dump in all forms that tools write. */
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
      false,
      jstack ->
          rendered(
              jstack, thread -> "Thread " + thread.id + ": (state = BLOCKED)\n", " - %s @bci=0")),
  TO_FILE_TEXT_21(
      false,
      jstack ->
          "2370\n2026-11-26T04:23:51.062734417Z\n21.0.6+7-LTS\n\n"
              + rendered(
                  jstack, thread -> "#" + thread.id + " \"" + thread.name + "\"\n", "      %s")),
  TO_FILE_TEXT_25(
      false,
      jstack ->
          "2370\n2026-11-26T04:23:51.062734417Z\n25.0.3+9-LTS\n\n"
              + rendered(
                  jstack,
                  thread ->
                      "#" + thread.id + " \"" + thread.name + "\" WAITING 2026-11-26T04:23:51Z\n",
                  "    at %s")),
  TO_FILE_JSON(
      false,
      jstack ->
          json(
              Map.of(
                  "threadDump",
                  ordered(
                      "processId",
                      "2370",
                      "time",
                      time(jstack),
                      "runtimeVersion",
                      "25.0.3+9-LTS",
                      "threadContainers",
                      List.of(
                          ordered(
                              "container",
                              "<root>",
                              "threads",
                              threads(
                                  jstack,
                                  thread ->
                                      ordered(
                                          "tid", thread.id,
                                          "name", thread.name,
                                          "stack", thread.frames)))))))),
  SOLR_JSON(true, jstack -> json(solr(jstack, true))),
  SOLR_JSON_V2(true, jstack -> json(solr(jstack, false))),
  SOLR_XML(true, DumpForms::xml),
  ACTUATOR_JSON(
      false,
      jstack ->
          json(
              Map.of(
                  "threads",
                  threads(
                      jstack,
                      thread ->
                          ordered(
                              "threadName", thread.name,
                              "threadId", Long.parseLong(thread.id),
                              "stackTrace", elements(thread)))))),
  ACTUATOR_TEXT(
      false,
      jstack ->
          "2026-11-26 04:23:49\nFull thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode):\n\n"
              + rendered(
                  jstack,
                  thread ->
                      "\""
                          + thread.name
                          + "\" - Thread t@"
                          + thread.id
                          + "\n   java.lang.Thread.State: WAITING\n",
                  "\tat %s")),
  ARTHAS(
      false,
      jstack ->
          rendered(
              jstack,
              thread ->
                  "\"" + thread.name + "\" Id=" + thread.id + " WAITING on java.lang.Object@1\n",
              "    at %s")),
  THREAD_INFO(
      false,
      jstack ->
          rendered(
              jstack,
              thread -> "\"" + thread.name + "\" daemon prio=5 Id=" + thread.id + " WAITING\n",
              "\tat %s")),
  JAVACORE(
      true,
      jstack ->
          "1TIDATETIME    Date: 2026/11/26 at "
              + time(jstack).substring(11, 19)
              + ":101\n1CIJAVAVERSION JRE 17 Linux amd64-64\n"
              + rendered(
                  jstack,
                  thread ->
                      "3XMTHREADINFO      \""
                          + thread.name
                          + "\" J9VMThread:0x0000, omrthread_t:0x0000, java/lang/Thread:0x0000, state:P,"
                          + " prio=5\n3XMJAVALTHREAD            (java/lang/Thread getId:0x"
                          + Long.toHexString(Long.parseLong(thread.id))
                          + ", isDaemon:true)\n3XMCPUTIME               CPU usage total: "
                          + new java.math.BigDecimal(thread.cpu).movePointLeft(3)
                          + " secs, user: 0.1 secs\n3XMTHREADINFO3           Java callstack:\n",
                  "4XESTACKTRACE                at %s(Compiled Code))"));

  private static final Pattern HEADER =
      Pattern.compile("\"(.*)\" #(\\d+) .*cpu=([\\d.]+)ms.*tid=(0x\\w+)");

  /** Whether it tells the processor time of each thread. */
  public final boolean hasCpu;

  private final Function<String, String> render;

  DumpForms(boolean hasCpu, Function<String, String> render) {
    this.hasCpu = hasCpu;
    this.render = render;
  }

  /** The dump of a real stall; {@code one}, and {@code two} 16 s later. */
  public static String jstack(String which) {
    try (InputStream in =
        new GZIPInputStream(
            DumpForms.class.getResourceAsStream("golden/stall-" + which + ".txt.gz"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A dump of jstack in this form. */
  public String of(String jstack) {
    return render.apply(jstack);
  }

  private static final class Parsed {
    final List<String> frames = new ArrayList<>();
    String name;
    String id;
    String cpu;
  }

  private static List<Parsed> parsed(String jstack) {
    List<Parsed> threads = new ArrayList<>();
    for (String line : jstack.lines().toList()) {
      Matcher header = HEADER.matcher(line);
      if (header.find()) {
        Parsed thread = new Parsed();
        thread.name = header.group(1);
        thread.id = header.group(2);
        thread.cpu = header.group(3);
        threads.add(thread);
      } else if (line.startsWith("\tat ")) {
        threads.get(threads.size() - 1).frames.add(line.substring(4));
      }
    }
    return threads;
  }

  private static String rendered(String jstack, Function<Parsed, String> header, String frame) {
    StringBuilder text = new StringBuilder();
    for (Parsed thread : parsed(jstack)) {
      text.append(header.apply(thread));
      for (String one : thread.frames) {
        text.append(frame.replace("%s", one)).append('\n');
      }
      text.append('\n');
    }
    return text.toString();
  }

  private static List<Object> threads(String jstack, Function<Parsed, Object> render) {
    return parsed(jstack).stream().map(render).toList();
  }

  private static String time(String jstack) {
    return jstack.lines().findFirst().orElseThrow().replace(' ', 'T') + "Z";
  }

  private static Map<String, Object> solr(String jstack, boolean named) {
    List<Object> dump = new ArrayList<>();
    for (Parsed thread : parsed(jstack)) {
      if (named) {
        dump.add("thread");
      }
      dump.add(
          ordered(
              "id",
              Long.parseLong(thread.id),
              "name",
              thread.name,
              "state",
              "WAITING",
              "lock-waiting",
              ordered("name", "java.lang.Object@1", "owner", ""),
              "cpuTime",
              thread.cpu + "ms",
              "stackTrace",
              thread.frames));
    }
    return ordered("responseHeader", Map.of("status", 0), "system", ordered("threadDump", dump));
  }

  private static String xml(String jstack) {
    StringBuilder xml =
        new StringBuilder(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <response>
            <lst name="system">
            <lst name="threadDump">
            """);
    for (Parsed thread : parsed(jstack)) {
      xml.append("<lst name=\"thread\">\n<long name=\"id\">").append(thread.id);
      xml.append("</long>\n<str name=\"name\">").append(thread.name);
      xml.append("</str>\n<lst name=\"lock-waiting\"><str name=\"name\">x</str></lst>");
      xml.append("<str name=\"cpuTime\">").append(thread.cpu);
      xml.append("ms</str>\n<arr name=\"stackTrace\">\n");
      for (String frame : thread.frames) {
        xml.append("<str>").append(frame.replace("<", "&lt;")).append("</str>\n");
      }
      xml.append("</arr>\n</lst>\n");
    }
    return xml.append("</lst>\n</lst>\n</response>\n").toString();
  }

  private static List<Object> elements(Parsed thread) {
    List<Object> elements = new ArrayList<>();
    for (String frame : thread.frames) {
      String method = frame.substring(0, frame.indexOf('('));
      int dot = method.lastIndexOf('.');
      elements.add(
          ordered(
              "moduleVersion",
              "25.0.3",
              "methodName",
              method.substring(dot + 1),
              "lineNumber",
              1,
              "className",
              method.substring(0, dot)));
    }
    return elements;
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static String json(Map<String, Object> map) {
    try {
      return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(map);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
