package io.streambench.flow.events;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses the sessions and thread pools in the output of Jetty's {@code dump()}, versions 9.3 to
 * 12.1. Not thread-safe.
 */
public final class JettyDumpParser {
  private static final int MAX_LINE_LENGTH = 10_000;
  private static final int MAX_SESSIONS = 10_000;
  private static final int MAX_POOLS = 100;
  private static final Pattern SESSION =
      Pattern.compile(
          "HTTP2(Client|Server)Session@([0-9a-f]{1,16})\\{(?:local:([^,]+),remote:|l:(.+?) <-> r:)"
              + "([^,]+),sendWindow=(-?\\d{1,18}),recvWindow=(-?\\d{1,18}),.*?streams=(\\d{1,9})");

  /** Matches the time during which the session in the preceding lines could not send. */
  private static final Pattern STALL = Pattern.compile("sessionStallTime=(\\d{1,15})ms");

  /** Matches the number of unwritten frames of the session in the preceding lines. */
  private static final Pattern PENDING = Pattern.compile("HTTP2Flusher.*?/pending=\\d+/(\\d{1,9})");

  private static final Pattern STREAM =
      Pattern.compile(
          "HTTP2\\w*Stream(?:@\\w+)?#\\d+@([0-9a-f]{1,16})\\{sendWindow=(-?\\d{1,18}),");

  /** Matches a connection whose socket accepts no data. Jetty 9.4 has two formats of addresses. */
  private static final Pattern CONGESTED =
      Pattern.compile(
          "EndPoint@\\w+\\[?\\{(?:l=[^,]+,r=([^,]+)|([^,]+?)<->[^,]+),\\w+,fill=[^,]*,flush=P,");

  private static final Pattern POOL =
      Pattern.compile(
          "(?:\\w*ThreadPool\\[([^\\]]{1,100})\\](?:@\\w+)?|\\b(qtp\\d+)(?:@\\w+)?)"
              + "\\{\\w+,\\d+<=(\\d{1,9})<=(\\d{1,9}),i=(-?\\d{1,9}).{0,40}?q=(\\d{1,9})[,}]");

  /**
   * A session in Jetty's dump.
   *
   * @param stallMillis how long the session could not send, or 0
   * @param pendingFrames number of frames not yet written
   * @param blockedStreams number of streams whose own send window is exhausted
   * @param isCongested whether the session's socket accepts no more bytes
   */
  public record DumpedSession(
      String id,
      Role role,
      String localAddress,
      String remoteAddress,
      long sendWindow,
      long receiveWindow,
      int streamCount,
      long stallMillis,
      int pendingFrames,
      int blockedStreams,
      boolean isCongested) {}

  /** A thread pool in Jetty's dump, with the number of tasks that wait for a thread. */
  public record DumpedPool(
      String name, int threads, int maxThreads, int idleThreads, int queuedTasks) {
    public boolean isExhausted() {
      return threads >= maxThreads && idleThreads <= 0;
    }
  }

  /** The parsed lines of one session; {@link DumpedSession} explains the fields. */
  private static final class ParsedSession {
    private MatchResult sessionMatch;
    private long stallMillis;
    private int pendingFrames;
    private int blockedStreams;

    private DumpedSession toSession(Set<String> congestedAddresses) {
      String remote = sessionMatch.group(5);
      return new DumpedSession(
          sessionMatch.group(2),
          sessionMatch.group(1).equals("Client") ? Role.CLIENT : Role.SERVER,
          sessionMatch.group(3) == null ? sessionMatch.group(4) : sessionMatch.group(3),
          remote,
          Long.parseLong(sessionMatch.group(6)),
          Long.parseLong(sessionMatch.group(7)),
          parseNumber(sessionMatch, 8),
          stallMillis,
          pendingFrames,
          blockedStreams,
          congestedAddresses.contains(remote));
    }
  }

  private final Map<String, ParsedSession> sessions = new LinkedHashMap<>();
  private final Map<String, DumpedPool> pools = new LinkedHashMap<>();
  private final Set<String> congestedAddresses = new HashSet<>();

  /** The session to which the current line belongs; null before the first session. */
  private ParsedSession lastSession;

  /** The number of lines that may belong to a Jetty dump. */
  private long lines;

  private boolean hasSolrName;
  private boolean hasServerName;

  /** Returns the sessions in a dump. */
  public static List<DumpedSession> of(String dump) {
    JettyDumpParser parser = new JettyDumpParser();
    dump.lines().forEach(parser::parseLine);
    return parser.sessions();
  }

  void processLine(String line) {
    // a branch of the tree, or a separate line
    if (!line.isEmpty()
        && "|+HQ".indexOf(line.charAt(0)) >= 0
        && line.length() <= MAX_LINE_LENGTH) {
      lines++;
      parseLine(line);
    }
  }

  private void parseLine(String line) {
    hasSolrName |= line.contains("solr");
    hasServerName |= line.contains("ServerConnector");
    if (line.contains("HTTP2")) {
      parseSession(line);
    }
    Matcher pool = line.contains("<=") ? POOL.matcher(line) : null;
    if (pool != null && pool.find() && pools.size() < MAX_POOLS) {
      String name = pool.group(1) == null ? pool.group(2) : pool.group(1);
      pools.put(
          name,
          new DumpedPool(
              name,
              parseNumber(pool, 3),
              parseNumber(pool, 4),
              parseNumber(pool, 5),
              parseNumber(pool, 6)));
    }
    Matcher endPoint = line.contains("flush=P") ? CONGESTED.matcher(line) : null;
    if (endPoint != null && endPoint.find() && congestedAddresses.size() < MAX_SESSIONS) {
      congestedAddresses.add(endPoint.group(1) == null ? endPoint.group(2) : endPoint.group(1));
    }
    Matcher stall = STALL.matcher(line);
    if (lastSession != null && stall.find()) {
      lastSession.stallMillis = Math.max(lastSession.stallMillis, Long.parseLong(stall.group(1)));
    }
  }

  private void parseSession(String line) {
    Matcher found = SESSION.matcher(line);
    while (found.find() && sessions.size() < MAX_SESSIONS) {
      lastSession = sessions.computeIfAbsent(found.group(2), hash -> new ParsedSession());
      lastSession.sessionMatch = found.toMatchResult(); // stall time and frames follow
      lastSession.blockedStreams = 0;
    }
    Matcher pending = PENDING.matcher(line);
    if (lastSession != null && pending.find()) {
      lastSession.pendingFrames = Math.max(lastSession.pendingFrames, parseNumber(pending, 1));
    }
    Matcher stream = STREAM.matcher(line);
    if (stream.find() && Long.parseLong(stream.group(2)) <= 0) {
      ParsedSession session = sessions.get(stream.group(1));
      if (session != null) {
        session.blockedStreams++;
      }
    }
  }

  private static int parseNumber(MatchResult match, int group) {
    return Integer.parseInt(match.group(group));
  }

  List<DumpedSession> sessions() {
    return sessions.values().stream().map(found -> found.toSession(congestedAddresses)).toList();
  }

  List<DumpedPool> pools() {
    return List.copyOf(pools.values());
  }

  /** Adds SOLR if the dump names Solr, or else JETTY if the dump is of a Jetty server. */
  void addContexts(Set<LoggedContext> contexts) {
    if (hasSolrName || hasServerName && lineCount() > 0) {
      contexts.add(hasSolrName ? LoggedContext.SOLR : LoggedContext.JETTY);
    }
  }

  /** Returns the number of lines in the dump; 0 if there is none. */
  long lineCount() {
    return sessions.isEmpty() && pools.isEmpty() ? 0 : lines;
  }
}
