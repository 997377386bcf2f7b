package io.streambench.report.diagnosis;

import io.streambench.analysis.ClientResources;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Verdict;
import io.streambench.config.Text;
import io.streambench.heap.DumpedThread;
import io.streambench.heap.HeapDiagnosis;
import io.streambench.heap.HeapRequest;
import io.streambench.heap.HeapSession;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The facts that only a heap dump has: which threads wait, and for which answers. */
public final class HeapFacts {
  private static final int MOST_FRAMES = 16;

  /** Frames that say only that it waits. */
  /** The characters of an encoded form, which JSON is not. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9*._~+%&=-]*+");

  private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\.");

  private static final int MOST_BODY = 300;
  private static final String UNCERTAIN =
      "one dump shows one moment. To prove that nothing moves, take a "
          + "second one ten seconds later: ./streambench analyze first.hprof "
          + "second.hprof";

  private final HeapDiagnosis found;

  public HeapFacts(HeapDiagnosis found) {
    this.found = found;
  }

  /**
   * A thread that waits.
   *
   * @param text who waits for what, in a sentence
   * @param stack of that thread without the JDK's own frames, innermost first
   */
  record Waits(String text, List<String> stack) {}

  /** The threads that wait for a stream with nothing to read. */
  List<Waits> waiting() {
    List<Waits> waiting = new ArrayList<>();
    for (HeapSession session : sessions()) {
      for (StreamState stream : session.state().awaitedStreams()) {
        HeapRequest request = session.requests().get(stream.id());
        waiting.add(
            new Waits(
                Text.of(
                    "thread \"%s\" waits for stream %d of session %s%s: %s %s%s",
                    plain(request.waits().map(DumpedThread::name).orElse("?")),
                    stream.id(),
                    session.state().id(),
                    session.state().exhausted() ? "" : " (not blocked)",
                    plain(request.method()),
                    plain(request.uri()),
                    request.body().map(body -> ", " + shortened(body)).orElse("")),
                stack(request)));
      }
    }
    return waiting;
  }

  /** The one that the verdict is about first, then others without window. */
  private List<HeapSession> sessions() {
    Optional<String> judged =
        found.diagnosis().verdict().flatMap(Verdict::session).map(SessionState::id);
    return found.sessions().stream()
        .sorted(
            Comparator.comparing(
                    (HeapSession session) -> !judged.equals(Optional.of(session.state().id())))
                .thenComparing(session -> !session.state().exhausted()))
        .toList();
  }

  /** The same in lines for a terminal, a stack below its thread. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Waits one : waiting()) {
      StringBuilder line = new StringBuilder(one.text());
      one.stack().forEach(frame -> line.append("\n      at ").append(frame));
      lines.add(line.toString());
    }
    return lines;
  }

  private static List<String> stack(HeapRequest request) {
    return request.waits().map(DumpedThread::stack).orElse(List.of()).stream()
        .filter(frame -> !JDK.matcher(frame.getClassName()).lookingAt())
        .limit(MOST_FRAMES)
        .map(frame -> plain(frame.toString()))
        .toList();
  }

  /** Takes out control characters: text of others may not act on a terminal. */
  private static String plain(String text) {
    return text.replaceAll("[\\p{Cc}\\p{Cf}\\u2028\\u2029]", "?");
  }

  /** A form as it was before it was encoded, whole up to a place where a value ends. */
  private static String shortened(String body) {
    String line = plain(decoded(body).replaceAll("\\s+", " "));
    if (line.length() <= MOST_BODY) {
      return line;
    }
    int end = MOST_BODY;
    while (end > MOST_BODY / 2 && "&, ;".indexOf(line.charAt(end)) < 0) {
      end--;
    }
    return line.substring(0, end > MOST_BODY / 2 ? end : MOST_BODY) + "…";
  }

  private static String decoded(String body) {
    String whole = body.replaceFirst("%[0-9A-Fa-f]?$", ""); // a dump keeps the beginning
    try {
      return FORM.matcher(whole).matches()
          ? URLDecoder.decode(whole, StandardCharsets.UTF_8)
          : body;
    } catch (IllegalArgumentException e) {
      return body;
    }
  }

  /** The reasons for doubt, a line each. */
  List<String> doubts() {
    return found.activity().nanos() > 0 ? List.of() : List.of(UNCERTAIN);
  }

  /** The sessions and resources that were read, a line each. */
  List<String> read() {
    List<String> read = new ArrayList<>();
    String closed =
        found.closedSessions() == 0
            ? ""
            : Text.of("; %,d closed ones are left out", found.closedSessions());
    read.add(
        found.sessions().isEmpty()
            ? "no HTTP/2 session was open: the JVM has no request in progress, or "
                + "uses HTTP/1.1"
                + closed
            : Text.of("open HTTP/2 sessions: %,d%s", found.sessions().size(), closed));
    resources(found.resources()).ifPresent(read::add);
    return read;
  }

  private static Optional<String> resources(ClientResources resources) {
    List<String> seen = new ArrayList<>();
    if (resources.openStreams() >= 0 && resources.streamSlots() >= 0) {
      seen.add(
          Text.of("%,d of %,d streams open", resources.openStreams(), resources.streamSlots()));
    }
    if (resources.waitingRequests() >= 0) {
      seen.add(Text.of("%,d requests without a stream", resources.waitingRequests()));
    }
    if (resources.permits() >= 0 && resources.mostPermits() >= 0) {
      seen.add(
          Text.of(
              "%,d of %,d permits of Solr's client left",
              resources.permits(), resources.mostPermits()));
    }
    if (resources.directBytes() >= 0 && resources.directLimit() >= 0) {
      seen.add(
          Text.of(
              "%,d of %,d bytes of direct memory in use",
              resources.directBytes(), resources.directLimit()));
    }
    return seen.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", seen));
  }

  /** The streams that are waited for, with request, thread and stack, for JSON. */
  List<Map<String, Object>> json() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (HeapSession session : sessions()) {
      for (StreamState stream : session.state().awaitedStreams()) {
        HeapRequest request = session.requests().get(stream.id());
        Map<String, Object> described = new LinkedHashMap<>();
        described.put("session", session.state().id());
        described.put("stream", stream.id());
        described.put("thread", request.waits().map(DumpedThread::name).orElse(null));
        described.put("method", request.method());
        described.put("uri", request.uri());
        described.put("body", request.body().map(HeapFacts::shortened).orElse(null));
        described.put("stack", stack(request));
        all.add(described);
      }
    }
    return all;
  }
}
