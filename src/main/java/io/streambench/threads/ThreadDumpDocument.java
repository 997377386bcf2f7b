package io.streambench.threads;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Reads thread dumps that are documents: {@code Thread.dump_to_file -format=json}, Solr's {@code
 * /admin/info/threads} (JSON of both APIs, XML), Spring's actuator. Whatever else the document has,
 * a thread is an object with a name and a stack. One of a document that is cut short counts.
 */
public final class ThreadDumpDocument {
  private static final int MOST_FIELDS = 100;
  private static final int MOST_FRAMES = 5_000;
  private static final int MOST_TEXT = 2_000;
  private static final Set<String> STACKS = Set.of("stack", "stackTrace");

  /** Behind a mark of UTF-8, or the header of an answer. */
  private static final Pattern BEGIN =
      Pattern.compile("(?m)^(?:\\u00ef\\u00bb\\u00bf)?[ \\t]*([\\[{<])");

  private static final Pattern KNOWN =
      Pattern.compile(
          "\"(?:threadDump|threadContainers|stackTrace|responseHeader|lockedMonitors)\"\\s*:"
              + "|\"threads\"\\s*:\\s*\\[");
  private static final Pattern LOG_LINE =
      Pattern.compile("^\\{[^\\n]*\"(?:log|message|MESSAGE|@timestamp|instant)\"\\s*:");
  private static final Pattern MILLIS = Pattern.compile("^(\\d{1,15}(?:\\.\\d{1,9})?)ms$");

  private final DumpBuilder builder;
  private final Deque<Open> open = new ArrayDeque<>();
  private boolean cut;

  /** An object or an array that is being read. */
  private static final class Open {
    final boolean isStack;
    final Map<String, String> fields = new HashMap<>();

    /** The frames of this array, or of the one that this object has; null if it has none. */
    List<String> stack;

    Open(String name) {
      isStack = STACKS.contains(name);
      stack = isStack ? new ArrayList<>() : null;
    }
  }

  private ThreadDumpDocument(String source) {
    this.builder = new DumpBuilder(source);
  }

  /** The dumps of a document, and whether it ends in the middle. */
  public record Found(List<ThreadDump> dumps, boolean cut) {}

  /**
   * The place where such a document begins; -1 if there is none.
   *
   * @param head the first bytes of a file, one character each
   */
  public static int begins(String head) {
    Matcher begin = BEGIN.matcher(head);
    while (begin.find()) {
      String text = head.substring(begin.start(1));
      boolean document =
          text.startsWith("<")
              ? text.contains("<response>") || text.contains("name=\"threadDump\"")
              : KNOWN.matcher(text).find() && !LOG_LINE.matcher(text).find();
      if (document) {
        return begin.start(1);
      }
    }
    return -1;
  }

  /**
   * Reads a document.
   *
   * @param source the name of the file, for people
   * @throws IOException if the file cannot be read; not for what is in it
   */
  public static Found read(InputStream in, String source, boolean xml) throws IOException {
    ThreadDumpDocument document = new ThreadDumpDocument(source);
    document.builder.begin(ThreadDump.Form.PLATFORM);
    if (xml) {
      document.xml(in);
    } else {
      document.json(in);
    }
    return new Found(document.builder.dumps(), document.cut);
  }

  private void json(InputStream in) throws IOException {
    try (JsonParser parser = new JsonFactory().createParser(in)) {
      for (JsonToken token; (token = parser.nextToken()) != null; ) {
        if (open.isEmpty()) {
          builder.begin(ThreadDump.Form.PLATFORM);
        }
        if (token.isStructStart()) {
          begin(Optional.ofNullable(parser.currentName()).orElse(""));
        } else if (token.isStructEnd()) {
          end();
        } else if (token.isScalarValue()) {
          value(Optional.ofNullable(parser.currentName()).orElse(""), parser.getText());
        }
      }
    } catch (JacksonException e) {
      cut();
    }
  }

  /** Solr's XML: elements whose attribute is the name that a field has in JSON. */
  private void xml(InputStream in) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    StringBuilder text = new StringBuilder();
    String name = "";
    try {
      // of bytes that are no UTF-8 the reader itself would print a message
      XMLStreamReader reader =
          factory.createXMLStreamReader(new InputStreamReader(in, StandardCharsets.UTF_8));
      while (reader.hasNext()) {
        int event = reader.next();
        boolean struct = reader.hasName() && Set.of("lst", "arr").contains(reader.getLocalName());
        if (event == XMLStreamConstants.START_ELEMENT) {
          text.setLength(0);
          name = Optional.ofNullable(reader.getAttributeValue(null, "name")).orElse("");
          if (struct) {
            begin(name);
          }
        } else if (event == XMLStreamConstants.CHARACTERS && text.length() < MOST_TEXT) {
          text.append(reader.getText());
        } else if (event == XMLStreamConstants.END_ELEMENT && struct) {
          end();
        } else if (event == XMLStreamConstants.END_ELEMENT) {
          value(name, text.toString());
        }
      }
    } catch (XMLStreamException e) {
      if (e.getNestedException() instanceof IOException io) {
        throw io;
      }
      cut();
    } catch (RuntimeException e) { // the JDK's reader, of some damaged documents
      cut();
    }
  }

  private void cut() {
    cut = true;
    builder.broken();
  }

  private void begin(String name) {
    if (name.equals("threadContainers") && !open.isEmpty()) {
      ofFile(open.peek().fields);
    }
    open.push(new Open(name));
  }

  /** The dump's own fields, which come before its threads. */
  private void ofFile(Map<String, String> fields) {
    builder.begin(ThreadDump.Form.ALL);
    builder.process(fields.getOrDefault("processId", ""));
    builder.time(nanos(fields.getOrDefault("time", "")));
    Optional.ofNullable(fields.get("runtimeVersion")).ifPresent(builder::version);
  }

  /** The time in nanoseconds since the epoch; empty for a text that is none. */
  private static OptionalLong nanos(String time) {
    try {
      return OptionalLong.of(ChronoUnit.NANOS.between(Instant.EPOCH, Instant.parse(time)));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }

  /** A document may be larger than memory; no thread needs as much. */
  private void value(String name, String text) {
    Open in = open.peek();
    String kept = text.substring(0, Math.min(text.length(), MOST_TEXT));
    if (in == null) {
      return;
    }
    if (in.isStack) {
      frame(in, kept);
    } else if (in.fields.size() < MOST_FIELDS) {
      in.fields.put(name, kept);
    }
  }

  private static void frame(Open stack, String frame) {
    if (stack.stack.size() < MOST_FRAMES) {
      stack.stack.add(frame);
    }
  }

  private void end() {
    if (open.isEmpty()) {
      return;
    }
    Open ended = open.pop();
    Open around = open.peek();
    Map<String, String> fields = ended.fields;
    if (ended.isStack) {
      if (around != null) {
        around.stack = ended.stack;
      }
    } else if (around != null && around.isStack) { // a frame with the name of class and method
      if (fields.containsKey("className")) {
        frame(around, fields.get("className") + "." + fields.get("methodName") + "(");
      }
    } else if (ended.stack != null) {
      first(fields, "name", "threadName").ifPresent(name -> thread(name, ended));
    }
  }

  private void thread(String name, Open ended) {
    Matcher millis = MILLIS.matcher(ended.fields.getOrDefault("cpuTime", ""));
    builder.thread(
        name,
        first(ended.fields, "id", "tid", "threadId").orElse(""),
        "",
        millis.find()
            ? OptionalDouble.of(Double.parseDouble(millis.group(1)))
            : OptionalDouble.empty(),
        OptionalDouble.empty());
    ended.stack.forEach(builder::frame);
    builder.endThread();
  }

  private static Optional<String> first(Map<String, String> fields, String... names) {
    return Stream.of(names).filter(fields::containsKey).map(fields::get).findFirst();
  }
}
