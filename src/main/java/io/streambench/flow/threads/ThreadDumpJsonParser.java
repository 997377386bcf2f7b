package io.streambench.flow.threads;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.streambench.base.files.Json;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads thread dumps in JSON: {@code Thread.dump_to_file}, Solr's {@code /admin/info/threads},
 * Spring's actuator. The document may be truncated.
 */
public final class ThreadDumpJsonParser {
  /**
   * Names of the list of threads: in the JDK and Solr, in Jolokia, and for a list without a name.
   */
  private static final Set<String> THREADS = Set.of("threads", "threadDump", "value", "null");

  private static final Set<String> DUMP_FIELDS = Set.of("processId", "time", "runtimeVersion");

  /** The beginning of a document, possibly after a byte-order mark or response headers. */
  private static final Pattern BEGIN =
      Pattern.compile("(?m)^(?:\\u00ef\\u00bb\\u00bf)?[ \\t]*([\\[{])");

  private static final Pattern KNOWN =
      Pattern.compile(
          "\"(?:threadContainers|stackTrace|responseHeader|lockedMonitors)\"\\s*:"
              + "|\"threads\"\\s*:\\s*\\[|\"threadDump\"\\s*:\\s*[\\[{]");

  /** Fields of a log, of an error, or of Solr's {@code /admin/info/logging}. */
  private static final Pattern LOG_ENTRIES =
      Pattern.compile(
          "\"(?:log|message|MESSAGE|msg|short_message|textPayload)\"\\s*:\\s*\""
              + "|\"(?:@timestamp|instant|watcher)\"\\s*:"
              + "|\"stackTrace\"\\s*:\\s*\"[\\w.$]+(?:Exception|Error)\\b");

  private static final Pattern MILLIS = Pattern.compile("^(\\d{1,15}(?:\\.\\d{1,9})?)ms$");

  private final DumpBuilder builder;
  private boolean cut;

  private ThreadDumpJsonParser(String source, OptionalLong responseNanos) {
    this.builder = new DumpBuilder(source, responseNanos);
  }

  /**
   * The dumps of a document.
   *
   * @param cut whether the document is truncated
   */
  public record Found(List<ThreadDump> dumps, boolean cut) {}

  /** Returns the offset of such a document in the first bytes of a file, or -1 if there is none. */
  public static int findBegin(String head) {
    Matcher begin = BEGIN.matcher(head);
    while (begin.find()) {
      String text = head.substring(begin.start(1));
      if (KNOWN.matcher(text).find() && !LOG_ENTRIES.matcher(text).find()) {
        return begin.start(1);
      }
    }
    return -1;
  }

  /** Reads a document from a file, or a node's response that arrived at {@code responseNanos}. */
  public static Found read(InputStream in, String source, OptionalLong responseNanos)
      throws IOException {
    ThreadDumpJsonParser document = new ThreadDumpJsonParser(source, responseNanos);
    document.builder.begin(ThreadDump.Form.PLATFORM);
    document.json(in);
    return new Found(document.builder.dumps(), document.cut);
  }

  private void json(InputStream in) throws IOException {
    Map<String, String> fields = new HashMap<>();
    try (JsonParser parser = Json.MAPPER.createParser(in)) {
      for (JsonToken token; (token = parser.nextToken()) != null; ) {
        String name = parser.currentName();
        JsonStreamContext around = parser.getParsingContext().getParent();
        if (token.isStructStart() && around.inRoot()) {
          builder.begin(ThreadDump.Form.PLATFORM);
        } else if (token == JsonToken.START_OBJECT
            && ("thread".equals(name)
                || around.inArray()
                    && THREADS.contains(String.valueOf(around.getParent().getCurrentName())))) {
          thread(parser.readValueAsTree());
        } else if (token == JsonToken.START_ARRAY && "threadContainers".equals(name)) {
          startFileDump(fields);
        } else if (token.isScalarValue() && name != null && DUMP_FIELDS.contains(name)) {
          fields.put(name, parser.getText());
        } else if (token.isScalarValue() && "threadCount".equals(name)) {
          builder.expect(parser.getValueAsInt());
        } else if (token.isScalarValue() && "current".equals(name)) {
          int threads = parser.getValueAsInt(); // Solr counts before it lists them
          builder.expect(threads - threads / 10);
        }
      }
    } catch (JacksonException e) {
      cut = true;
      builder.markBroken();
    }
  }

  /** Starts a dump with its own fields, which come before its threads. */
  private void startFileDump(Map<String, String> fields) {
    builder.begin(ThreadDump.Form.ALL);
    builder.setProcess(fields.getOrDefault("processId", ""));
    builder.setTime(nanos(fields.getOrDefault("time", "")));
    Optional.ofNullable(fields.get("runtimeVersion")).ifPresent(builder::setVersion);
  }

  /** Returns the time in nanoseconds since the epoch; empty if the text is not a time. */
  private static OptionalLong nanos(String time) {
    try {
      return OptionalLong.of(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(time)));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** Reads a thread, which Solr puts into an object by itself with some values of json.nl. */
  private void thread(JsonNode entry) {
    JsonNode thread = entry.path("thread").isObject() ? entry.path("thread") : entry;
    JsonNode stack = first(thread, "stack", "stackTrace");
    JsonNode name = first(thread, "name", "threadName");
    if (name.isMissingNode()) {
      return;
    }
    if (!stack.isArray() && !stack.isTextual()) {
      builder.markBroken();
      return;
    }
    Matcher millis = MILLIS.matcher(thread.path("cpuTime").asText());
    builder.startThread(
        name.asText(),
        first(thread, "id", "tid", "threadId").asText(),
        "",
        millis.find() ? Double.parseDouble(millis.group(1)) : Double.NaN,
        Double.NaN);
    if (first(thread, "state", "threadState").asText().matches("(?:TIMED_)?WAITING|BLOCKED")) {
      builder.expectFrames();
    }
    stack.asText().lines().forEach(builder::addFrame); // Spark
    for (JsonNode frame : stack) {
      builder.addFrame(
          frame.isObject()
              ? frame.path("className").asText() + "." + frame.path("methodName").asText() + "("
              : frame.asText());
    }
    locks(thread);
    builder.endThread();
  }

  /**
   * Reads a thread's locks in the formats of Solr, Spring and the JDK. The owner is a name, a
   * number or both.
   */
  private void locks(JsonNode thread) {
    JsonNode waiting = first(thread, "lock-waiting", "parkBlocker");
    JsonNode lock =
        waiting.isObject()
            ? first(waiting, "name", "object")
            : first(thread, "blockedOn", "lockName", "lock");
    JsonNode owner =
        waiting.has("owner") ? waiting.path("owner") : first(thread, "owner", "lockOwnerName");
    JsonNode number = owner.isObject() ? owner.path("id") : thread.path("lockOwnerId");
    String name = owner.isObject() ? owner.path("name").asText() : owner.asText();
    boolean known = !name.isEmpty() && !"null".equals(name);
    builder.locks().addState(first(thread, "state", "threadState").asText());
    if (lock.isTextual()
        && (known || "BLOCKED".equals(first(thread, "state", "threadState").asText()))) {
      String holder =
          !known ? "" : name.matches("\\d+") ? "\n" + name : Locks.key(name, number.asText());
      builder.locks().addWait(lock.asText(), lock.asText(), holder);
    }
    thread
        .findPath("monitorsOwned")
        .findValues("locks")
        .forEach(locks -> locks.forEach(held -> builder.locks().addHolder(held.asText())));
  }

  private static JsonNode first(JsonNode thread, String... names) {
    return Stream.of(names)
        .filter(thread::has)
        .findFirst()
        .map(thread::path)
        .orElse(MissingNode.getInstance());
  }
}
