package io.streambench.eventlog;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds sessions in Jetty's own {@code dump()}, from 9.4 to 12.1. Not thread-safe. */
public final class JettyDumpText {
  private static final int MOST_LINE = 10_000;
  private static final int MOST_SESSIONS = 10_000;
  private static final Pattern SESSION =
      Pattern.compile(
          "HTTP2(Client|Server)Session@([0-9a-f]{1,16})\\{(?:local:([^,]+),remote:|l:(.+?) <-> r:)"
              + "([^,]+),sendWindow=(-?\\d{1,18}),recvWindow=(-?\\d{1,18}),.*?streams=(\\d{1,9})");
  private static final Pattern STALL = Pattern.compile("sessionStallTime=(\\d{1,15})ms");

  /** A session in Jetty's dump; {@code stallMillis} is how long it could not send, or 0. */
  public record DumpedSession(
      String id,
      Role role,
      String local,
      String remote,
      long sendWindow,
      long receiveWindow,
      int streams,
      long stallMillis) {

    private DumpedSession stalledFor(long millis) {
      long longest = Math.max(stallMillis, millis);
      return new DumpedSession(
          id, role, local, remote, sendWindow, receiveWindow, streams, longest);
    }
  }

  private final Map<String, DumpedSession> sessions = new LinkedHashMap<>();
  private String last = "";

  public static List<DumpedSession> of(String dump) {
    JettyDumpText text = new JettyDumpText();
    dump.lines().forEach(text::search);
    return text.sessions();
  }

  void line(String line) {
    // a branch of the tree, or a line by itself
    if (!line.isEmpty() && "|+H".indexOf(line.charAt(0)) >= 0 && line.length() <= MOST_LINE) {
      search(line);
    }
  }

  private void search(String line) {
    Matcher found = SESSION.matcher(line);
    while (found.find() && sessions.size() < MOST_SESSIONS) {
      last = found.group(2);
      // how long it could not send follows its line
      sessions.merge(last, session(found), (then, now) -> now.stalledFor(then.stallMillis()));
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

  List<DumpedSession> sessions() {
    return List.copyOf(sessions.values());
  }
}
