package io.streambench.flow.threads;

import static java.util.Locale.ROOT;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.base.files.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.io.SequenceInputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipException;

/**
 * Parses thread dumps in JSON, as written by {@code Thread.dump_to_file}, Solr's {@code
 * /admin/info/threads}, Spring's actuator and others. Any object with a name and a stack is a
 * thread. The document may be truncated.
 */
public final class ThreadDumpJsonParser {
  /**
   * Matches the start of a JSON document, possibly after a byte-order mark, headers or a callback.
   */
  private static final Pattern BEGIN =
      Pattern.compile("(?m)^(?:\\u00ef\\u00bb\\u00bf)?[ \\t]*(?:\\w+\\()?([\\[{])");

  private static final Pattern DUMP_FIELDS =
      Pattern.compile(
          "\"(?:threadContainers|stackTrace|responseHeader|lockedMonitors)\"\\s*:"
              + "|\"(?i:blocked|waited)[ _-]?(?i:count)\"\\s*(?::|=>)"
              + "|\"threads\"\\s*:\\s*\\[|\"threadDump\"\\s*:\\s*[\\[{]");

  /**
   * Matches fields of logs, errors and Solr's {@code /admin/info/logging}, which no dump contains.
   */
  private static final Pattern LOG_FIELDS =
      Pattern.compile(
          "\"(?:log|message|MESSAGE|msg|short_message|textPayload)\"\\s*:\\s*\""
              + "|\"(?:@timestamp|instant|watcher)\"\\s*:"
              + "|\"stackTrace\"\\s*:\\s*\"[\\w.$]+(?:Exception|Error)\\b");

  private static final Pattern MILLIS = Pattern.compile("^(\\d{1,15}(?:\\.\\d{1,9})?)ms$");

  private static final Pattern NAME_SEPARATORS = Pattern.compile("[ _-]");

  private static final Pattern XML_BEGIN =
      Pattern.compile("(<response>)(?s:.*?)<(?:lst|arr) name=\"thread(?:Count|Dump)\">");

  private static final int MAX_GAPS = 64;

  /** The maximum length of text between documents. A longer text may be a dump itself. */
  private static final int MAX_GAP_LENGTH = 2_000;

  private final DumpBuilder builder;
  private boolean isTruncated;
  private int gapCount;

  private ThreadDumpJsonParser(String source, OptionalLong responseNanos) {
    this.builder = new DumpBuilder(source, responseNanos);
  }

  /**
   * The dumps in a document.
   *
   * @param isTruncated whether the document is truncated
   */
  public record ParsedDumps(List<ThreadDump> dumps, boolean isTruncated) {}

  /** Returns the offset of a JSON, DMR or XML dump in a file's first bytes; -1 if none. */
  public static int findBegin(String head) {
    Matcher xml = XML_BEGIN.matcher(head);
    if (xml.find()) {
      return xml.start(1);
    }
    Matcher begin = BEGIN.matcher(head);
    while (begin.find()) {
      String text = head.substring(begin.start(1));
      if (DUMP_FIELDS.matcher(text).find() && !LOG_FIELDS.matcher(text).find()) {
        return begin.start(1);
      }
    }
    return -1;
  }

  /** Parses a file, or a node's response that arrived at {@code responseNanos}. */
  public static ParsedDumps parse(InputStream in, String source, OptionalLong responseNanos)
      throws IOException {
    ThreadDumpJsonParser document = new ThreadDumpJsonParser(source, responseNanos);
    document.parseJson(in);
    return new ParsedDumps(document.builder.dumps(), document.isTruncated);
  }

  private void parseJson(InputStream in) throws IOException {
    try {
      for (InputStream rest = in; rest != null; ) {
        rest = parseDocuments(rest);
      }
    } catch (EOFException | ZipException e) {
      isTruncated = true;
      builder.markIncomplete();
    }
  }

  /**
   * Parses documents up to text that is not JSON, such as the name of the next node. Returns a
   * stream that starts with the next document; null if there is none.
   */
  private InputStream parseDocuments(InputStream in) throws IOException {
    try (JsonParser parser = Json.MAPPER.createParser(in)) {
      parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
      parser.enable(JsonReadFeature.ALLOW_TRAILING_COMMA.mappedFeature()); // toJson writes them
      try {
        boolean isList = false; // whether the threads have no enclosing document
        while (parser.nextToken() != null) {
          if (parser.currentToken().isStructStart() && !isList) {
            builder.beginDump(ThreadDump.Coverage.PLATFORM);
          }
          isList = parseValue(parser, false).isMissingNode();
          if (isList) {
            builder.markIncomplete();
          }
        }
        return null;
      } catch (JacksonException e) {
        if (!parser.getParsingContext().inRoot()) {
          isTruncated = true;
          builder.markIncomplete();
        }
        return ++gapCount > MAX_GAPS ? null : nextDocument(parser, in);
      }
    }
  }

  /** Returns the stream from the next line that starts a document; null if there is none. */
  private InputStream nextDocument(JsonParser parser, InputStream in) throws IOException {
    ByteArrayOutputStream unread = new ByteArrayOutputStream();
    parser.releaseBuffered(unread);
    InputStream rest = new SequenceInputStream(new ByteArrayInputStream(unread.toByteArray()), in);
    PushbackInputStream lines = new PushbackInputStream(new BufferedInputStream(rest));
    int length = 0;
    for (int last = 0, next; (next = lines.read()) >= 0; last = next) {
      if (++length > MAX_GAP_LENGTH) {
        isTruncated = true;
        builder.markIncomplete();
      }
      if (last == '\n' && (next == '{' || next == '[')) {
        lines.unread(next);
        return lines;
      }
    }
    return null;
  }

  /**
   * Parses a value and adds the threads in it to the dump. To save memory, arrays in the returned
   * value are empty unless {@code keepsArrays} is true.
   */
  private JsonNode parseValue(JsonParser parser, boolean keepsArrays) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      ObjectNode object = Json.MAPPER.createObjectNode();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String name =
            NAME_SEPARATORS.matcher(parser.currentName()).replaceAll("").toLowerCase(ROOT);
        parser.nextToken();
        if (name.equals("deadlocks")) { // Solr lists these threads again
          parser.skipChildren();
          continue;
        } else if (name.equals("threadcontainers")) {
          startFileDump(object);
        }
        JsonNode value = parseValue(parser, keepsArrays || name.matches("stack.*|monitorsowned"));
        object.set(name, value);
        if (name.matches("threadcount|current")) { // the count precedes the list in Solr's dump
          builder.expectThreads(value.asInt() - (name.equals("current") ? value.asInt() / 10 : 0));
        }
      }
      return addIfThread(object) ? MissingNode.getInstance() : object;
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      ArrayNode array = Json.MAPPER.createArrayNode();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        JsonNode element = parseValue(parser, keepsArrays);
        if (keepsArrays) {
          array.add(element);
        }
      }
      return array;
    }
    return parser.readValueAsTree();
  }

  /** Starts a dump of {@code Thread.dump_to_file}, with its process, time and Java version. */
  private void startFileDump(JsonNode fields) {
    builder.beginDump(ThreadDump.Coverage.ALL);
    builder.setProcessId(fields.path("processid").asText());
    builder.setTime(parseNanos(fields.path("time").asText()));
    builder.setVersion(fields.path("runtimeversion").asText());
  }

  /** Returns the time in nanoseconds since the epoch; empty if the text is not a time. */
  private static OptionalLong parseNanos(String time) {
    try {
      return OptionalLong.of(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(time)));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns whether the object is a thread. If so, adds the thread to the dump. */
  private boolean addIfThread(JsonNode thread) {
    JsonNode name = firstField(thread, "name", "threadname");
    JsonNode stack = firstField(thread, "stack", "stacktrace", "stacktraceelements");
    if (name.isMissingNode() || !stack.isArray() && !stack.isTextual()) {
      if (thread.has("state") || thread.has("threadname")) {
        builder.markIncomplete(); // a thread whose stack cannot be read
      }
      return false;
    }
    String number = firstField(thread, "id", "tid", "threadid").asText();
    if (!number.isEmpty() && builder.isKnownThread(name.asText(), number)) {
      builder.beginDump(ThreadDump.Coverage.PLATFORM); // the next dump in a list of responses
    }
    Matcher millis = MILLIS.matcher(thread.path("cputime").asText());
    builder.startThread(
        name.asText(),
        number,
        "",
        millis.find() ? Double.parseDouble(millis.group(1)) : Double.NaN,
        Double.NaN);
    String state = firstField(thread, "state", "threadstate").asText();
    if (state.matches("(?:TIMED_)?WAITING|BLOCKED")) {
      builder.expectFrames();
    }
    stack.asText().lines().forEach(builder::addFrame); // Spark writes the stack as text
    for (JsonNode frame : stack) {
      builder.addFrame(
          frame.isObject()
              ? firstField(frame, "classname", "declaringclass").asText()
                  + "."
                  + frame.path("methodname").asText()
                  + "("
              : frame.asText());
    }
    addLocks(thread, state);
    builder.endThread();
    return true;
  }

  /** Adds a thread's locks, in the formats of Solr, Spring and the JDK. */
  private void addLocks(JsonNode thread, String state) {
    JsonNode waiting = firstField(thread, "lockwaiting", "parkblocker");
    JsonNode lock =
        waiting.isObject()
            ? firstField(waiting, "name", "object")
            : firstField(thread, "blockedon", "lockname", "lock");
    JsonNode owner =
        waiting.has("owner") ? waiting.path("owner") : firstField(thread, "owner", "lockownername");
    JsonNode number = owner.isObject() ? owner.path("id") : thread.path("lockownerid");
    String name = owner.isObject() ? owner.path("name").asText() : owner.asText();
    boolean known = !name.isEmpty() && !"null".equals(name);
    builder.locks().processState(state);
    if (lock.isTextual() && (known || state.equals("BLOCKED"))) {
      String holder =
          !known
              ? ""
              : name.matches("\\d+") ? "\n" + name : LockGraph.threadKey(name, number.asText());
      builder.locks().addWait(lock.asText(), lock.asText(), holder);
    }
    thread
        .findPath("monitorsowned")
        .findValues("locks")
        .forEach(locks -> locks.forEach(held -> builder.locks().addHolder(held.asText())));
  }

  private static JsonNode firstField(JsonNode thread, String... names) {
    return Stream.of(names)
        .filter(thread::has)
        .findFirst()
        .map(thread::path)
        .orElse(MissingNode.getInstance());
  }
}
