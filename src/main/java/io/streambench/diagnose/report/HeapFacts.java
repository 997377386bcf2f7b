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

/** Facts that only a heap dump shows: the waiting threads and their requests. */
record HeapFacts(HeapDiagnosis heapDiagnosis) {
  private static final int MAX_FRAMES = 16;
  private static final int MAX_SAME_STACK_LINES = 2;

  /** Matches a URL-encoded form, but not JSON. */
  private static final Pattern FORM_ENCODED = Pattern.compile("[A-Za-z0-9*._~+%&=-]*+");

  /** Matches the packages of the JDK, whose stack frames only show that a thread waits. */
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\.");

  private static final int MAX_BODY_CHARACTERS = 300;
  private static final String ONE_DUMP_DOUBT =
      "one dump shows one moment. To prove that nothing moves, take a "
          + "second one ten seconds later: ./streambench analyze first.hprof "
          + "second.hprof";

  private record WaitingReader(HeapSession session, int streamId, HeapRequest request) {
    Optional<String> threadName() {
      return request.waitingThread().map(HeapDumpThread::name);
    }

    /** Returns the stack of the waiting thread without JDK frames, innermost frame first. */
    List<String> stack() {
      return request.waitingThread().map(HeapDumpThread::stack).orElse(List.of()).stream()
          .filter(frame -> !JDK.matcher(frame.getClassName()).lookingAt())
          .limit(MAX_FRAMES)
          .map(frame -> SingleLine.toPrintable(frame.toString()))
          .toList();
    }
  }

  /** Returns the distinct stacks of the threads that wait for a stream without data to read. */
  List<Part> stackParts() {
    Map<List<String>, List<WaitingReader>> byStack = new LinkedHashMap<>();
    waitingReaders()
        .forEach(
            reader ->
                byStack.computeIfAbsent(reader.stack(), key -> new ArrayList<>()).add(reader));
    List<Part> parts = new ArrayList<>();
    byStack.forEach(
        (stack, waits) -> {
          parts.add(
              new Part.Code(
                  describeWait(waits.get(0)), stack.stream().map(frame -> "at " + frame).toList()));
          parts.add(new Part.Items(describeSameStack(waits.subList(1, waits.size()))));
        });
    return parts;
  }

  private static List<String> describeSameStack(List<WaitingReader> otherReaders) {
    List<String> lines = new ArrayList<>();
    otherReaders.stream()
        .limit(MAX_SAME_STACK_LINES)
        .forEach(reader -> lines.add("same stack: " + describeWait(reader)));
    if (otherReaders.size() > MAX_SAME_STACK_LINES) {
      lines.add(
          TextFormat.of(
              "same stack: %,d more threads", otherReaders.size() - MAX_SAME_STACK_LINES));
    }
    return lines;
  }

  private static String describeWait(WaitingReader reader) {
    return TextFormat.of(
        "thread \"%s\" waits for stream %d of session %s%s: %s %s%s",
        SingleLine.toPrintable(reader.threadName().orElse("?")),
        reader.streamId(),
        reader.session().state().id(),
        reader.session().state().isExhausted() ? "" : " (not blocked)",
        SingleLine.toPrintable(reader.request().method()),
        SingleLine.toPrintable(reader.request().uri()),
        reader.request().body().map(body -> ", " + shortenBody(body)).orElse(""));
  }

  List<Map<String, Object>> json() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (WaitingReader reader : waitingReaders()) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("session", reader.session().state().id());
      described.put("stream", reader.streamId());
      described.put("thread", reader.threadName().orElse(null));
      described.put("method", reader.request().method());
      described.put("uri", reader.request().uri());
      described.put("body", reader.request().body().map(HeapFacts::shortenBody).orElse(null));
      described.put("stack", reader.stack());
      all.add(described);
    }
    return all;
  }

  /**
   * Returns the waiting readers of the verdict's session, followed by those of other exhausted
   * sessions.
   */
  private List<WaitingReader> waitingReaders() {
    Optional<String> judged =
        heapDiagnosis.toDiagnosis().verdict().flatMap(Verdict::session).map(SessionState::id);
    return heapDiagnosis.sessions().stream()
        .sorted(
            Comparator.comparing(
                    (HeapSession session) -> !judged.equals(Optional.of(session.state().id())))
                .thenComparing(session -> !session.state().isExhausted()))
        .flatMap(
            session ->
                session.state().streams().stream()
                    .filter(
                        stream ->
                            session.state().streamsWithWaitingReader().contains(stream)
                                || session.requests().get(stream.id()).isAwaitingHeaders())
                    .map(
                        stream ->
                            new WaitingReader(
                                session, stream.id(), session.requests().get(stream.id()))))
        .toList();
  }

  /** Decodes the body of a request if it is a URL-encoded form, and truncates it. */
  private static String shortenBody(String body) {
    String line = SingleLine.toPrintable(decodeForm(body).replaceAll("\\s+", " "));
    return line.length() <= MAX_BODY_CHARACTERS
        ? line
        : line.substring(0, MAX_BODY_CHARACTERS) + "…";
  }

  private static String decodeForm(String body) {
    String complete = body.replaceFirst("%[0-9A-Fa-f]?$", ""); // a dump contains only the beginning
    try {
      return FORM_ENCODED.matcher(complete).matches()
          ? URLDecoder.decode(complete, StandardCharsets.UTF_8)
          : body;
    } catch (IllegalArgumentException e) {
      return body;
    }
  }

  Optional<String> doubtText() {
    return heapDiagnosis.activity().durationNanos() > 0
        ? Optional.empty()
        : Optional.of(ONE_DUMP_DOUBT);
  }

  List<String> inputFacts() {
    List<String> read = new ArrayList<>();
    String closed =
        heapDiagnosis.closedSessionCount() == 0
            ? ""
            : TextFormat.of("; %,d closed ones are left out", heapDiagnosis.closedSessionCount());
    read.add(
        heapDiagnosis.sessions().isEmpty()
            ? "no HTTP/2 session was open: the JVM has no request in progress, or "
                + "uses HTTP/1.1"
                + closed
            : TextFormat.of(
                "open HTTP/2 sessions: %,d%s", heapDiagnosis.sessions().size(), closed));
    ClientResources resources = heapDiagnosis.resources();
    List<String> seen = new ArrayList<>();
    String open =
        resources.areConnectionsShared() ? "streams open" : "connections in use (HTTP/1.1)";
    addFact(seen, "%,d of %,d " + open, resources.openStreams(), resources.streamSlots());
    addFact(seen, "%,d requests without a stream", resources.waitingRequests());
    addFact(
        seen,
        "%,d of %,d permits of Solr's client left",
        resources.freePermits(),
        resources.maxPermits());
    addFact(
        seen,
        "%,d of %,d bytes of direct memory in use",
        resources.usedDirectBytes(),
        resources.maxDirectBytes());
    if (!seen.isEmpty()) {
      read.add(String.join(", ", seen));
    }
    return read;
  }

  /** Adds a sentence with numbers, unless one of the numbers is negative and therefore unknown. */
  private static void addFact(List<String> facts, String sentence, long... numbers) {
    if (LongStream.of(numbers).allMatch(number -> number >= 0)) {
      facts.add(TextFormat.of(sentence, LongStream.of(numbers).boxed().toArray()));
    }
  }
}
