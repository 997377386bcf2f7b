package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.JettyDumpText.DumpedSession;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.threads.ThreadDumpText;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** Reads Jetty's flow-control lines, and finds dumps and known messages in all other lines. */
public final class JettyLogReader implements EventReader {
  public static final int MAX_LINE_BYTES = 1 << 20;

  /** Small, because many small logs may be open at the same time. */
  private static final int CHUNK_BYTES = 1 << 14;

  /** Threads cause a few steps back even in a short log, by logging out of order. */
  private static final int MANY_STEPS_BACK = 10;

  private static final int MAX_KNOWN = 10_000;

  private static final long YEAR_NANOS = TimeUnit.DAYS.toNanos(366);

  private static final int MOST_LABELS = 256;

  private final String name;
  private final LineReader lines;
  private final Sessions sessions;
  private final LineTime times;
  private final JettyLine line = new JettyLine();
  private final LoggedEnds ends = new LoggedEnds();
  private final AlikeLines alike = new AlikeLines();
  private final LineReader.Choice passing = this::pass;
  private final FailedCommand failed = new FailedCommand();
  private final LineWrapping wrapping = new LineWrapping();
  private final JettyDumpText jettyDump = new JettyDumpText();
  private final Map<String, ThreadDumpText> threadDumps = new LinkedHashMap<>();
  private String lastLabel;
  private ThreadDumpText lastThreads;

  /** What the lines that are {@link #alike} depend on, besides their beginning. */
  private ThreadDumpText alikeThreads;

  private int alikeLevelAt;
  private final Map<Integer, Session> byHash = new HashMap<>();
  private final Set<Long> known = new HashSet<>();
  private final Queue<FlowControlEvent> pending = new ArrayDeque<>(2);
  private long lastTimeNanos = UNKNOWN;
  private long count;
  private long other;
  private long garbled;
  private long tooLong;

  /** The number of lines later than their predecessor, minus the number of earlier ones. */
  private long steps;

  /** Reads a log, and closes it. Sources that are read together share all but the name. */
  JettyLogReader(InputStream in, String name, Sessions sessions, LineTime.UndatedDays begins) {
    this(in, name, sessions, begins, CHUNK_BYTES);
  }

  JettyLogReader(
      InputStream in, String name, Sessions sessions, LineTime.UndatedDays begins, int chunkBytes) {
    this.name = name;
    this.times = new LineTime(begins);
    this.lines = new LineReader(in, chunkBytes, MAX_LINE_BYTES);
    this.sessions = sessions;
  }

  @Override
  public FlowControlEvent next() throws IOException {
    if (!pending.isEmpty()) {
      return pending.poll();
    }
    for (String text; (text = nextLine()) != null; ) {
      count++;
      if (lines.tooLong) {
        tooLong++;
        continue;
      }
      boolean json = text.startsWith("{");
      String seen = json ? JsonLogLine.unescaped(text) : text;
      JettyLine.Match match =
          json || lines.literalAt == LineReader.NOT_SEARCHED
              ? line.match(seen)
              : line.match(seen, lines.literalAt);
      if (match == JettyLine.Match.GARBLED && isOther(seen)) {
        match = line.pass(seen);
      }
      long time = times.read(seen, line.messageAt);
      time(time);
      switch (match) {
        case EVENT -> {
          return event();
        }
        case GARBLED -> garbled++;
        case OTHER -> other(text);
      }
    }
    return null;
  }

  private String nextLine() throws IOException {
    String passed = lines.passed(JettyLine.BEGINS, passing);
    if (passed != null) {
      ends.passed(alike.text(passed));
      lastThreads.time(lastTimeNanos);
    }
    return lines.next();
  }

  private boolean pass(byte[] bytes, int from, int to) {
    boolean passes = alike.has(bytes, from, to);
    if (passes) {
      count++;
      other++;
      time(alike.nanos);
    }
    return passes;
  }

  private void time(long nanos) {
    if (nanos != UNKNOWN) {
      if (lastTimeNanos != UNKNOWN && nanos != lastTimeNanos) {
        steps += nanos < lastTimeNanos ? -1 : 1;
      }
      lastTimeNanos = nanos;
    }
  }

  /** Requires a missing @, too: a level above DEBUG may be that of a surrounding program. */
  private boolean isOther(String text) {
    return text.indexOf('@') < 0 && ends.isAboveDebug(text);
  }

  private void other(String line) {
    other++;
    ends.nextLine();
    wrapping.unwrap(line, (text, label) -> other(line, text, label));
    if (lastThreads != alikeThreads || !lastThreads.isIdle() || ends.levelAt() != alikeLevelAt) {
      alike.forget();
    }
  }

  /** Learns from a line that changed nothing, so that similar lines after it can be skipped. */
  private void learn(String line, String text) {
    int textAt = line.length() - text.length();
    int decidedAt = ends.detailEnd == 0 ? -1 : wrapping.decidedAt(line);
    if (decidedAt >= 0
        && !FailedCommand.mayHave(count)
        && lastTimeNanos >= YEAR_NANOS
        && lastThreads.isIdle()
        && line.endsWith(text)) {
      alike.learn(line, textAt, Math.max(decidedAt, textAt + ends.detailEnd), times);
      alikeThreads = lastThreads;
      alikeLevelAt = ends.levelAt();
    }
  }

  private void other(String whole, String text, String label) {
    if (lastTimeNanos < YEAR_NANOS && text.length() < whole.length() && whole.endsWith(text)) {
      long inner = times.read(text, text.length());
      if (inner != UNKNOWN) {
        lastTimeNanos = inner; // the time of syslog has no year
      }
    }
    ends.look(text, lastTimeNanos);
    jettyDump.line(text);
    if (!label.equals(lastLabel)) {
      lastLabel = threadDumps.size() < MOST_LABELS ? label : "";
      String source = lastLabel.isEmpty() ? name : name + " (" + lastLabel + ")";
      lastThreads =
          threadDumps.computeIfAbsent(
              lastLabel, unseen -> new ThreadDumpText(source, OptionalLong.empty()));
    }
    if (lastTimeNanos != UNKNOWN) {
      lastThreads.time(lastTimeNanos);
    }
    lastThreads.line(text);
    learn(whole, text);
    failed.look(text, count);
  }

  private FlowControlEvent event() {
    Session session = session();
    if (line.ofSession) {
      countStreams(session);
    }
    boolean firstSight =
        known.size() < MAX_KNOWN && known.add((long) line.session << 32 | line.stream);
    FlowControlEvent change = changed(session);
    FlowControlEvent first = change;
    if (firstSight && line.kind != JettyLine.Kind.RECEIVED) {
      // the line shows the window of a session or stream that is new here only in its toString
      long window = line.numberShown(JettyLine.RECV_WINDOW);
      first = of(session, Cause.STATE, UNKNOWN, window, window, UNKNOWN);
      pending.add(change);
    }
    consequence(session);
    return first;
  }

  /** Counts open streams only while the window is used up, because parsing every line is slow. */
  private void countStreams(Session session) {
    switch (line.kind) {
      case RECEIVED -> session.exhausted = line.after <= 0;
      case CREDITED -> session.exhausted = false;
      default -> {}
    }
    if (session.exhausted) {
      session.openStreams = line.numberShown(JettyLine.STREAMS);
    }
  }

  private FlowControlEvent changed(Session session) {
    long bytes =
        switch (line.kind) {
          case SENDING -> line.before - line.after;
          case SEND_WINDOW_UPDATED -> line.after - line.before;
          default -> line.bytes;
        };
    return of(session, line.kind.cause, bytes, line.before, line.after, line.level);
  }

  private FlowControlEvent of(Session session, Cause cause) {
    return of(session, cause, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  private void consequence(Session session) {
    switch (line.kind) {
      case CREDITED -> {
        // take the window from the line: adding would count another thread's line twice
        long after = line.numberShown(JettyLine.RECV_WINDOW);
        long before = after == UNKNOWN ? UNKNOWN : after - line.level;
        pending.add(of(session, Cause.WINDOW_UPDATE_SENT, line.level, before, after, 0));
        ended(session);
      }
      case CONSUMED -> ended(session);
      case IGNORED -> pending.add(closed(session, line.resetShown()));
      case RECEIVED -> {
        // Jetty sends an empty DATA frame only to end a stream.
        if (line.bytes == 0 && !line.ofSession) {
          pending.add(closed(session, false));
        }
      }
      default -> {}
    }
  }

  /** Finds an end that only the subject shows, but only while the window is used up. */
  private void ended(Session session) {
    if (session.exhausted && !line.ofSession && line.resetShown()) {
      pending.add(closed(session, true));
    } else if (session.exhausted && line.ofSession && line.failureShown() != null) {
      session.failure = line.failureShown();
      pending.add(of(session, Cause.CLOSED));
    }
  }

  private FlowControlEvent closed(Session session, boolean reset) {
    if (reset) {
      session.failure = line.failureShown();
    }
    return of(session, reset ? Cause.RESET : Cause.REMOTELY_CLOSED);
  }

  private FlowControlEvent of(
      Session session, Cause cause, long bytes, long before, long after, long unacknowledged) {
    return new FlowControlEvent(
        lastTimeNanos,
        session,
        line.stream,
        cause,
        bytes,
        before,
        after,
        UNKNOWN,
        unacknowledged,
        line.threshold);
  }

  private Session session() {
    Session session = byHash.get(line.session);
    if (session == null || line.ofSession && !session.identified()) {
      String id = Integer.toHexString(line.session);
      session =
          line.ofSession
              ? sessions.identified(
                  id,
                  line.role(),
                  "",
                  line.address(JettyLine.LOCAL),
                  line.address(JettyLine.REMOTE))
              : sessions.named(id);
      byHash.put(line.session, session);
    }
    return session;
  }

  @Override
  public ReadCounts counts() {
    List<LoggedEnd> found = ends.found();
    return new ReadCounts(
        count,
        other,
        Math.min(other, ends.used + jettyDump.used()),
        garbled,
        tooLong,
        0,
        lines.cut,
        steps < -MANY_STEPS_BACK,
        found,
        findings());
  }

  private TextFindings findings() {
    List<ThreadDump> threads =
        threadDumps.values().stream().flatMap(text -> text.dumps().stream()).toList();
    List<DumpedSession> dumped = jettyDump.sessions();
    boolean nothing =
        other == count && threads.isEmpty() && jettyDump.used() == 0 && ends.found().isEmpty();
    Set<LoggedContext> contexts = EnumSet.copyOf(ends.contexts);
    jettyDump.look(contexts);
    return new TextFindings(
        threads,
        dumped,
        jettyDump.pools(),
        ends.streams,
        ends.clients,
        contexts,
        nothing
            ? failed.remarks(EventFiles.shown(name), count, lastTimeNanos != UNKNOWN)
            : List.of());
  }

  @Override
  public long lastTimeNanos() {
    return lastTimeNanos;
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
