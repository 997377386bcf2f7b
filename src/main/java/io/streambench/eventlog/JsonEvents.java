package io.streambench.eventlog;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.regex.Pattern;

/**
 * A log in JSON whose events take several lines each, as Log4j's layout writes them by default,
 * with a line for each event. Not thread-safe.
 */
final class JsonEvents extends InputStream {
  private static final JsonFactory FACTORY = new JsonFactory();

  private static final int MOST_BYTES = 1 << 20;

  /** The beginning of an event over several lines, or of an array of them. */
  private static final Pattern BEGIN = Pattern.compile("^\\s*\\[?\\s*\\{\\s*\\n\\s*\"");

  private static final Pattern MESSAGE =
      Pattern.compile("\"(?:message|msg|log|instant|timeMillis|@timestamp)\"\\s*:");

  private final InputStream in;
  private final JsonParser parser;
  private InputStream line = InputStream.nullInputStream();

  /**
   * @param in closed with this
   */
  JsonEvents(InputStream in) throws IOException {
    this.in = in;
    this.parser = FACTORY.createParser(in);
  }

  /** Returns whether a text begins as such a log does. */
  static boolean is(String head) {
    return BEGIN.matcher(head).find() && MESSAGE.matcher(head).find();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int at, int length) throws IOException {
    int read = line.read(into, at, length);
    return read < 0 && next() ? line.read(into, at, length) : read;
  }

  /** Takes the next event; false at the end, or where the text is no JSON any more. */
  private boolean next() throws IOException {
    try {
      for (JsonToken token; (token = parser.nextToken()) != null; ) {
        if (token == JsonToken.START_OBJECT) {
          line = new ByteArrayInputStream(event());
          return true;
        }
      }
    } catch (JacksonException e) {
      return false; // what came before counts
    }
    return false;
  }

  private byte[] event() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int depth = 1;
    try (JsonGenerator compact = FACTORY.createGenerator(bytes)) {
      compact.copyCurrentEvent(parser);
      for (JsonToken token; depth > 0 && (token = parser.nextToken()) != null; ) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        if (bytes.size() < MOST_BYTES) {
          compact.copyCurrentEvent(parser);
          compact.flush();
        }
      }
    }
    bytes.write('\n');
    return bytes.size() > MOST_BYTES ? new byte[] {'\n'} : bytes.toByteArray();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
