package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.JettyLine.ParseResult;
import io.streambench.flow.events.LoggedFault.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipInputStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that shortcuts for common lines do not change what is read. Results with and without
 * shortcuts are compared for lines of real logs, field cases, and mixtures of them.
 */
class ReadingShortcutsTest {
  private static final long SEED = 61;
  private static final int MIXED_LINES = 10_000;
  private static final int MAX_LINES_PER_LOG = 1_000;
  private static final String[] WRAPPERS = {
    "",
    "[pod/solr-0/solr] ",
    "Nov 21 09:50:00 node-1 solr[4711]: ",
    "solr-1  | ",
    "2026-11-21T09:50:00.123456789Z stdout F ",
    "2026-11-21T09:50:00.123456789Z ",
    "   > ",
    "\t",
    "\u001b[1;34m"
  };

  private static final List<String> LINES = new ArrayList<>();

  @BeforeAll
  static void collectLines() throws IOException {
    for (String log : List.of("jetty10-stall", "jetty10-ended-by-reset", "jetty12-stall")) {
      addLines(Golden.unpackedBytes(log + ".log.gz"));
    }
    try (InputStream in =
            LoggedFault.class.getResourceAsStream("/io/streambench/cli/field-cases.zip");
        ZipInputStream zip = new ZipInputStream(in)) {
      while (zip.getNextEntry() != null) {
        addLines(zip.readAllBytes());
      }
    }
    for (Kind kind : Kind.values()) {
      kind.messages()
          .map(message -> message.replace("N", "120000"))
          .flatMap(message -> Stream.of(message, "java.io.IOException: " + message + " x"))
          .forEach(LINES::add);
    }
    Random random = new Random(SEED);
    for (int i = 0; i < MIXED_LINES; i++) {
      LINES.add(mixLines(random));
    }
  }

  private static void addLines(byte[] log) {
    new String(log, ISO_8859_1).lines().limit(MAX_LINES_PER_LOG).forEach(LINES::add);
  }

  /** Joins pieces of two lines, and sometimes wraps or damages the result. */
  private static String mixLines(Random random) {
    String one = LINES.get(random.nextInt(LINES.size()));
    String other = LINES.get(random.nextInt(LINES.size()));
    StringBuilder line =
        new StringBuilder(WRAPPERS[random.nextInt(WRAPPERS.length)])
            .append(one, 0, random.nextInt(one.length() + 1))
            .append(other, random.nextInt(other.length() + 1), other.length());
    if (line.length() > 0 && random.nextBoolean()) {
      line.setCharAt(
          random.nextInt(line.length()), " @#{}-0aZ_\"|:[]\u00e9".charAt(random.nextInt(16)));
    }
    return line.toString();
  }

  @Provide
  Arbitrary<String> shortLiterals() {
    return Arbitraries.strings().withChars("ab").ofMinLength(4).ofMaxLength(8);
  }

  @Property
  void findsFirstLiteral(
      @ForAll("shortLiterals") String one,
      @ForAll("shortLiterals") String two,
      @ForAll("shortLiterals") String three,
      @ForAll @IntRange(max = 5) int from,
      @ForAll Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(60); i > 0; i--) {
      text.append("abc".charAt(random.nextInt(3)));
    }
    int first =
        Stream.of(one, two, three)
            .mapToInt(literal -> text.indexOf(literal, from))
            .filter(at -> at >= 0)
            .min()
            .orElse(-1);
    assertThat(new LiteralSearch(Stream.of(one, two, three)).find(text.toString(), from))
        .isEqualTo(first);
  }

  @Test
  void neverSkipsKnownMessage() {
    List<String> passed =
        LINES.stream()
            .filter(
                line ->
                    Arrays.stream(Kind.values()).anyMatch(kind -> kind.findIn(line, 0).isPresent()))
            .filter(line -> !LoggedFaultFinder.MESSAGE_PREFIXES.isFoundIn(line))
            .toList();
    assertThat(passed).isEmpty();
  }

  @Test
  void readsFlowControlLinesLikeRegularExpressions() {
    JettyLine line = new JettyLine();
    int events = 0;
    for (String text : LINES) {
      String expected = parseByExpressions(text);
      ParseResult match = line.parse(text);
      String read =
          match == ParseResult.EVENT
              ? ParseResult.EVENT
                  + " "
                  + line.kind
                  + line.messageOffset
                  + line.sessionHash
                  + "#"
                  + line.streamId
              : match + (match == ParseResult.GARBLED ? " " + line.messageOffset : "");
      assertThat(read).as(text).isEqualTo(expected);
      events += match == ParseResult.EVENT ? 1 : 0;
    }
    assertThat(events).isGreaterThan(MAX_LINES_PER_LOG);
  }

  @Test
  void neverSkipsLogLevel() {
    Matcher level =
        LogLevel.PATTERN.matcher("").useTransparentBounds(true).useAnchoringBounds(false);
    int found = 0;
    for (String line : LINES) {
      level.reset(line);
      int most = Math.min(line.length(), 120);
      for (int at = 0; at < most; at++) {
        if (level.region(at, line.length()).lookingAt()) {
          assertThat(LogLevel.mayBegin(line, at)).as("at %d of %s", at, line).isTrue();
          found++;
        }
      }
    }
    assertThat(found).isGreaterThan(MAX_LINES_PER_LOG);
    for (String name :
        "TRACE DBUG DBG TRC FINEST VERBOSE INF NOTICE CONFIG WRN SEVERE FTL CRITICAL ALERT EMERG PANIC"
            .split(" ")) {
      for (String word : List.of(name, name.toLowerCase(Locale.ROOT))) {
        assertThat(LogLevel.mayBegin("[" + word + "] x", 1)).as(word).isTrue();
        assertThat(LogLevel.mayBegin("x" + word, 1)).as(word).isFalse();
      }
    }
    assertThat(LogLevel.mayBegin("E1121 09:50:00", 0)).isTrue();
  }

  private static final String HASH = "(\\p{XDigit}{1,8}+)";
  private static final String SUBJECT =
      "(\\w++)(?:@" + HASH + ")?+(?:#(\\d{1,18}+)@" + HASH + ")?+\\{";

  private static String parseByExpressions(String line) {
    for (int at = 0; at < line.length(); at++) {
      boolean message = false;
      for (JettyMessage one : JettyMessage.ALL) {
        if (!line.startsWith(one.prefix(), at) || !isWordStart(line, at)) {
          continue;
        }
        message = true;
        String rest =
            String.join("", one.rest())
                .replace("?", "(?:concurrent )?+")
                .replace("@", "(?:session|stream)")
                .replaceAll("[12~]", "-?N")
                .replaceAll("[034#]", "N")
                .replace("N", "\\d{1,18}+");
        Matcher found = Pattern.compile(rest + SUBJECT).matcher(line);
        if (found.region(at + one.prefix().length(), line.length()).lookingAt()) {
          boolean ofSession = found.group(4) == null;
          String hash = found.group(ofSession ? 2 : 4);
          long id = ofSession ? 0 : Long.parseLong(found.group(3));
          if (hash != null
              && (ofSession ? found.group(1).contains("Se") : id > 0 && id == (int) id)) {
            int session = Integer.parseUnsignedInt(hash, 16);
            return ParseResult.EVENT + " " + one.kind() + at + session + "#" + id;
          }
        }
      }
      if (message) {
        return ParseResult.GARBLED + " " + at;
      }
    }
    return ParseResult.OTHER.toString();
  }

  private static boolean isWordStart(String line, int at) {
    String before = line.substring(0, at);
    return !before.matches("(?s).*\\w") || before.matches("(?s).*\\e\\[[\\d;]*+m");
  }

  @Test
  void unwrapsLinesIndependentlyOfEarlierLines() {
    LineUnwrapper after = new LineUnwrapper();
    Random random = new Random(SEED);
    for (String line : LINES) {
      for (int times = random.nextInt(4); times >= 0; times--) {
        String wrapped = WRAPPERS[random.nextInt(WRAPPERS.length) * (times & 1)] + line;
        assertThat(unwrap(after, wrapped)).isEqualTo(unwrap(new LineUnwrapper(), wrapped));
      }
    }
  }

  private static List<String> unwrap(LineUnwrapper unwrapper, String line) {
    List<String> lines = new ArrayList<>();
    unwrapper.unwrap(line, (text, label) -> lines.add(label + "\n" + text));
    return lines;
  }

  private static final String[] TIMES = {
    "2026-11-28 17:06:33.577",
    "2026-11-28 17:06:33.578",
    "2026-11-28 17:06:33,5",
    "2026-11-28 17:06:34.001",
    "2026-11-27T17:06:34.577Z",
    "2026-11-28 17:06:33.5x7",
    "2026-11-28 17:06:34",
    "17:06:34.123"
  };

  private static final String[] LAYOUTS = {
    "%s DEBUG (qtp1-%d) [] o.e.j.io.ChannelEndPoint filled %d {x=%d, y}",
    "%s DEBUG (qtp1-%d) [] o.e.j.io.ChannelEndPoint filled %d {x=%d, y}",
    "%s [thread-1] DEBUG a.b.C%d java.io.IOException: Reset cancel_stream_error %d %d",
    "%s TRACE%d a quite long text without anything in it %d %d",
    "%s INFO  (qtp1-%d) [] o.a.s.c.S.Request webapp=/solr path=/select %d %d",
    "%s INFO  (qtp1-%d) [c:books s:shard%d] o.a.s.c.S.Request webapp=/solr path=/stream"
        + " params={expr=search(books)&x=%d} status=0",
    "%s INFO  (qtp1-%d) [c:b s:shard%d] o.a.s.s.HttpSolrCall 500 =>"
        + " java.io.IOException: Idle timeout %d ms elapsed",
    "%s INFO  Dumps \"qtp1-%d\" #%d prio=5 os_prio=0 tid=0x00007f0d9800%d nid=0x1a runnable",
    "%s INFO  Dumps \tat org.eclipse.jetty.http2.HTTP2Session.onFrame(HTTP2Session.java:%d) %d %d",
    "%s INFO  Dumps   at org.eclipse.jetty.http2.HTTP2Session.onFrame(HTTP2Session.java:%d)",
    "%s INFO  Dumps += Server@1a2b%d{STARTED}[10.0.15] - STARTED and more text %d %d",
    "%s INFO  Dumps |  += QueuedThreadPool[qtp1]@1a%d{STARTED,8<=10<=10,i=0,r=-1,q=%d}",
    "%s INFO  Dumps took a long time of the thread, but it has ended (%d)",
    "%s INFO  {\"message\": \"java.io.IOException: Idle timeout %d ms elapsed\", \"x\": %d%d}",
    "%s INFO  java.io.IOException: Reset cancel_stream_error%d\\n\\tat a.b.C.d(C.java:%d)\\n %d",
    "%s INFO  java.io.IOException: Reset cancel_stream_error%d|\tat a.b.C.d(C.java:%d)|%d",
    "%s INFO  GC(%d) Pause Full (G1 Compaction Pause) 8191M->8100M(8192M) %d00.%dms",
    "%s INFO  Total time for which application threads were stopped: %d.%d seconds, took: %d",
    "%s debug %d foo: a text that begins like a journal's line does %d %d",
    "%s DEBUG (qtp1-%d) [] FlowControl Data received, %d bytes, updated session recv window 9 -> 8"
        + " for HTTP2ClientSession@1a2b%d{local:/127.0.0.1:1,remote:/127.0.0.1:2}",
    "\"%s DEBUG thread-%d\" #12 prio=5 os_prio=0 tid=0x00007f0d9800%d nid=0x1a runnable [0x%d]",
    "%s DEBUG %d",
    "%s %d DEBUG",
    "DirectByteBuffer@ca96%2$d[p=0,l=6819,c=6819]={<<<\\x00...\\x00>>>} and some more text",
    "java.io.IOException: Reset cancel_stream_error %2$d",
    "\tat org.eclipse.jetty.http2.HTTP2Session.onFrame(HTTP2Session.java:%2$d)"
  };

  private static final String[] DUMP_LINES = {
    "4711:", "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):", ""
  };

  /** Creates a log as loggers write it. Most lines resemble the line before. */
  private static String randomLog(Random random) {
    StringBuilder log = new StringBuilder();
    String wrapper = WRAPPERS[random.nextInt(WRAPPERS.length)];
    String time = TIMES[0];
    int layout = 0;
    int between = 0;
    for (int i = 0; i < 400; i++) {
      int choice = random.nextInt(40);
      between = random.nextInt(60) == 0 ? random.nextInt(4) : between;
      time = choice == 0 ? TIMES[random.nextInt(TIMES.length)] : time;
      layout = choice < 3 ? random.nextInt(LAYOUTS.length) : layout;
      wrapper = choice == 3 ? WRAPPERS[random.nextInt(WRAPPERS.length)] : wrapper;
      if (choice < 6) {
        log.append(random.nextBoolean() ? wrapper : "").append(pickLine(random, LINES));
      } else if (choice < 8) {
        log.append(pickLine(random, List.of(DUMP_LINES)));
      } else {
        int number = random.nextInt(300);
        String text = choice == 9 ? pickLine(random, List.of(LAYOUTS)) : LAYOUTS[layout];
        log.append(wrapper).append(text.formatted(time, number, number, number));
        if (between > 0) { // a line without a level after each of several similar lines
          String inner = LAYOUTS[LAYOUTS.length - between];
          log.append('\n').append(wrapper).append(inner.formatted(time, number));
        }
      }
      log.append(choice == 8 ? "\r\n" : "\n");
    }
    return log.toString();
  }

  private static String pickLine(Random random, List<String> lines) {
    return lines.get(random.nextInt(lines.size()));
  }

  /** Reads a log in chunks. A line can be skipped only in the chunk that contains its end. */
  private static String readAll(String log, int chunkBytes) throws IOException {
    InputStream in = new ByteArrayInputStream(log.getBytes(ISO_8859_1));
    StringBuilder read = new StringBuilder();
    try (JettyLogReader reader =
        new JettyLogReader(
            in, "log", Golden.sessions(), new TimestampParser.UndatedDays(), chunkBytes)) {
      for (FlowControlEvent event; (event = reader.next()) != null; ) {
        read.append(event.timeNanos()).append(event.cause()).append(event.bytes()).append(' ');
      }
      return read.append(reader.counts()).append(reader.lastTimeNanos()).toString();
    }
  }

  @Test
  void skippingLinesDoesNotChangeResult() throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < 250; i++) {
      String log = randomLog(random);
      assertThat(readAll(log, 1 << 14)).as(log).isEqualTo(readAll(log, 1));
    }
  }

  @Test
  void keepsLinesWithMovedLevel() throws IOException {
    String begin = "2026-10-01 12:00:00.100 DEBUG o.e.j.Aa - ";
    String log =
        (begin + "some text that is long enough, yes\n").repeat(12)
            + "2026-10-01 12:00:00.200 [qtp1234-567890] INFO x\n"
            + begin
            + "DEBUG is on, really\n"
            + begin
            + "ERROR java.io.IOException: cancel_stream_error\n"
            + begin
            + "some text that is long enough, yes\n";
    assertThat(readAll(log, 1 << 14)).isEqualTo(readAll(log, 1));
  }
}
