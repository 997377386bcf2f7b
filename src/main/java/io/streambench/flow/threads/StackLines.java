package io.streambench.flow.threads;

import java.util.regex.Pattern;

/** Recognizes the lines of a text dump, in particular those that follow a thread's first line. */
final class StackLines {
  static final int SHORT_LINE_LENGTH = 48;

  private static final String STATE_PREFIX = "java.lang.Thread.State: ";

  /** A thread's state. People also paste a stack that begins with this line. */
  static final Pattern STATE = Pattern.compile("^" + STATE_PREFIX + "[A-Z_]+\\b");

  private static final Pattern PLAIN_FRAME = Pattern.compile("^[^\\s()]+\\([^()]*\\)?$");

  /** Matches a frame as printed by {@code jstack -m} or Mission Control. */
  static final Pattern OTHER_FRAME =
      Pattern.compile(
          "^(?:(?:0x[0-9a-f]+\\s+)?\\* (\\S+\\(.*)|(\\S+) line: (?:\\d+|not available).*)$");

  /** Matches the line with a thread's CPU time, which Solr's Admin UI shows after the stack. */
  static final Pattern CPU_LINE = Pattern.compile("^(\\d{1,12}\\.\\d{4})ms$");

  static final Pattern DETAIL_LINE =
      Pattern.compile(
          "^(?:- |java\\.lang\\.Thread\\.State|Locked |blocks |waiting for .* to release lock|No"
              + " compile task|Carrying |Mounted |Compiling: |Blocked |Blocked: |User"
              + " CPU|JavaThread state|Number of locked|JNI global "
              + "|(?:group|sysTid|state|stack|held mutexes)=|native: |State: "
              + "|Waited count: |Waiting on |Stack(?: trace)?:|locks |Total blocked: |owned by "
              + "|0x[0-9a-f]+\\s|Thread (?i:state): |(?i:local variable))");

  /** Matches the state of a waiting or blocked thread, which must have a stack. */
  static final Pattern WAITING_STATE =
      Pattern.compile("^java\\.lang\\.Thread\\.State: (?:TIMED_)?(?:WAITING|BLOCKED)");

  /**
   * Matches a part of a wrapped line: the end of a thread's first line, or the start of a frame.
   */
  static final Pattern WRAPPED_LINE =
      Pattern.compile(
          "^(?:(?:daemon )?(?:prio|os_prio|cpu|elapsed|tid|nid)=|#\\d+ (?!\")"
              + "|(?:waiting )?(?:on )?condition\\b|\\[0x|at\\s*$)");

  /** Matches a remark that frames or threads were left out. */
  static final Pattern ELISION =
      Pattern.compile(
          "^\\W*(?:\\. ?\\. ?\\.|…).{0,80}$|^\\W*(?:8<|etc\\.)"
              + "|(?i)^\\W{0,9}[^\"(]{0,40}\\b(?:snip(?:ped)?|truncated|omitted|left out|removed"
              + "|cut|deleted|trimmed|skipped|elided|stripped|hidden|more|shortened)\\b.{0,40}$");

  /**
   * Matches a log line within a dump. Does not match a line about an exception, because a stack may
   * follow.
   */
  static final Pattern LOGGED =
      Pattern.compile(
          "^(?!.*(?:Exception|Error|=>))"
              + "(?:\\W?\\d{4}-\\d\\d-\\d\\d[T ].*?\\b(?:TRACE|DEBUG|INFO|WARN)\\b"
              + "|\\[[\\dT.:+-]+s?\\]\\[\\w+)");

  private StackLines() {}

  /** Returns whether a line outside of threads may begin a dump or a thread. */
  static boolean mayBeginDump(String text) {
    char first = text.charAt(0);
    return "\"#TVF_".indexOf(first) >= 0
        || first >= '0' && first <= '9' && (text.length() < SHORT_LINE_LENGTH || isListEntry(text))
        || text.startsWith("Name: ")
        || text.startsWith("-----")
        || text.startsWith(STATE_PREFIX)
        || text.endsWith(")") && text.contains(" (");
  }

  private static boolean isListEntry(String text) {
    int number = text.indexOf(')');
    return number < 4 && text.startsWith(") Thread[", number);
  }

  static boolean isFrame(String line) {
    return line.startsWith("at ") && line.indexOf('(') > 0
        || line.contains(" @bci=")
        || PLAIN_FRAME.matcher(line).find()
        || OTHER_FRAME.matcher(line).find();
  }

  /** Returns whether the line may continue on the next line. */
  static boolean mayContinue(String line) {
    return line.lastIndexOf('(') > line.lastIndexOf(')')
        || line.startsWith("- ") && line.lastIndexOf('<') > line.lastIndexOf('>')
        || line.startsWith("at ") && line.indexOf('(') < 0;
  }
}
