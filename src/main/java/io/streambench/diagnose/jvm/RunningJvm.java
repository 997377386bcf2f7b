package io.streambench.diagnose.jvm;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A JVM on this machine that can be attached to.
 *
 * @param arguments the command line, which starts with the path of {@code java}
 */
public record RunningJvm(long pid, List<String> arguments) {
  private static final Set<String> PROGRAM_OPTIONS = Set.of("-jar", "-m", "--module");
  private static final Set<String> OPTIONS_WITH_VALUE =
      Set.of(
          "-cp",
          "-classpath",
          "--class-path",
          "-p",
          "--module-path",
          "--upgrade-module-path",
          "--add-modules",
          "--add-exports",
          "--add-opens",
          "--add-reads",
          "--patch-module",
          "--limit-modules",
          "--enable-native-access");

  private static final Pattern HOME_OPTION = Pattern.compile("(?s)-Dsolr\\.(?:solr\\.)?home=(.*)");
  private static final Pattern PORT_OPTION =
      Pattern.compile("(?s)-D(?:solr\\.port\\.listen|jetty\\.port)=(.*)");

  /**
   * Returns the JVMs of this user, or of all users if this user is root. Omits this JVM, JVMs in
   * other containers, and JVMs with attaching disabled. Does not attach to any JVM.
   */
  public static List<RunningJvm> list() {
    return ProcessHandle.allProcesses()
        .filter(LocalProcess::isAttachPermitted)
        .map(ProcessHandle::pid)
        .filter(pid -> pid != ProcessHandle.current().pid())
        .filter(LocalProcess::isJava)
        .filter(LocalProcess::isJvm)
        .filter(pid -> !LocalProcess.isAttachingDisabled(pid))
        .filter(pid -> !LocalProcess.isInOtherContainer(pid))
        .sorted()
        .map(pid -> new RunningJvm(pid, LocalProcess.arguments(pid)))
        .toList();
  }

  /** Returns whether the command line is that of a Solr node. */
  public boolean isSolrNode() {
    return optionValue(HOME_OPTION).isPresent();
  }

  public String description() {
    return pid
        + "  "
        + program()
        + optionValue(PORT_OPTION).map(port -> "  port " + port).orElse("")
        + optionValue(HOME_OPTION).map(home -> "  home " + home).orElse("");
  }

  private Optional<String> optionValue(Pattern property) {
    return arguments.stream()
        .map(property::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** Returns the jar or the main class, or {@code java} if the command line names neither. */
  private String program() {
    for (int i = 1; i < arguments.size(); i++) {
      String argument = arguments.get(i);
      if (PROGRAM_OPTIONS.contains(argument)) {
        return i + 1 < arguments.size() ? arguments.get(i + 1) : "java";
      } else if (OPTIONS_WITH_VALUE.contains(argument)) {
        i++;
      } else if (!argument.startsWith("-") && !argument.startsWith("@")) {
        return argument;
      }
    }
    return "java";
  }
}
