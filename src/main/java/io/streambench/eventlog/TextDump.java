package io.streambench.eventlog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The traces of a hang in a thread dump (jstack, {@code jcmd Thread.print}) or Jetty's own {@code
 * dump()}, found in a text that has either or both.
 *
 * @param readers names of threads that wait for the answer to a stream of Solr's
 * @param sessions the sessions that are named with their windows, each once
 */
public record TextDump(List<String> readers, List<DumpedSession> sessions) {
  private static final Pattern THREAD = Pattern.compile("^\"([^\"]*)\" .*");
  private static final Pattern SESSION =
      Pattern.compile(
          "HTTP2(Client|Server)Session@([0-9a-f]+)\\{local:([^,]+),remote:([^,]+),"
              + "sendWindow=(-?\\d{1,18}),recvWindow=(-?\\d{1,18}),(?:state=)?.*?streams=(\\d{1,9})");
  private static final String WAITS = "InputStreamResponseListener$Input.read(";
  private static final String STREAM = "org.apache.solr.client.solrj.io.stream.SolrStream.read(";

  /** Longer lines are none of theirs. */
  private static final int MOST_LINE = 10_000;

  private static final int BUFFER_BYTES = 1 << 16;

  public TextDump {
    readers = List.copyOf(readers);
    sessions = List.copyOf(sessions);
  }

  /** A session of Jetty's as its {@code toString} has it. */
  public record DumpedSession(
      String id,
      Role role,
      String local,
      String remote,
      long sendWindow,
      long receiveWindow,
      int streams) {}

  /** Returns whether the text has neither. */
  public boolean isEmpty() {
    return readers.isEmpty() && sessions.isEmpty();
  }

  /** Reads plain text. */
  public static TextDump read(Path file) throws IOException {
    List<String> readers = new ArrayList<>();
    Map<String, DumpedSession> sessions = new LinkedHashMap<>();
    String thread = null;
    boolean waits = false;
    try (LineReader lines = new LineReader(Files.newInputStream(file), BUFFER_BYTES, MOST_LINE)) {
      while (lines.next()) {
        if (lines.tooLong()) {
          continue;
        }
        String line =
            new String(
                lines.buffer(),
                lines.from(),
                lines.to() - lines.from(),
                StandardCharsets.ISO_8859_1);
        Matcher named = THREAD.matcher(line);
        if (named.matches()) {
          thread = named.group(1);
          waits = false;
        }
        waits |= line.contains(WAITS);
        if (waits && thread != null && line.contains(STREAM)) {
          readers.add(thread);
          waits = false;
        }
        if (line.contains("recvWindow=")) {
          add(line, sessions);
        }
      }
    }
    return new TextDump(readers, new ArrayList<>(sessions.values()));
  }

  private static void add(String line, Map<String, DumpedSession> sessions) {
    Matcher found = SESSION.matcher(line);
    while (found.find()) {
      sessions.put(
          found.group(2),
          new DumpedSession(
              found.group(2),
              found.group(1).equals("Client") ? Role.CLIENT : Role.SERVER,
              found.group(3),
              found.group(4),
              Long.parseLong(found.group(5)),
              Long.parseLong(found.group(6)),
              Integer.parseInt(found.group(7))));
    }
  }
}
