package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds sessions in the lines of Jetty's own {@code dump()}, of clients and servers, from 9.4 to
 * 12.1. Not thread-safe.
 */
public final class JettyDumpText {
  private static final int MOST_LINE = 10_000;
  private static final int MOST_SESSIONS = 10_000;
  private static final Pattern SESSION =
      Pattern.compile(
          "HTTP2(Client|Server)Session@([0-9a-f]{1,16})\\{(?:local:([^,]+),remote:|l:(.+?) <-> r:)"
              + "([^,]+),sendWindow=(-?\\d{1,18}),recvWindow=(-?\\d{1,18}),.*?streams=(\\d{1,9})");
  private static final Pattern STALL = Pattern.compile("sessionStallTime=(\\d{1,15})ms");

  private final Map<String, DumpedSession> sessions = new LinkedHashMap<>();
  private String last = "";

  /** The sessions of a dump. */
  public static List<DumpedSession> of(String dump) {
    JettyDumpText text = new JettyDumpText();
    dump.lines().forEach(text::line);
    return text.sessions();
  }

  /** Takes the next line, without what others have put around it. */
  void line(byte[] text, int from, int end) {
    // a branch of the tree, or a line by itself
    if (from < end
        && (text[from] == '|' || text[from] == '+' || text[from] == 'H')
        && end - from <= MOST_LINE) {
      line(new String(text, from, end - from, ISO_8859_1));
    }
  }

  private void line(String line) {
    Matcher found = SESSION.matcher(line);
    while (found.find() && sessions.size() < MOST_SESSIONS) {
      last = found.group(2);
      sessions.merge(last, session(found), DumpedSession::later);
    }
    Matcher stall = STALL.matcher(line);
    if (stall.find()) {
      long millis = Long.parseLong(stall.group(1));
      sessions.computeIfPresent(last, (id, session) -> session.stalledFor(millis));
    }
  }

  private static DumpedSession session(Matcher found) {
    return new DumpedSession(
        found.group(2),
        found.group(1).equals("Client") ? Role.CLIENT : Role.SERVER,
        found.group(3) == null ? found.group(4) : found.group(3),
        found.group(5),
        Long.parseLong(found.group(6)),
        Long.parseLong(found.group(7)),
        Integer.parseInt(found.group(8)),
        0);
  }

  /** The sessions, each once. */
  List<DumpedSession> sessions() {
    return List.copyOf(sessions.values());
  }
}
