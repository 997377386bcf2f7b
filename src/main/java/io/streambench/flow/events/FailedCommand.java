package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.streambench.base.TextFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recognizes the output file of a failed command, which is empty or contains only an error. */
final class FailedCommand {
  /** The maximum number of lines in a file that may contain only an error message. */
  private static final int MAX_LINES = 10;

  private static final int MAX_LINE_LENGTH = 200;

  /**
   * Matches error messages. Group 1 matches messages of a jstack or jcmd that could not reach a
   * JVM.
   */
  private static final Pattern FAILURE =
      Pattern.compile(
          "(?i)(^\\d+: |unable to open|not permitted|no such process|permission denied"
              + "|doesn't respond|not secure|attach)|not found|exception|error|^created /");

  /** Matches the process ID in the first line of jcmd's output. */
  private static final Pattern JCMD_PREAMBLE = Pattern.compile("\\d+:\\s*");

  private String firstLine = "";

  /** Returns whether a file with this many lines may be the output of a failed command. */
  static boolean isPossible(long lineCount) {
    return lineCount <= MAX_LINES;
  }

  /**
   * Processes a line.
   *
   * @param lineCount the number of lines so far, including this line
   */
  void processLine(String line, long lineCount) {
    if (firstLine.isEmpty() && isPossible(lineCount) && !JCMD_PREAMBLE.matcher(line).matches()) {
      String start = line.substring(0, Math.min(line.length(), MAX_LINE_LENGTH));
      firstLine = new String(start.getBytes(ISO_8859_1), UTF_8).strip();
    }
  }

  /** Returns remarks on a file without findings; an empty list if lines of the file have times. */
  List<String> remarks(String file, long lineCount, boolean hasTimes) {
    boolean isPossible = isPossible(lineCount);
    if (firstLine.isEmpty()) {
      return isPossible ? List.of(file + " is empty") : List.of();
    } else if (hasTimes) {
      return List.of();
    }
    Matcher failure = FAILURE.matcher(firstLine);
    if (!isPossible || !failure.find()) {
      return List.of(TextFormat.of("%s is not read: it begins with '%s'", file, firstLine));
    }
    String message = TextFormat.of("%s holds only a message: '%s'", file, firstLine);
    return List.of(
        failure.group(1) == null ? message : message + "; run jstack as the user of that JVM");
  }
}
