package io.streambench.cli;

/** How this program was started. The commands that it prints begin in the same way. */
final class Invocation {
  private static final String SCRIPT = "./streambench ";
  private static final String COMMAND =
      command(System.getProperty("sun.java.command", ""), System.getProperty("java.class.path"));

  private Invocation() {}

  /**
   * Returns how the program is started.
   *
   * @param java what follows the options of {@code java}: a main class, or the jar of {@code -jar}
   */
  static String command(String java, String classPath) {
    if (!java.startsWith(classPath) || !classPath.endsWith(".jar")) {
      return SCRIPT;
    }
    return "java -jar " + (classPath.contains(" ") ? "'" + classPath + "'" : classPath) + " ";
  }

  /** Replaces {@code ./streambench} in a text with the command that started this program. */
  static String applyTo(String text) {
    return text.replace(SCRIPT, COMMAND);
  }
}
