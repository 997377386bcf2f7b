package io.streambench.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A JVM of this machine that can be asked.
 *
 * @param pid its process
 * @param name its main class or its jar
 */
record RunningJvm(long pid, String name) {
  private static final Pattern LISTED = Pattern.compile("(\\d+) (.*)");

  /**
   * The JVMs of this user, this one left out. Those that {@code jcmd -l} does not know come from
   * the list of processes: {@code bin/solr} starts a node with {@code -XX:+PerfDisableSharedMem},
   * and such a JVM leaves no file by which jcmd would find it.
   */
  static List<RunningJvm> list() throws IOException {
    List<RunningJvm> found = new ArrayList<>(listedByJcmd());
    Set<Long> known = found.stream().map(RunningJvm::pid).collect(Collectors.toSet());
    ProcessHandle.allProcesses()
        .filter(process -> process.pid() != ProcessHandle.current().pid())
        .filter(process -> !known.contains(process.pid()))
        .filter(RunningJvm::isMineAndJava)
        .filter(RunningJvm::answers)
        .forEach(process -> found.add(new RunningJvm(process.pid(), program(process))));
    return found;
  }

  private static boolean isMineAndJava(ProcessHandle process) {
    String mine = System.getProperty("user.name");
    return process
            .info()
            .command()
            .filter(path -> path.matches(".*[/\\\\]java(\\.exe)?( \\(deleted\\))?"))
            .isPresent()
        && (mine.equals("root") || process.info().user().filter(mine::equals).isPresent());
  }

  /**
   * Not all answer, and asking is a signal to which some print all threads: those who forbid it,
   * and other JVMs than HotSpot. What is in a container is for whoever is there.
   */
  private static boolean answers(ProcessHandle process) {
    List<String> arguments = List.of(process.info().arguments().orElse(new String[0]));
    if (arguments.contains("-XX:+DisableAttachMechanism") || Jcmd.elsewhere(process.pid())) {
      return false;
    }
    try (Stream<String> maps =
        Files.lines(
            Path.of("/proc", Long.toString(process.pid()), "maps"), StandardCharsets.ISO_8859_1)) {
      Set<String> libraries =
          maps.map(line -> line.substring(line.lastIndexOf('/') + 1)).collect(Collectors.toSet());
      return libraries.stream().anyMatch(name -> name.startsWith("libjvm.so"))
          && libraries.stream().noneMatch(name -> name.startsWith("libj9vm"));
    } catch (IOException | UncheckedIOException e) {
      return false; // not Linux, or it has ended
    }
  }

  /** The jar that it was started with, as jcmd names it; without one just what it is. */
  private static String program(ProcessHandle process) {
    List<String> arguments = List.of(process.info().arguments().orElse(new String[0]));
    int jar = arguments.indexOf("-jar") + 1;
    return jar > 0 && jar < arguments.size() ? arguments.get(jar) : "java";
  }

  private static List<RunningJvm> listedByJcmd() throws IOException {
    List<RunningJvm> found = new ArrayList<>();
    for (String line : Jcmd.listed()) {
      Matcher listed = LISTED.matcher(line);
      if (listed.matches() && !listed.group(2).contains("jdk.jcmd/")) {
        long pid = Long.parseLong(listed.group(1));
        if (pid != ProcessHandle.current().pid()) {
          found.add(new RunningJvm(pid, listed.group(2).split(" ")[0]));
        }
      }
    }
    return found;
  }
}
