package io.streambench.eventlog;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The traces of a hang in thread dumps (jstack, {@code jcmd Thread.print}) or Jetty's own {@code
 * dump()}, found in a text that has one or several of either.
 *
 * @param ofThreads whether it has threads at all
 * @param newestSeconds the age of the oldest thread in the newest dump of threads; 0 without times
 * @param readers threads in one of Solr's streams, once for each dump that has them
 * @param senders threads of a server that wait to send more of an answer, once for each dump
 * @param sessions the sessions that are named with their windows, each once: as they were last, but
 *     for the window, which is the largest that was seen
 */
public record TextDump(
    boolean ofThreads,
    double newestSeconds,
    List<JstackThread> readers,
    List<JstackThread> senders,
    List<DumpedSession> sessions) {
  private static final Pattern SESSION =
      Pattern.compile(
          "HTTP2(Client|Server)Session@([0-9a-f]+)\\{local:([^,]+),remote:([^,]+),"
              + "sendWindow=(-?\\d{1,18}),recvWindow=(-?\\d{1,18}),(?:state=)?.*?streams=(\\d{1,9})");
  private static final String WAITS = "InputStreamResponseListener$Input.read(";
  private static final String READS = "org.apache.solr.client.solrj.io.stream.SolrStream.read(";
  private static final String STREAM = "org.apache.solr.client.solrj.io.stream.";
  private static final String SENDS = ".HttpOutput.channelWrite(";

  /** Longer lines are none of theirs. */
  private static final int MOST_LINE = 10_000;

  private static final int BUFFER_BYTES = 1 << 16;

  public TextDump {
    readers = List.copyOf(readers);
    senders = List.copyOf(senders);
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
      int streams) {
    /** The session as it was later; a window that it ever had is no window that is used up. */
    private DumpedSession later(DumpedSession then) {
      return new DumpedSession(
          id,
          role,
          local,
          remote,
          then.sendWindow,
          Math.max(receiveWindow, then.receiveWindow),
          then.streams);
    }
  }

  /** Reads plain text. */
  public static TextDump read(Path file) throws IOException {
    Traces traces = new Traces();
    try (LineReader lines = new LineReader(Files.newInputStream(file), BUFFER_BYTES, MOST_LINE)) {
      while (lines.next()) {
        if (!lines.tooLong()) {
          traces.line(
              new String(
                  lines.buffer(),
                  lines.from(),
                  lines.to() - lines.from(),
                  StandardCharsets.ISO_8859_1));
        }
      }
    }
    return traces.dump();
  }

  /**
   * Reads line by line: a thread is known when the next one begins, and a dump ends where a thread
   * comes that it has already.
   */
  private static final class Traces {
    private final List<JstackThread> readers = new ArrayList<>();
    private final List<JstackThread> senders = new ArrayList<>();
    private final Map<String, DumpedSession> sessions = new LinkedHashMap<>();
    private final Set<String> inDump = new HashSet<>();
    private int readersBefore;
    private int sendersBefore;
    private double oldest;
    private double newest;
    private boolean ofThreads;
    private JstackThread thread; // null between threads
    private boolean reads;
    private boolean listens;
    private boolean waits;
    private boolean sends;

    void line(String line) {
      if (line.isBlank() || JstackThread.begins(line)) {
        endOfThread();
        if (!line.isBlank()) {
          begin(JstackThread.of(line));
        }
      }
      if (thread != null) {
        ofThreads = true;
        reads |= line.contains(STREAM);
        listens |= line.contains(WAITS);
        waits |= listens && line.contains(READS);
        sends |= line.contains(SENDS);
      }
      if (line.contains("recvWindow=")) {
        add(line, sessions);
      }
    }

    private void begin(JstackThread next) {
      if (!inDump.add(next.key())) {
        endOfDump();
        inDump.add(next.key());
      }
      oldest = Math.max(oldest, next.ageSeconds().orElse(0));
      thread = next;
    }

    private void endOfThread() {
      if (reads) {
        readers.add(thread.waiting(waits));
      }
      if (sends) {
        senders.add(thread.waiting(true));
      }
      thread = null;
      reads = false;
      listens = false;
      waits = false;
      sends = false;
    }

    private void endOfDump() {
      double age = oldest;
      readers.subList(readersBefore, readers.size()).replaceAll(reader -> reader.in(age));
      senders.subList(sendersBefore, senders.size()).replaceAll(sender -> sender.in(age));
      readersBefore = readers.size();
      sendersBefore = senders.size();
      newest = Math.max(newest, oldest);
      oldest = 0;
      inDump.clear();
    }

    TextDump dump() {
      endOfThread();
      endOfDump();
      return new TextDump(ofThreads, newest, readers, senders, new ArrayList<>(sessions.values()));
    }
  }

  /** All that several dumps of one JVM have, in the order of time. */
  public static TextDump of(List<TextDump> dumps) {
    Map<String, DumpedSession> sessions = new LinkedHashMap<>();
    dumps.stream()
        .flatMap(dump -> dump.sessions().stream())
        .forEach(session -> sessions.merge(session.id(), session, DumpedSession::later));
    return new TextDump(
        dumps.stream().anyMatch(TextDump::ofThreads),
        dumps.stream().mapToDouble(TextDump::newestSeconds).max().orElse(0),
        dumps.stream().flatMap(dump -> dump.readers().stream()).toList(),
        dumps.stream().flatMap(dump -> dump.senders().stream()).toList(),
        new ArrayList<>(sessions.values()));
  }

  private static void add(String line, Map<String, DumpedSession> sessions) {
    Matcher found = SESSION.matcher(line);
    while (found.find()) {
      sessions.merge(
          found.group(2),
          new DumpedSession(
              found.group(2),
              found.group(1).equals("Client") ? Role.CLIENT : Role.SERVER,
              found.group(3),
              found.group(4),
              Long.parseLong(found.group(5)),
              Long.parseLong(found.group(6)),
              Integer.parseInt(found.group(7))),
          DumpedSession::later);
    }
  }
}
