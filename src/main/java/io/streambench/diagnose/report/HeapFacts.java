package io.streambench.diagnose.report;

import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.base.page.Part;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.heap.HeapDumpThread;
import io.streambench.diagnose.heap.HeapRequest;
import io.streambench.diagnose.heap.HeapSession;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Verdict;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** The facts that only a heap dump shows: the waiting threads, and their requests. */
record HeapFacts(HeapDiagnosis found) {
  private static final int MAX_FRAMES = 16;
  private static final int MAX_STACK_LINES = 2;

  /** Matches the characters of a URL-encoded form, which JSON does not match. */
  private static final Pattern FORM_ENCODED = Pattern.compile("[A-Za-z0-9*._~+%&=-]*+");

  /** Matches frames that only show that a thread waits. */
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\.");

  private static final int MAX_BODY = 300;
  private static final String UNCERTAIN =
      "one dump shows one moment. To prove that nothing moves, take a "
          + "second one ten seconds later: ./streambench analyze first.hprof "
          + "second.hprof";

  private record WaitingReader(HeapSession session, int stream, HeapRequest request) {
    Optional<String> thread() {
      return request.waitingThread().map(HeapDumpThread::name);
    }

    /** The stack of the thread without the JDK's own frames, innermost first. */
    List<String> stack() {
      return request.waitingThread().map(HeapDumpThread::stack).orElse(List.of()).stream()
          .filter(frame -> !JDK.matcher(frame.getClassName()).lookingAt())
          .limit(MAX_FRAMES)
          .map(frame -> SingleLine.printable(frame.toString()))
          .toList();
    }
  }

  /**
   * The stacks of threads that wait for a stream with nothing to read; equal stacks are shown once.
   */
  List<Part> stackParts() {
    Map<List<String>, List<WaitingReader>> byStack = new LinkedHashMap<>();
    waiting()
        .forEach(one -> byStack.computeIfAbsent(one.stack(), of -> new ArrayList<>()).add(one));
    List<Part> parts = new ArrayList<>();
    byStack.forEach(
        (stack, waits) -> {
          parts.add(
              new Part.Code(
                  waitText(waits.get(0)), stack.stream().map(frame -> "at " + frame).toList()));
          parts.add(new Part.Items(describeSameStack(waits.subList(1, waits.size()))));
        });
    return parts;
  }

  private static List<String> describeSameStack(List<WaitingReader> more) {
    List<String> lines = new ArrayList<>();
    more.stream().limit(MAX_STACK_LINES).forEach(one -> lines.add("same stack: " + waitText(one)));
    if (more.size() > MAX_STACK_LINES) {
      lines.add(TextFormat.of("same stack: %,d more threads", more.size() - MAX_STACK_LINES));
    }
    return lines;
  }

  private static String waitText(WaitingReader one) {
    return TextFormat.of(
        "thread \"%s\" waits for stream %d of session %s%s: %s %s%s",
        SingleLine.printable(one.thread().orElse("?")),
        one.stream(),
        one.session().state().id(),
        one.session().state().isExhausted() ? "" : " (not blocked)",
        SingleLine.printable(one.request().method()),
        SingleLine.printable(one.request().uri()),
        one.request().body().map(body -> ", " + shortenBody(body)).orElse(""));
  }

  List<Map<String, Object>> json() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (WaitingReader one : waiting()) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("session", one.session().state().id());
      described.put("stream", one.stream());
      described.put("thread", one.thread().orElse(null));
      described.put("method", one.request().method());
      described.put("uri", one.request().uri());
      described.put("body", one.request().body().map(HeapFacts::shortenBody).orElse(null));
      described.put("stack", one.stack());
      all.add(described);
    }
    return all;
  }

  /**
   * The waiting readers, first those of the verdict's session, then those of other exhausted
   * sessions.
   */
  private List<WaitingReader> waiting() {
    Optional<String> judged =
        found.diagnosis().verdict().flatMap(Verdict::session).map(SessionState::id);
    return found.sessions().stream()
        .sorted(
            Comparator.comparing(
                    (HeapSession session) -> !judged.equals(Optional.of(session.state().id())))
                .thenComparing(session -> !session.state().isExhausted()))
        .flatMap(
            session ->
                session.state().streams().stream()
                    .filter(
                        stream ->
                            session.state().streamsWithReader().contains(stream)
                                || session.requests().get(stream.id()).awaitsHeaders())
                    .map(
                        stream ->
                            new WaitingReader(
                                session, stream.id(), session.requests().get(stream.id()))))
        .toList();
  }

  /** Decodes a URL-encoded form and shortens it. */
  private static String shortenBody(String body) {
    String line = SingleLine.printable(decoded(body).replaceAll("\\s+", " "));
    return line.length() <= MAX_BODY ? line : line.substring(0, MAX_BODY) + "…";
  }

  private static String decoded(String body) {
    String whole = body.replaceFirst("%[0-9A-Fa-f]?$", ""); // a dump contains only the beginning
    try {
      return FORM_ENCODED.matcher(whole).matches()
          ? URLDecoder.decode(whole, StandardCharsets.UTF_8)
          : body;
    } catch (IllegalArgumentException e) {
      return body;
    }
  }

  Optional<String> doubtText() {
    return found.activity().nanos() > 0 ? Optional.empty() : Optional.of(UNCERTAIN);
  }

  List<String> inputFacts() {
    List<String> read = new ArrayList<>();
    String closed =
        found.closedSessions() == 0
            ? ""
            : TextFormat.of("; %,d closed ones are left out", found.closedSessions());
    read.add(
        found.sessions().isEmpty()
            ? "no HTTP/2 session was open: the JVM has no request in progress, or "
                + "uses HTTP/1.1"
                + closed
            : TextFormat.of("open HTTP/2 sessions: %,d%s", found.sessions().size(), closed));
    ClientResources has = found.resources();
    List<String> seen = new ArrayList<>();
    String open = has.shared() ? "streams open" : "connections in use (HTTP/1.1)";
    addFact(seen, "%,d of %,d " + open, has.openStreams(), has.streamSlots());
    addFact(seen, "%,d requests without a stream", has.waitingRequests());
    addFact(seen, "%,d of %,d permits of Solr's client left", has.permits(), has.maxPermits());
    addFact(seen, "%,d of %,d bytes of direct memory in use", has.directBytes(), has.directLimit());
    if (!seen.isEmpty()) {
      read.add(String.join(", ", seen));
    }
    return read;
  }

  /** Adds a sentence unless one of its numbers is negative, which means unknown. */
  private static void addFact(List<String> seen, String sentence, long... numbers) {
    if (LongStream.of(numbers).allMatch(number -> number >= 0)) {
      seen.add(TextFormat.of(sentence, LongStream.of(numbers).boxed().toArray()));
    }
  }
}
