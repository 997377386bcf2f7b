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

/** Sends the commands of {@code jcmd} to a running local JVM; they leave nothing behind there. */
public record Jcmd(ProcessHandle process) {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** Maximum wait for the socket: the default of {@code jcmd}. */
  private static final Duration MAX_OPEN_TIMEOUT = Duration.ofSeconds(10);

  /** Timeout of a heap dump; long, because abandoning a dump would not resume the JVM. */
  private static final Duration DUMP_TIMEOUT = Duration.ofHours(2);

  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int STICKY = 01000;

  /** Matches the Java version: JDK 8 prints 8.0_292, later ones 17.0.15. */
  private static final Pattern JAVA_VERSION = Pattern.compile("(?m)^JDK (\\d+)");

  private static final Pattern HEAP_USED = Pattern.compile("used (\\d+[KMG])|(\\d+[KMG]) used");

  /**
   * Return code if the agent's code threw an error. The agent itself reports all failures except a
   * lack of memory.
   */
  private static final int STARTED_BUT_FAILED = 102;

  /**
   * Returns a JVM; throws a {@link SettingException} with advice if this user cannot attach.
   *
   * @param verb the verb of the command line, for the advice
   */
  public static Jcmd of(long pid, String verb) {
    return new Jcmd(LocalProcess.requireAttachable(pid, verb));
  }

  /** Returns whether the process sees a different file system than this one. */
  public boolean hasOwnFileSystem() {
    return LocalProcess.isInOtherNamespace(pid(), "mnt");
  }

  public long pid() {
    return process.pid();
  }

  /**
   * Loads a Java agent into the JVM; returns when the agent has started.
   *
   * @param refusal creates the exception, from the reason, if the JVM does not load the agent
   */
  void loadAgent(Path jar, Path argument, Function<String, SettingException> refusal)
      throws IOException {
    // Before JDK 21, a JVM loads an agent even if that is forbidden; respect the flag anyway.
    if (run("VM.flags").contains("-XX:-EnableDynamicAgentLoading")) {
      throw refusal.apply("it forbids agents: -XX:-EnableDynamicAgentLoading");
    }
    String output = run("JVMTI.agent_load", quoted(jar), quoted(argument));
    if (output.contains("return code: 100")) {
      String advice = // the folder of the jar belongs to the JVM's user
          closedFolder(jar, Files.getOwner(jar.getParent()))
              .map(folder -> TextFormat.of("let its user enter %s (chmod o+x), or ", folder))
              .orElse("");
      throw new SettingException(
          "PID",
          TextFormat.of(
              "be a JVM that can read %s: %sstart this in a folder that its user can reach",
              jar, advice),
          pid());
    }
    if (output.contains("return code: " + STARTED_BUT_FAILED)) {
      throw new IOException(
          "the agent could not start: most likely the JVM has no heap left. Have garbage collected"
              + " (jcmd PID GC.run) and try again, or restart it");
    }
    if (!output.contains("return code: 0")) {
      throw refusal.apply("it did not load the agent: " + lastLine(output));
    }
  }

  /** The nearest folder above a file that this other user cannot enter, as after umask 077. */
  static Optional<Path> closedFolder(Path file, UserPrincipal user) throws IOException {
    for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
      boolean isOpen =
          Files.getPosixFilePermissions(folder).contains(PosixFilePermission.OTHERS_EXECUTE);
      if (!isOpen && !Files.getOwner(folder).equals(user)) {
        return Optional.of(folder);
      }
    }
    return Optional.empty();
  }

  SettingException cannotWatch(String reason) {
    return new SettingException(
        "--watch",
        "be for a JVM that can be watched ("
            + reason
            + "). Without --watch a heap dump is read, which needs no agent",
        pid());
  }

  private static String quoted(Path file) {
    return '"' + file.toAbsolutePath().toString() + '"';
  }

  /** Returns whether the JVM has loaded a class; this stops the JVM for some milliseconds. */
  public boolean hasLoaded(String className) throws IOException {
    return hasLoaded(className, TIMEOUT);
  }

  public boolean hasLoaded(String className, Duration timeout) throws IOException {
    return run(timeout, "VM.class_hierarchy", className).contains(className + "/");
  }

  /** Returns the JVM's Java version, such as 17 for 17.0.15; empty if it does not report one. */
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

  /** Bytes in use on the heap; empty if the JVM does not report them. */
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

  /**
   * Throws if the JVM's user could exchange the folder or one above it, and so make root write
   * elsewhere.
   */
  void requireUnexchangeable(Path folder) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid()));
    if (!Files.exists(process) || Files.getOwner(process).equals(Files.getOwner(folder))) {
      return; // not Linux, or the same user
    }
    for (Path path = folder.toRealPath(); path != null; path = path.getParent()) {
      int mode = (Integer) Files.getAttribute(path, "unix:mode");
      boolean isShared = (mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0;
      SettingException.throwIf(
          isShared || Files.getOwner(path).equals(Files.getOwner(process)),
          "PID",
          "be that of a JVM whose user cannot replace " + path + ": start this in another folder",
          pid());
    }
  }

  /** Gives a folder to the JVM's user, who may have no name here, as in a container. */
  public void allowWriting(Path folder) throws IOException {
    Path process = Path.of("/proc", Long.toString(pid()));
    if (Files.exists(process)) { // else not Linux
      UserPrincipal user = Files.getOwner(process);
      if (!user.equals(Files.getOwner(folder))) {
        Files.setOwner(folder, user);
      }
    }
  }

  /** Dumps the live objects to a new file; the JVM is stopped during the dump. */
  public void dump(Path file) throws IOException {
    boolean isVisible = false;
    try {
      String output = run(DUMP_TIMEOUT, "GC.heap_dump", quoted(file));
      if (!output.contains("Heap dump file created")) {
        throw new IOException("the JVM could not write its heap dump: " + lastLine(output));
      }
      isVisible = Files.exists(file);
      if (!isVisible) {
        throw new IOException(
            "the JVM sees other files by the same names (PrivateTmp of systemd, a container): "
                + removeFromContainer(file.toAbsolutePath()));
      }
    } finally {
      if (!isVisible) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Removes a dump, which holds all data, from the JVM's file system; returns a message. */
  private String removeFromContainer(Path file) {
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

  /** The last informative line, before the frames of a stack trace. */
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
    // If the JVM does not even open its socket, nothing is left behind.
    Duration openTimeout = Collections.min(List.of(timeout.dividedBy(2), MAX_OPEN_TIMEOUT));
    if (!process.isAlive()) { // another process may have its ID by now
      throw new IOException("the JVM has ended");
    }
    LocalProcess.requireRunning(pid());
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
