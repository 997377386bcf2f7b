package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Parses flow-control lines of Jetty 10 to 12 with any log layout. One instance is reused for all
 * lines. Not thread-safe. A line ends with the {@code toString} of a session or stream: {@code
 * HTTP2ClientSession@hash{...}}, {@code HTTP2Stream@hash#id@session{...}} (Jetty 10 and 11), or
 * {@code HTTP2Stream#id@session{...}} (Jetty 12).
 */
final class JettyLine {
  enum ParseResult {
    /** A flow-control line. The fields of {@link JettyLine} contain the parsed values. */
    EVENT,
    GARBLED,
    OTHER
  }

  /** Matches a colour code at the end of a text, such as {@code ESC[1;34m}. */
  private static final Pattern COLOUR = Pattern.compile("\\e\\[[\\d;]*+m$");

  private static final int MAX_COLOUR_LENGTH = 40;

  /** The label of the local address in the {@code toString} at the end of a line. */
  static final String LOCAL_LABEL = "local:";

  static final String REMOTE_LABEL = ",remote:";
  static final String RECV_WINDOW_LABEL = "recvWindow=";
  static final String STREAMS_LABEL = "state=[streams=";
  private static final String SEND_WINDOW_LABEL = "sendWindow=";
  private static final String FAILURE_LABEL = "failure=";
  private static final Pattern UNPRINTABLE = Pattern.compile("\\p{Cntrl}|[\\x80-\\x9f]");

  private static final int MAX_DIGITS = 18;
  private static final int MAX_HASH_DIGITS = 8;

  private String line = "";

  /** The bytes of the line, or null until they are needed. */
  private byte[] lineBytes;

  /** The offset at which the next part of the message is expected. */
  private int position;

  /** The numbers in the message, indexed by the digits in {@link JettyMessage}'s patterns. */
  private final long[] numbers = new long[5];

  private long lastNumber;
  private int detailsOffset;
  private boolean isClient;

  JettyMessage.Kind kind;

  /**
   * The bytes received, consumed, sent or credited; {@link FlowControlEvent#UNKNOWN} if the line
   * shows none.
   */
  long bytes;

  long windowBefore;
  long windowAfter;

  /**
   * The number of unacknowledged bytes. Jetty sends credit if they exceed {@link #creditThreshold}.
   */
  long unacknowledgedBytes;

  long creditThreshold;
  boolean isSessionLine;

  /** The offset of the message in the line, after the layout's prefix. */
  int messageOffset;

  /** The hash that identifies the session in Jetty's log. */
  int sessionHash;

  int streamId;

  /**
   * Skips a line that is unrelated to flow control. The whole line then counts as text before a
   * message.
   */
  ParseResult skipUnrelated(String text) {
    messageOffset = text.length();
    return ParseResult.OTHER;
  }

  ParseResult parse(String text) {
    return parse(text, JettyMessage.PREFIXES.find(text, 0));
  }

  /**
   * Parses a line.
   *
   * @param prefixOffset the offset of the first {@linkplain JettyMessage#PREFIXES prefix}, or -1
   */
  ParseResult parse(String text, int prefixOffset) {
    line = text;
    lineBytes = null;
    for (int from = prefixOffset; from >= 0; from = nextPrefixOffset(from + 1)) {
      if (isWordStart(from)) {
        messageOffset = from;
        return parseMessage(from) ? ParseResult.EVENT : ParseResult.GARBLED;
      }
    }
    return skipUnrelated(text);
  }

  /** Returns the offset of the next prefix at or after {@code from}, or -1. */
  private int nextPrefixOffset(int from) {
    lineBytes = lineBytes == null ? line.getBytes(ISO_8859_1) : lineBytes;
    return JettyMessage.PREFIXES.find(lineBytes, from, lineBytes.length);
  }

  /** Returns whether a word starts at {@code at}, even directly after a colour code. */
  private boolean isWordStart(int at) {
    if (at == 0 || !isWordPart(line.charAt(at - 1))) {
      return true;
    }
    return line.charAt(at - 1) == 'm'
        && COLOUR.matcher(line).region(Math.max(0, at - MAX_COLOUR_LENGTH), at).find();
  }

  private static boolean isWordPart(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }

  private boolean parseMessage(int from) {
    for (JettyMessage message : JettyMessage.ALL) {
      if (line.startsWith(message.prefix(), from)) {
        position = from + message.prefix().length();
        Arrays.fill(numbers, UNKNOWN);
        if (matchesParts(message.rest()) && parseSubject()) {
          assignNumbers(message.kind());
          return true;
        }
      }
    }
    return false;
  }

  private boolean matchesParts(String[] parts) {
    for (String part : parts) {
      char first = part.charAt(0);
      boolean fits =
          switch (first) {
            case '0', '3', '4', '#' -> !line.startsWith("-", position) && parseNumber();
            case '1', '2', '~' -> parseNumber();
            case '@' -> skipText("session") || skipText("stream");
            case '?' -> {
              skipText("concurrent ");
              yield true;
            }
            default -> skipText(part);
          };
      if (!fits) {
        return false;
      }
      if (first >= '0' && first <= '4') {
        numbers[first - '0'] = lastNumber;
      }
    }
    return true;
  }

  private boolean skipText(String part) {
    boolean matches = line.startsWith(part, position);
    position += matches ? part.length() : 0;
    return matches;
  }

  private boolean parseNumber() {
    int sign = skipText("-") ? -1 : 1;
    int from = position;
    long number = 0;
    for (; position - from < MAX_DIGITS && isAtDigit(); position++) {
      number = number * 10 + line.charAt(position) - '0';
    }
    lastNumber = sign * number;
    return position > from;
  }

  private boolean isAtDigit() {
    return position < line.length() && line.charAt(position) >= '0' && line.charAt(position) <= '9';
  }

  /** Parses the hash after an @; returns -1 if there is none. */
  private long parseHash() {
    int from = position + 1;
    int to = from;
    long hash = 0;
    for (int digit;
        to < line.length()
            && to - from < MAX_HASH_DIGITS
            && (digit = Character.digit(line.charAt(to), 16)) >= 0;
        to++) {
      hash = hash << 4 | digit;
    }
    if (to == from || line.charAt(position) != '@') {
      return -1;
    }
    position = to;
    return hash;
  }

  private boolean parseSubject() {
    int from = position;
    while (position < line.length() && isWordPart(line.charAt(position))) {
      position++;
    }
    String name = line.substring(from, position);
    long hash = parseHash();
    long id = 0;
    isSessionLine = !skipText("#");
    if (!isSessionLine) {
      id = parseNumber() ? lastNumber : 0;
      hash = parseHash();
    }
    boolean known =
        isSessionLine ? name.contains("Se") : !name.isEmpty() && id > 0 && id <= Integer.MAX_VALUE;
    isClient = isSessionLine && name.contains("Cl");
    streamId = (int) id;
    sessionHash = (int) hash;
    detailsOffset = position + 1;
    return hash >= 0 && known && skipText("{");
  }

  private void assignNumbers(JettyMessage.Kind kind) {
    this.kind = kind;
    bytes = numbers[0];
    windowBefore = numbers[1];
    windowAfter = numbers[2];
    unacknowledgedBytes = numbers[3];
    creditThreshold = numbers[4];
    switch (kind) {
      case SENDING -> bytes = windowBefore - windowAfter;
      case SEND_WINDOW_UPDATED -> bytes = windowAfter - windowBefore;
      case CREDITED ->
          unacknowledgedBytes = unacknowledgedBytes == UNKNOWN ? bytes : unacknowledgedBytes;
      case STALLED -> windowAfter = numberField(SEND_WINDOW_LABEL);
      default -> {}
    }
  }

  Role role() {
    return isClient ? Role.CLIENT : Role.SERVER;
  }

  boolean hasReset() {
    return line.indexOf("reset=", detailsOffset) >= 0
        && line.indexOf("reset=false/false", detailsOffset) < 0;
  }

  /** Returns Jetty's message about the failure of the session or stream; null if there is none. */
  String failure() {
    String failure = fieldText(FAILURE_LABEL, "])");
    return failure == null || failure.startsWith("null")
        ? null
        : failure.substring(failure.indexOf(": ") + 1).strip();
  }

  /** Returns the IP address and port after {@code name}, or {@link Session#UNKNOWN_ADDRESS}. */
  String address(String name) {
    String address = fieldText(name, ",}");
    if (address == null) {
      address = fieldText(name.equals(LOCAL_LABEL) ? "l:" : " r:", " ,}"); // Jetty 9.4
    }
    return address == null
        ? Session.UNKNOWN_ADDRESS
        : address.substring(address.lastIndexOf('/') + 1);
  }

  /** Returns the number after {@code field}; UNKNOWN if there is none in the line. */
  long numberField(String field) {
    int found = line.indexOf(field, detailsOffset);
    position = found + field.length();
    return found >= 0 && parseNumber() && !isAtDigit() ? lastNumber : UNKNOWN;
  }

  /**
   * Returns the text after {@code field}, up to any of the {@code endCharacters}; null if missing.
   */
  private String fieldText(String field, String endCharacters) {
    int from = line.indexOf(field, detailsOffset) + field.length();
    if (from < detailsOffset + field.length()) {
      return null;
    }
    int to = from;
    while (to < line.length() && endCharacters.indexOf(line.charAt(to)) < 0) {
      to++;
    }
    return UNPRINTABLE.matcher(line.substring(from, to)).replaceAll("?");
  }
}
