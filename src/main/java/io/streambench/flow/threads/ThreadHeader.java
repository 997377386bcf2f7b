package io.streambench.flow.threads;

import java.util.regex.Pattern;

/** The patterns of the first line of a thread in a dump, and of the line that follows it. */
final class ThreadHeader {
  /** Matches the first line of a thread whose name is quoted. Group 1 is the name. */
  static final Pattern QUOTED =
      Pattern.compile(
          "^\"(.*?)\" *(?:#\\d|\\[\\d|prio=|daemon|os_prio=|(?i:id)=\\d|- Thread t@\\d|tid=0x"
              + "|cpu=\\d|\\W?(?:RUNNABLE|BLOCKED|(?:TIMED_)?WAITING)(?:\\W?$| on )|$)");

  /**
   * Matches the first line of a thread in {@code Thread.dump_to_file}, {@code jstack -F} or Hadoop.
   */
  static final Pattern NUMBERED =
      Pattern.compile(
          "^(?:#|Thread )(\\d{1,18})(?: \"(.*)\"|: \\(state = | \\(((?!Thread 0x|LWP ).*)\\):$)");

  /**
   * Matches the first line of a thread in JConsole, {@code jstack -m}, Solr's Admin UI or Mission
   * Control.
   */
  static final Pattern UNQUOTED =
      Pattern.compile(
          "^(?:(?:Thread )?Name: (.+)|-{5,} (\\d{1,18}) -{5,}|([^\\s\"].*) \\((\\d{1,9})\\)"
              + "|([^\\s\"].*) \\[(\\d{1,18})\\] \\([A-Z_]+\\))$");

  /**
   * Matches the first line of a thread from {@code Thread.toString}, Solr's test framework or
   * Eclipse MAT.
   */
  static final Pattern PRINTED =
      Pattern.compile(
          "^(?:\\d{1,4}\\) )?(?:Virtual)?Thread ?\\[(?:(?:id=|#)(\\d{1,18})(?:, ?)?)?(?:name=)?\"?"
              + "(.*?)\"?(?:, id=(\\d{1,18}))?(?:, ?state=|,\\d{1,2},|\\]).*$"
              + "|^Thread (0x[0-9a-f]{6,16})$");

  /** Matches a lock, which Solr's Admin UI shows between a thread and its stack. */
  static final Pattern LOCK = Pattern.compile("^(?:\\w+\\.)+[\\w$\\[\\]]+@[0-9a-f]{1,8}$");

  /**
   * Matches the state or frame that must follow the first line of a thread whose name is not
   * quoted.
   */
  static final Pattern SECOND_LINE =
      Pattern.compile(
          "^(?:(?:Thread )?State: (?:NEW|RUNNABLE|BLOCKED|(?:TIMED_)?WAITING|TERMINATED)\\b.*"
              + "|0x[0-9a-f]+\\s.*"
              + "|[\\w.$@/<>-]+\\.[\\w$<>]+(?:\\(.*\\)| line: .*))$");

  /** Matches a thread's number after its quoted name. */
  static final Pattern THREAD_NUMBER =
      Pattern.compile("\" (?:#|.*?\\bt?(?i:id)=|- Thread t@)(\\d{1,18})\\b");

  /** Matches a thread's address in memory. */
  static final Pattern THREAD_ADDRESS = Pattern.compile(" tid=(0x[0-9a-f]{1,16})\\b");

  /**
   * Matches the processor time of a thread. Does not match a negative time, which means unknown.
   */
  static final Pattern CPU_TIME = Pattern.compile(" cpu=(\\d{1,12}(?:[.,]\\d{1,9})?)ms ");

  /** Matches the time since a thread was started. */
  static final Pattern THREAD_AGE = Pattern.compile(" elapsed=(\\d{1,12}(?:[.,]\\d{1,9})?)s ");

  private ThreadHeader() {}
}
