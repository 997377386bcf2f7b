package io.streambench.cli;

/** Adapts printed commands to the way in which this program was started. */
final class Invocation {
  private static final String SCRIPT_COMMAND = "./streambench ";
  private static final String START_COMMAND =
      startCommand(
          System.getProperty("sun.java.command", ""), System.getProperty("java.class.path"));

  private Invocation() {}

  /**
   * Returns the command that starts this program, which is {@code java -jar} or a script.
   *
   * @param java the property {@code sun.java.command}: the main class or jar, and its arguments
   */
  static String startCommand(String java, String classPath) {
    if (!java.startsWith(classPath) || !classPath.endsWith(".jar")) {
      return SCRIPT_COMMAND;
    }
    return "java -jar " + (classPath.contains(" ") ? "'" + classPath + "'" : classPath) + " ";
  }

  /** Replaces {@code ./streambench} in a text with the command that started this program. */
  static String replaceCommand(String text) {
    return text.replace(SCRIPT_COMMAND, START_COMMAND);
  }
}
