package io.streambench.diagnose.jvm;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends {@code jcmd} commands to a running JVM on this machine. */
public record Jcmd(ProcessHandle process) {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** The maximum wait for the attach socket, as in {@code jcmd}. */
  private static final Duration MAX_OPEN_TIMEOUT = Duration.ofSeconds(10);

  /**
   * The timeout of a heap dump. It is long, because the JVM stays paused even if the client gives
   * up.
   */
  private static final Duration DUMP_TIMEOUT = Duration.ofHours(2);

  private static final Duration HEAP_INFO_TIMEOUT = Duration.ofSeconds(10);

  private static final int GROUP_OTHERS_WRITE_BITS = 0022;
  private static final int STICKY_BIT = 01000;

  /** Matches the Java version, for example 8 in 8.0_292 or 17 in 17.0.15. */
  private static final Pattern JAVA_VERSION = Pattern.compile("(?m)^JDK (\\d+)");

  private static final Pattern HEAP_USED = Pattern.compile("used (\\d+[KMG])|(\\d+[KMG]) used");

  /**
   * The return code if the JVM loaded the agent but the agent failed, probably for lack of memory.
   */
  private static final int AGENT_FAILED_RETURN_CODE = 102;

  /**
   * Returns the JVM with a process ID; throws a {@link SettingException} with advice if this user
   * cannot attach.
   *
   * @param verb the verb of the command line, for the advice
   */
  public static Jcmd of(long pid, String verb) {
    return new Jcmd(LocalProcess.requireAttachable(pid, verb));
  }

  /**
   * Returns whether the JVM sees a different file system from this process, for example in a
   * container.
   */
  public boolean hasOwnFileSystem() {
    return LocalProcess.isInOtherNamespace(pid(), "mnt");
  }

  public long pid() {
    return process.pid();
  }

  /**
   * Loads a Java agent into the JVM, and waits until the agent has started.
   *
   * @param refusal converts the reason why the JVM did not load the agent to an exception
   */
  void loadAgent(Path jar, Path argument, Function<String, SettingException> refusal)
      throws IOException {
    // Before JDK 21, a JVM loads an agent even if that is forbidden; respect the flag anyway.
    if (run("VM.flags").contains("-XX:-EnableDynamicAgentLoading")) {
      throw refusal.apply("it forbids agents: -XX:-EnableDynamicAgentLoading");
    }
    String output = run("JVMTI.agent_load", quote(jar), quote(argument));
    if (output.contains("return code: 100")) {
      String advice = // the folder of the jar belongs to the JVM's user
          firstInaccessibleParent(jar, Files.getOwner(jar.getParent()))
              .map(folder -> TextFormat.of("let its user enter %s (chmod o+x), or ", folder))
              .orElse("");
      throw new SettingException(
          "PID",
          TextFormat.of(
              "be a JVM that can read %s: %sstart this in a folder that its user can reach",
              jar, advice),
          pid());
    }
    if (output.contains("return code: " + AGENT_FAILED_RETURN_CODE)) {
      throw new IOException(
          "the agent could not start: most likely the JVM has no heap left. Have garbage collected"
              + " (jcmd PID GC.run) and try again, or restart it");
    }
    if (!output.contains("return code: 0")) {
      throw refusal.apply("it did not load the agent: " + lastLine(output));
    }
  }

  /** Returns the innermost parent folder that {@code user} cannot enter; empty if there is none. */
  static Optional<Path> firstInaccessibleParent(Path file, UserPrincipal user) throws IOException {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      boolean isOpen =
          Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE);
      if (!isOpen && !Files.getOwner(folder).equals(user)) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  SettingException unwatchableException(String reason) {
    return new SettingException(
        "--watch",
        "be for a JVM that can be watched ("
            + reason
            + "). Without --watch a heap dump is read, which needs no agent",
        pid());
  }

  private static String quote(Path file) {
    return '"' + file.toAbsolutePath().toString() + '"';
  }

  /** Returns whether the JVM has loaded a class. The check pauses the JVM for milliseconds. */
  public boolean hasLoaded(String className) throws IOException {
    return hasLoaded(className, TIMEOUT);
  }

  public boolean hasLoaded(String className, Duration timeout) throws IOException {
    return run(timeout, "VM.class_hierarchy", className).contains(className + "/");
  }

  /** Returns the JVM's major Java version, such as 17; empty if the JVM does not report it. */
  OptionalInt javaVersion() throws IOException {
    return javaVersion(run("VM.version"));
  }

  static OptionalInt javaVersion(String output) {
    return JAVA_VERSION
        .matcher(output)
        .results()
        .mapToInt(match -> Integer.parseInt(match.group(1)))
        .findFirst();
  }

  /** Returns the bytes in use on the heap; empty if the JVM does not report them. */
  public Optional<Long> heapBytes() throws IOException {
    return run("GC.heap_info")
        .lines()
        .filter(line -> !line.contains("Metaspace") && !line.contains("class space"))
        .map(HEAP_USED::matcher)
        .filter(Matcher::find)
        .map(used -> used.group(1) == null ? used.group(2) : used.group(1))
        .map(used -> Long.parseLong(used.substring(0, used.length() - 1)) << unitShift(used))
        .reduce(Long::sum);
  }

  private static int unitShift(String size) {
    return size.endsWith("K") ? 10 : size.endsWith("M") ? 20 : 30;
  }

  public String threadDump() throws IOException {
    return run("Thread.print");
  }

  /** Returns a thread dump, and then the use of the heap, as {@code kill -3} prints them. */
  public String threadAndHeapDump() throws IOException {
    String threads = threadDump();
    try {
      return threads + "\nHeap\n" + run(HEAP_INFO_TIMEOUT, "GC.heap_info");
    } catch (IOException e) { // an old JVM without this command, or garbage collection takes long
      return threads;
    }
  }

  /**
   * Throws if the JVM's user could replace the folder or a parent folder, and thereby make root
   * write to another location.
   */
  void requireNotReplaceable(Path folder) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid()));
    if (!Files.exists(process) || Files.getOwner(process).equals(Files.getOwner(folder))) {
      return; // not Linux, or the same user
    }
    for (Path path = folder.toRealPath(); path != null; path = path.getParent()) {
      int mode = (Integer) Files.getAttribute(path, "unix:mode");
      boolean isShared = (mode & GROUP_OTHERS_WRITE_BITS) != 0 && (mode & STICKY_BIT) == 0;
      SettingException.throwIf(
          isShared || Files.getOwner(path).equals(Files.getOwner(process)),
          "PID",
          "be that of a JVM whose user cannot replace " + path + ": start this in another folder",
          pid());
    }
  }

  /** Makes the JVM's user the owner of a folder, even if this system has no name for that user. */
  public void makeWritable(Path folder) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid()));
    if (Files.exists(process)) { // else not Linux
      UserPrincipal user = Files.getOwner(process);
      if (!user.equals(Files.getOwner(folder))) {
        Files.setOwner(folder, user);
      }
    }
  }

  /** Writes a heap dump of the live objects to a new file. The JVM is paused during the dump. */
  public void dumpHeap(Path file) throws IOException {
    boolean isVisible = false;
    try {
      String output = run(DUMP_TIMEOUT, "GC.heap_dump", quote(file));
      if (!output.contains("Heap dump file created")) {
        throw new IOException("the JVM could not write its heap dump: " + lastLine(output));
      }
      isVisible = Files.exists(file);
      if (!isVisible) {
        throw new IOException(
            "the JVM sees other files by the same names (PrivateTmp of systemd, a container): "
                + deleteDumpInContainer(file.toAbsolutePath()));
      }
    } finally {
      if (!isVisible) {
        Files.deleteIfExists(file);
      }
    }
  }

  /**
   * Deletes a heap dump, which may contain secrets, from the JVM's file system. Returns a message
   * about the result.
   */
  private String deleteDumpInContainer(Path file) {
    try {
      Path there =
          Path.of("/proc", Long.toString(pid()), "root").resolve(file.toString().substring(1));
      return Files.deleteIfExists(there)
          ? "its heap dump was removed from there"
          : "its heap dump is not found";
    } catch (IOException e) {
      return "remove its heap dump there: " + file;
    }
  }

  /** Returns the last line that is neither empty nor a stack frame. */
  private static String lastLine(String output) {
    return output
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("\tat "))
        .reduce((previous, next) -> next)
        .orElse("");
  }

  private String run(String... command) throws IOException {
    return run(TIMEOUT, command);
  }

  private String run(Duration timeout, String... command) throws IOException {
    // A shorter limit is safe: a JVM has received no command before its socket is open.
    Duration openTimeout = Collections.min(List.of(timeout.dividedBy(2), MAX_OPEN_TIMEOUT));
    if (!process.isAlive()) { // another process may have its ID by now
      throw new IOException("the JVM has ended");
    }
    LocalProcess.requireNotSuspended(pid());
    try {
      AttachSocket.Response response =
          new AttachSocket(pid()).execute(String.join(" ", command), openTimeout, timeout);
      if (response.status() != 0) {
        throw new IOException("the JVM refused a command: " + lastLine(response.output()));
      }
      return response.output();
    } catch (ConnectException e) {
      throw new SettingException(
          "PID",
          "be a JVM that listens on its attach socket; an earlier process of this PID has left"
              + " one: remove .java_pid"
              + pid()
              + " in its /tmp, then try again",
          pid());
    }
  }
}
