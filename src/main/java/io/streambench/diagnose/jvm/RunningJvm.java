package io.streambench.diagnose.jvm;

import com.sun.tools.attach.VirtualMachine;
import com.sun.tools.attach.VirtualMachineDescriptor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JVM on this machine that can be attached to, with its main class or jar and arguments. */
public record RunningJvm(long pid, String program, List<String> arguments) {
  private static final Pattern HOME = Pattern.compile("(?s)-Dsolr\\.(?:solr\\.)?home=(.*)");
  private static final Pattern PORT =
      Pattern.compile("(?s)-D(?:solr\\.port\\.listen|jetty\\.port)=(.*)");

  /**
   * Lists this user's JVMs except this one, without attaching to them. JVMs that the JDK does not
   * list are found among all processes: {@code bin/solr} starts a node with {@code
   * -XX:+PerfDisableSharedMem}, so it has no file by which the JDK would find it.
   */
  public static List<RunningJvm> list() {
    Map<Long, String> programs = new TreeMap<>();
    ProcessHandle.allProcesses()
        .filter(RunningJvm::isOwnJvm)
        .filter(RunningJvm::isResponsive)
        .forEach(
            process -> programs.put(process.pid(), jar(arguments(process.pid())).orElse("java")));
    VirtualMachine.list().forEach(jvm -> programs.put(Long.parseLong(jvm.id()), program(jvm)));
    programs.remove(ProcessHandle.current().pid());
    // The JDK also lists process identifiers of ended JVMs that ran in another namespace.
    programs.keySet().removeIf(pid -> !LocalProcess.isJvm(pid));
    return programs.entrySet().stream()
        .map(jvm -> new RunningJvm(jvm.getKey(), jvm.getValue(), arguments(jvm.getKey())))
        .toList();
  }

  /** Returns whether the command line is that of a Solr node, which always loads Jetty's HTTP/2. */
  public boolean isSolrNode() {
    return value(HOME).isPresent();
  }

  public String line() {
    return pid
        + "  "
        + program
        + value(PORT).map(port -> "  port " + port).orElse("")
        + value(HOME).map(home -> "  home " + home).orElse("");
  }

  private Optional<String> value(Pattern property) {
    return arguments.stream()
        .map(property::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group(1))
        .findFirst();
  }

  /** The whole command line, which {@link ProcessHandle} truncates if it is long. */
  private static List<String> arguments(long pid) {
    try {
      return List.of(
          Files.readString(
                  Path.of("/proc", Long.toString(pid), "cmdline"), StandardCharsets.ISO_8859_1)
              .split("\0"));
    } catch (IOException e) { // not Linux, or it has ended
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().arguments())
          .map(List::of)
          .orElse(List.of());
    }
  }

  private static boolean isOwnJvm(ProcessHandle process) {
    String mine = System.getProperty("user.name");
    return process.info().command().filter(path -> path.matches(".*/java( .*)?")).isPresent()
        && (mine.equals("root") || process.info().user().filter(mine::equals).isPresent());
  }

  /** Returns whether the process can be attached to: not if disabled, or in another container. */
  private static boolean isResponsive(ProcessHandle process) {
    return !arguments(process.pid()).contains("-XX:+DisableAttachMechanism")
        && !LocalProcess.isInOtherContainer(process.pid())
        && LocalProcess.isJvm(process.pid());
  }

  /** The jar or main class; the display name cannot be split if a jar's path has blanks. */
  private static String program(VirtualMachineDescriptor jvm) {
    return jar(arguments(Long.parseLong(jvm.id())))
        .orElseGet(() -> jvm.displayName().split(" ")[0]);
  }

  private static Optional<String> jar(List<String> arguments) {
    int jar = arguments.indexOf("-jar") + 1;
    return jar > 0 && jar < arguments.size() ? Optional.of(arguments.get(jar)) : Optional.empty();
  }
}
