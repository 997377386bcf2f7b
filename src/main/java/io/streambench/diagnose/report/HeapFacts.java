package io.streambench.diagnose.report;

import io.streambench.base.OneLine;
import io.streambench.base.Text;
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

/** The facts that only a heap dump has: which threads wait, and for which answers. */
record HeapFacts(HeapDiagnosis found) {
  private static final int MOST_FRAMES = 16;
  private static final int MOST_OF_STACK = 2;

  /** The characters of an encoded form, which JSON is not. */
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9*._~+%&=-]*+");

  /** Frames that say only that it waits. */
  private static final Pattern JDK = Pattern.compile("(java|jdk|sun)\\.");

  private static final int MOST_BODY = 300;
  private static final String UNCERTAIN =
      "one dump shows one moment. To prove that nothing moves, take a "
          + "second one ten seconds later: ./streambench analyze first.hprof "
          + "second.hprof";

  private record Waits(HeapSession session, int stream, HeapRequest request) {
    Optional<String> thread() {
      return request.waits().map(HeapDumpThread::name);
    }

    /** The stack of the thread without the JDK's own frames, innermost first. */
    List<String> stack() {
      return request.waits().map(HeapDumpThread::stack).orElse(List.of()).stream()
          .filter(frame -> !JDK.matcher(frame.getClassName()).lookingAt())
          .limit(MOST_FRAMES)
          .map(frame -> OneLine.shown(frame.toString()))
          .toList();
    }
  }

  /** The threads that wait for a stream with nothing to read; a stack of several is shown once. */
  List<Part> stacks() {
    Map<List<String>, List<Waits>> byStack = new LinkedHashMap<>();
    waiting()
        .forEach(one -> byStack.computeIfAbsent(one.stack(), of -> new ArrayList<>()).add(one));
    List<Part> parts = new ArrayList<>();
    byStack.forEach(
        (stack, waits) -> {
          parts.add(
              new Part.Code(
                  words(waits.get(0)), stack.stream().map(frame -> "at " + frame).toList()));
          parts.add(new Part.Items(sameStack(waits.subList(1, waits.size()))));
        });
    return parts;
  }

  private static List<String> sameStack(List<Waits> more) {
    List<String> lines = new ArrayList<>();
    more.stream().limit(MOST_OF_STACK).forEach(one -> lines.add("same stack: " + words(one)));
    if (more.size() > MOST_OF_STACK) {
      lines.add(Text.of("same stack: %,d more threads", more.size() - MOST_OF_STACK));
    }
    return lines;
  }

  private static String words(Waits one) {
    return Text.of(
        "thread \"%s\" waits for stream %d of session %s%s: %s %s%s",
        OneLine.shown(one.thread().orElse("?")),
        one.stream(),
        one.session().state().id(),
        one.session().state().exhausted() ? "" : " (not blocked)",
        OneLine.shown(one.request().method()),
        OneLine.shown(one.request().uri()),
        one.request().body().map(body -> ", " + shortened(body)).orElse(""));
  }

  List<Map<String, Object>> json() {
    List<Map<String, Object>> all = new ArrayList<>();
    for (Waits one : waiting()) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("session", one.session().state().id());
      described.put("stream", one.stream());
      described.put("thread", one.thread().orElse(null));
      described.put("method", one.request().method());
      described.put("uri", one.request().uri());
      described.put("body", one.request().body().map(HeapFacts::shortened).orElse(null));
      described.put("stack", one.stack());
      all.add(described);
    }
    return all;
  }

  /** Of the session that the verdict is about first, then of others without window. */
  private List<Waits> waiting() {
    Optional<String> judged =
        found.diagnosis().verdict().flatMap(Verdict::session).map(SessionState::id);
    return found.sessions().stream()
        .sorted(
            Comparator.comparing(
                    (HeapSession session) -> !judged.equals(Optional.of(session.state().id())))
                .thenComparing(session -> !session.state().exhausted()))
        .flatMap(
            session ->
                session.state().streams().stream()
                    .filter(
                        stream ->
                            session.state().awaitedStreams().contains(stream)
                                || session.requests().get(stream.id()).opening())
                    .map(
                        stream ->
                            new Waits(session, stream.id(), session.requests().get(stream.id()))))
        .toList();
  }

  /** A form as it was before it was encoded. */
  private static String shortened(String body) {
    String line = OneLine.shown(decoded(body).replaceAll("\\s+", " "));
    return line.length() <= MOST_BODY ? line : line.substring(0, MOST_BODY) + "…";
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

  Optional<String> doubt() {
    return found.activity().nanos() > 0 ? Optional.empty() : Optional.of(UNCERTAIN);
  }

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
    ClientResources has = found.resources();
    List<String> seen = new ArrayList<>();
    String open = has.shared() ? "streams open" : "connections in use (HTTP/1.1)";
    seen(seen, "%,d of %,d " + open, has.openStreams(), has.streamSlots());
    seen(seen, "%,d requests without a stream", has.waitingRequests());
    seen(seen, "%,d of %,d permits of Solr's client left", has.permits(), has.mostPermits());
    seen(seen, "%,d of %,d bytes of direct memory in use", has.directBytes(), has.directLimit());
    if (!seen.isEmpty()) {
      read.add(String.join(", ", seen));
    }
    return read;
  }

  /** Adds a sentence, unless one of its numbers is unknown, which is below 0. */
  private static void seen(List<String> seen, String sentence, long... numbers) {
    if (LongStream.of(numbers).allMatch(number -> number >= 0)) {
      seen.add(Text.of(sentence, LongStream.of(numbers).boxed().toArray()));
    }
  }
}
