package io.streambench.cli;

import io.streambench.base.TextFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Adapts printed commands to the way in which this program was started. */
final class Invocation {
  private static final String SCRIPT_COMMAND = "./streambench ";

  /** Matches a line that contains the command. The groups are the indent and the text. */
  private static final Pattern LINE_WITH_COMMAND =
      Pattern.compile("(?m)^( *+(?:- )?+)(.*" + Pattern.quote(SCRIPT_COMMAND) + ".*)$");

  /** The indent of code, which is never wrapped. */
  private static final String CODE_INDENT = " ".repeat(6);

  private static final String START_COMMAND =
      startCommand(
          System.getProperty("sun.java.command", ""), System.getProperty("java.class.path"));

  private Invocation() {}

  /**
   * Returns the command that starts this program, which is {@code java -jar} or a script.
   *
   * @param javaCommand the property {@code sun.java.command}, which contains the main class or jar
   *     and its arguments
   */
  static String startCommand(String javaCommand, String classPath) {
    if (!javaCommand.startsWith(classPath) || !classPath.endsWith(".jar")) {
      return SCRIPT_COMMAND;
    }
    return "java -jar " + (classPath.contains(" ") ? "'" + classPath + "'" : classPath) + " ";
  }

  /** Replaces {@code ./streambench} in a text with the command that started this program. */
  static String replaceCommand(String text) {
    return text.replace(SCRIPT_COMMAND, START_COMMAND);
  }

  /** Replaces the command in a wrapped text, and wraps the lines that become too long. */
  static String replaceCommandInReport(String report) {
    return replaceCommandInReport(report, START_COMMAND);
  }

  static String replaceCommandInReport(String report, String command) {
    int growth = command.length() - SCRIPT_COMMAND.length();
    return LINE_WITH_COMMAND
        .matcher(report)
        .replaceAll(
            found -> {
              String line = found.group();
              int commands = line.split(Pattern.quote(SCRIPT_COMMAND), -1).length - 1;
              int width = TextFormat.TERMINAL_WIDTH - commands * growth;
              String indent = found.group(1);
              String wrapped =
                  line.length() <= width || indent.startsWith(CODE_INDENT)
                      ? line
                      : TextFormat.wrap(
                          found.group(2), indent, " ".repeat(Math.max(2, indent.length())), width);
              return Matcher.quoteReplacement(wrapped.replace(SCRIPT_COMMAND, command));
            });
  }
}
