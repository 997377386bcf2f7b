package io.streambench.eventlog;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One flow-control line of Jetty 10, 11 or 12, taken apart, behind any layout. Used for one line
 * after another. Not thread-safe. Each line ends with a session or stream as its {@code toString}
 * shows it: {@code HTTP2ClientSession@hash{...}}, {@code HTTP2Stream@hash#id@session{...}} (Jetty
 * 10 and 11), {@code HTTP2Stream#id@session{...}} (Jetty 12).
 */
final class JettyLine {
  enum Kind {
    RECEIVED(Cause.DATA_RECEIVED),
    /** Consumed, and credit is kept back. */
    CONSUMED(Cause.DATA_CONSUMED),
    /** Consumed, and all credit is given back with it. */
    CREDITED(Cause.DATA_CONSUMED),
    /** Consumed on a stream that gets no credit any more, since nothing more comes for it. */
    IGNORED(Cause.DATA_CONSUMED),
    SENDING(Cause.DATA_SENT),
    SEND_WINDOW_UPDATED(Cause.WINDOW_UPDATE_RECEIVED),
    INITIAL_WINDOW_UPDATED(Cause.STATE),
    STALLED(Cause.STALLED),
    UNSTALLED(Cause.RESUMED);

    final Cause cause;

    Kind(Cause cause) {
      this.cause = cause;
    }
  }

  enum Match {
    /** It is a flow-control line, and the fields hold what it says. */
    EVENT,
    GARBLED,
    OTHER
  }

  private static final String HASH = "(\\p{XDigit}{1,8}+)";
  private static final String SUBJECT =
      "(\\w++)(?:@" + HASH + ")?+(?:#(\\d{1,18}+)@" + HASH + ")?+\\{";

  /** A message: the words that only it and its likes begin with, and how it goes on. */
  private record Message(Kind kind, String begin, Pattern rest) {
    /** In {@code rest}, # is a number, ~ one that may be negative, and @ session or stream. */
    static Message of(Kind kind, String begin, String rest) {
      String pattern =
          rest.replace("@", "(?:session|stream)")
              .replace("#", "(\\d{1,18}+)")
              .replace("~", "(-?\\d{1,18}+)");
      return new Message(kind, begin, Pattern.compile(pattern + SUBJECT));
    }
  }

  private static final String CONSUMED = "Data consumed, ";

  private static final Message[] MESSAGES = {
    Message.of(Kind.RECEIVED, "Data received, ", "# bytes, updated @ recv window ~ -> ~ for "),
    Message.of(Kind.CONSUMED, CONSUMED, "# bytes, (?:concurrent )?+@ recv window level #/# for "),
    Message.of(Kind.SENDING, "Sending, ", "@ send window ~ -> ~ for "),
    Message.of(Kind.CREDITED, CONSUMED, "# bytes, updated @ recv window by #/# for "),
    Message.of(Kind.CREDITED, CONSUMED, "increased @ recv window by # for "),
    Message.of(
        Kind.IGNORED, CONSUMED, "# bytes, ignoring update stream recv window for remotely closed "),
    Message.of(Kind.IGNORED, CONSUMED, "ignoring update @ recv window by # for remotely closed "),
    Message.of(Kind.SEND_WINDOW_UPDATED, "Updated session send window ", "~ -> ~ for "),
    Message.of(Kind.SEND_WINDOW_UPDATED, "Updated stream send window ", "~ -> ~ for "),
    Message.of(Kind.INITIAL_WINDOW_UPDATED, "Updated initial stream recv window ", "~ -> ~ for "),
    Message.of(Kind.STALLED, "Session stalled ", ""),
    Message.of(Kind.STALLED, "Stream stalled ", ""),
    Message.of(Kind.UNSTALLED, "Session unstalled after ", "# ms "),
    Message.of(Kind.UNSTALLED, "Stream unstalled after ", "# ms ")
  };

  /** The end of a colour code, as in {@code ESC[1;34m}, and its greatest length. */
  private static final Pattern COLOUR = Pattern.compile("\\e\\[[\\d;]*+m$");

  private static final int MAX_COLOUR = 40;

  /** Fields of the subject. */
  static final Pattern LOCAL = Pattern.compile("local:([^,}]*+)");

  static final Pattern REMOTE = Pattern.compile(",remote:([^,}]*+)");
  static final Pattern RECV_WINDOW = number("recvWindow=");
  static final Pattern STREAMS = number("state=\\[streams=");
  private static final Pattern SEND_WINDOW = number("sendWindow=");
  private static final Pattern FAILURE = Pattern.compile("failure=([^\\])]*+)");
  private static final Pattern UNPRINTABLE = Pattern.compile("\\p{Cntrl}|[\\x80-\\x9f]");

  private String line = "";
  private int detailsAt;
  private boolean client;

  Kind kind;

  /** Bytes received or consumed; {@link FlowControlEvent#UNKNOWN} where the line has none. */
  long bytes;

  long before;
  long after;

  /** Consumed and not acknowledged, and the number beyond which it will be. */
  long level;

  long threshold;
  boolean ofSession;

  /** The offset of the message in the line; what stands before it belongs to the layout. */
  int messageAt;

  /** Hash of the session. */
  int session;

  int stream;

  /** Passes over a line that cannot be one: Jetty logs flow control at level DEBUG. */
  Match pass(String text) {
    messageAt = text.length();
    return Match.OTHER;
  }

  Match match(String text) {
    line = text;
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      if ((c == 'D' || c == 'S' || c == 'U') && begins(at)) {
        Match match = message(at);
        if (match != Match.OTHER) {
          messageAt = at;
          return match;
        }
      }
    }
    return pass(line);
  }

  /** Returns whether a word begins here; one may follow a colour code without a blank. */
  private boolean begins(int at) {
    if (at == 0 || !inWord(line.charAt(at - 1))) {
      return true;
    }
    return line.charAt(at - 1) == 'm'
        && COLOUR.matcher(line).region(Math.max(0, at - MAX_COLOUR), at).find();
  }

  private static boolean inWord(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }

  private Match message(int at) {
    Match match = Match.OTHER;
    for (Message message : MESSAGES) {
      if (line.startsWith(message.begin, at)) {
        match = Match.GARBLED;
        Matcher rest =
            message.rest.matcher(line).region(at + message.begin.length(), line.length());
        if (rest.lookingAt() && subject(rest)) {
          numbers(message.kind, rest);
          return Match.EVENT;
        }
      }
    }
    return match;
  }

  private boolean subject(Matcher found) {
    int last = found.groupCount();
    ofSession = found.start(last) < 0;
    detailsAt = found.end();
    String name = ofSession ? found.group(last - 3) : "";
    int hash = ofSession ? last - 2 : last;
    long id = ofSession ? 0 : number(found, last - 1);
    if (found.start(hash) < 0
        || (ofSession ? !name.contains("Se") : id == 0 || id > Integer.MAX_VALUE)) {
      return false;
    }
    client = name.contains("Cl");
    stream = (int) id;
    session = Integer.parseUnsignedInt(line, found.start(hash), found.end(hash), 16);
    return true;
  }

  private void numbers(Kind kind, Matcher found) {
    this.kind = kind;
    bytes = before = after = level = threshold = UNKNOWN;
    int count = found.groupCount() - 4; // the others are those of the subject
    switch (kind) {
      case SENDING, SEND_WINDOW_UPDATED -> {
        before = number(found, 1);
        after = number(found, 2);
      }
      case RECEIVED -> {
        bytes = number(found, 1);
        before = number(found, 2);
        after = number(found, 3);
      }
      case CONSUMED, CREDITED -> {
        bytes = number(found, 1);
        level = count > 1 ? number(found, 2) : bytes;
        threshold = count > 1 ? number(found, 3) : UNKNOWN;
      }
      case IGNORED -> bytes = number(found, 1);
      case STALLED -> after = numberShown(SEND_WINDOW);
      default -> {}
    }
  }

  private long number(Matcher found, int group) {
    return Long.parseLong(line, found.start(group), found.end(group), 10);
  }

  Role role() {
    return client ? Role.CLIENT : Role.SERVER;
  }

  boolean resetShown() {
    return line.indexOf("reset=", detailsAt) >= 0
        && line.indexOf("reset=false/false", detailsAt) < 0;
  }

  /** Returns what failed the session or stream, in Jetty's words; null if nothing did. */
  String failureShown() {
    String failure = shown(FAILURE);
    return failure == null || failure.startsWith("null")
        ? null
        : failure.substring(failure.indexOf(": ") + 1).strip();
  }

  /** The address that follows the name, without the host's name before a slash. */
  String address(Pattern name) {
    String address = shown(name);
    return address == null
        ? Session.UNKNOWN_ADDRESS
        : address.substring(address.lastIndexOf('/') + 1);
  }

  private static Pattern number(String name) {
    return Pattern.compile(name + "(-?\\d{1,18}+(?!\\d))?+");
  }

  long numberShown(Pattern field) {
    String number = shown(field);
    return number == null ? UNKNOWN : Long.parseLong(number);
  }

  /** A field of the subject, harmless for a terminal; null if the line does not show it. */
  private String shown(Pattern field) {
    Matcher found = field.matcher(line).region(detailsAt, line.length());
    return found.find() && found.group(1) != null
        ? UNPRINTABLE.matcher(found.group(1)).replaceAll("?")
        : null;
  }
}
