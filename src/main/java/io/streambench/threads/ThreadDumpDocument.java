package io.streambench.threads;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
  private boolean cut;

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
      while (parser.nextToken() != null) {
        builder.begin(ThreadDump.Form.PLATFORM);
        value(parser);
      }
    } catch (JacksonException e) {
      cut();
    }
  }

  /** Reads the value on which the parser stands. */
  private void value(JsonParser parser) throws IOException {
    if (parser.currentToken() == JsonToken.START_OBJECT) {
      object(parser);
    } else if (parser.currentToken() == JsonToken.START_ARRAY) {
      for (JsonToken token;
          (token = parser.nextToken()) != null && token != JsonToken.END_ARRAY; ) {
        value(parser);
      }
    }
  }

  private void object(JsonParser parser) throws IOException {
    Map<String, String> fields = new HashMap<>();
    List<String> stack = null;
    for (JsonToken token; (token = parser.nextToken()) != null && token != JsonToken.END_OBJECT; ) {
      String name = parser.currentName();
      JsonToken next = parser.nextToken();
      if (next == null) {
        break;
      }
      if (next.isScalarValue()) {
        put(fields, name, parser.getText());
      } else if (STACKS.contains(name) && next == JsonToken.START_ARRAY) {
        stack = stack(parser);
      } else {
        if (name.equals("threadContainers")) {
          ofFile(fields);
        }
        value(parser);
      }
    }
    thread(fields, stack);
  }

  /** The dump's own fields, which come before its threads. */
  private void ofFile(Map<String, String> fields) {
    builder.begin(ThreadDump.Form.ALL);
    builder.process(fields.getOrDefault("processId", ""));
    builder.time(Instants.nanos(fields.get("time")));
    Optional.ofNullable(fields.get("runtimeVersion")).ifPresent(builder::version);
  }

  /** A frame is a text, or an object with the name of its class and method. */
  private static List<String> stack(JsonParser parser) throws IOException {
    List<String> frames = new ArrayList<>();
    Map<String, String> frame = new HashMap<>();
    int depth = 0;
    for (JsonToken token; (token = parser.nextToken()) != null; ) {
      if (token == JsonToken.END_ARRAY && depth == 0) {
        return frames;
      } else if (token.isStructStart()) {
        depth++;
      } else if (token.isStructEnd()) {
        depth--;
        if (frame.containsKey("className")) {
          add(frames, frame.get("className") + "." + frame.get("methodName") + "(");
        }
        frame.clear();
      } else if (depth == 0 && token.isScalarValue()) {
        add(frames, parser.getText());
      } else if (token.isScalarValue()) {
        put(frame, parser.currentName(), parser.getText());
      }
    }
    return frames;
  }

  /** A document may be larger than memory; no thread needs as much. */
  private static void put(Map<String, String> fields, String name, String text) {
    if (fields.size() < MOST_FIELDS) {
      fields.put(name, text.substring(0, Math.min(text.length(), MOST_TEXT)));
    }
  }

  private static void add(List<String> frames, String frame) {
    if (frames.size() < MOST_FRAMES) {
      frames.add(frame.substring(0, Math.min(frame.length(), MOST_TEXT)));
    }
  }

  private void thread(Map<String, String> fields, List<String> stack) {
    String name = first(fields, "name", "threadName");
    if (name == null || stack == null) {
      return;
    }
    String number = first(fields, "id", "tid", "threadId");
    builder.thread(
        name,
        number == null ? "" : number,
        "",
        millis(fields.getOrDefault("cpuTime", "")),
        OptionalDouble.empty());
    stack.forEach(builder::frame);
    builder.endThread();
  }

  private static String first(Map<String, String> fields, String... names) {
    for (String name : names) {
      if (fields.get(name) != null) {
        return fields.get(name);
      }
    }
    return null;
  }

  private static OptionalDouble millis(String text) {
    Matcher found = MILLIS.matcher(text);
    return found.find()
        ? OptionalDouble.of(Double.parseDouble(found.group(1)))
        : OptionalDouble.empty();
  }

  /** Solr's XML: elements whose attribute is the name that a field has in JSON. */
  private void xml(InputStream in) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      // of bytes that are no UTF-8 the reader itself would print a message
      Reader text = new InputStreamReader(in, StandardCharsets.UTF_8);
      new SolrXml(factory.createXMLStreamReader(text)).read();
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

  private final class SolrXml {
    private final XMLStreamReader reader;
    private final List<Map<String, String>> lists = new ArrayList<>();
    private List<String> stack;
    private String name = "";
    private boolean inStack;

    SolrXml(XMLStreamReader reader) {
      this.reader = reader;
    }

    void read() throws XMLStreamException {
      StringBuilder text = new StringBuilder();
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            text.setLength(0);
            begins(reader.getLocalName());
          }
          case XMLStreamConstants.CHARACTERS -> {
            if (text.length() < MOST_TEXT) {
              text.append(reader.getText());
            }
          }
          case XMLStreamConstants.END_ELEMENT -> ends(reader.getLocalName(), text.toString());
          default -> {}
        }
      }
    }

    private void begins(String element) {
      String named = reader.getAttributeValue(null, "name");
      name = named == null ? "" : named;
      if (element.equals("lst")) {
        lists.add(new HashMap<>());
      } else if (element.equals("arr") && STACKS.contains(name)) {
        stack = new ArrayList<>();
        inStack = true;
      }
    }

    private void ends(String element, String text) {
      if (inStack) {
        if (element.equals("arr")) {
          inStack = false;
        } else {
          add(stack, text);
        }
      } else if (element.equals("lst") && !lists.isEmpty()) {
        Map<String, String> fields = lists.remove(lists.size() - 1);
        if (stack != null && fields.containsKey("name")) {
          thread(fields, stack);
          stack = null;
        }
      } else if (!lists.isEmpty() && !name.isEmpty()) {
        put(lists.get(lists.size() - 1), name, text);
        name = "";
      }
    }
  }
}
