package io.streambench.diagnose.jvm;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.ScratchFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends commands to a running local JVM with the JDK's {@code jcmd}, which leaves nothing behind in
 * it.
 */
public record Jcmd(ProcessHandle process) {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private static final String TEMPORARY = "java.io.tmpdir";

  private static final long MIN_ROOM_BYTES = 1 << 20;

  /** jcmd's own default. */
  private static final long MAX_ATTACH_MILLIS = 10_000;

  /** The exit code of a process that got SIGKILL. */
  private static final int KILLED = 137;

  /** Long, since giving up on a dump would not end the stop of the JVM. */
  private static final Duration DUMP_TIMEOUT = Duration.ofHours(2);

  private static final String DUMP_IN_CONTAINER_ADVICE =
      "in its own run 'jcmd PID GC.heap_dump FILE' (Solr's official image: 'jattach PID jcmd"
          + " \"GC.heap_dump FILE\"') with the PID that 'pgrep -o java' prints there, copy FILE"
          + " out, and './streambench analyze FILE'";

  /** JDK 8 prints 8.0_292, later ones 17.0.15. */
  private static final Pattern JDK = Pattern.compile("(?m)^JDK (\\d+)");

  private static final Pattern HEAP_USED = Pattern.compile("used (\\d+[KMG])|(\\d+[KMG]) used");

  /**
   * Exit code of an agent whose code threw an error; it reports all failures itself except a lack
   * of memory.
   */
  private static final int STARTED_BUT_FAILED = 102;

  /** Throws a {@link SettingException} with advice if the process cannot be attached to. */
  public static Jcmd of(long pid) {
    return of(pid, "attach", DUMP_IN_CONTAINER_ADVICE);
  }

  /**
   * Attaches for another verb.
   *
   * @param inContainer advice for a process in a container
   */
  public static Jcmd of(long pid, String verb, String inContainer) {
    return new Jcmd(LocalProcess.requireAttachable(pid, verb, inContainer));
  }

  /** Returns whether the process has another file system than this one. */
  public boolean hasOwnFiles() {
    return LocalProcess.isInOtherNamespace(pid(), "mnt");
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Loads a Java agent into the JVM; returns when the agent has started.
   *
   * @param refusal creates the exception, from the reason, if the JVM does not load the agent
   */
  void loadAgent(Path jar, Path argument, Function<String, SettingException> refusal)
      throws IOException {
    // Before JDK 21, jcmd loads an agent even if that is forbidden; respect the flag anyway.
    if (run("VM.flags").contains("-XX:-EnableDynamicAgentLoading")) {
      throw refusal.apply("it forbids agents: -XX:-EnableDynamicAgentLoading");
    }
    String output = run("JVMTI.agent_load", quoted(jar), quoted(argument));
    if (output.contains("return code: 100")) {
      throw refusal.apply("it cannot read " + jar);
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

  public boolean hasLoaded(String className, Duration patience) throws IOException {
    return run(patience, "VM.class_hierarchy", className).contains(className + "/");
  }

  /** Returns the JVM's Java version, such as 17 for 17.0.15; empty if it does not report one. */
  OptionalInt javaVersion() throws IOException {
    return javaVersion(run("VM.version"));
  }

  static OptionalInt javaVersion(String answer) {
    return JDK.matcher(answer)
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

  public void allowWriting(Path folder) throws IOException {
    Optional<String> user = process.info().user();
    if (user.isPresent() && !user.get().equals(System.getProperty("user.name"))) {
      Files.setOwner(
          folder,
          folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user.get()));
    }
  }

  /** Dumps the live objects to a new file; the JVM is stopped during the dump. */
  public void dump(Path file) throws IOException {
    boolean there = false;
    try {
      String output = run(DUMP_TIMEOUT, "GC.heap_dump", quoted(file));
      if (!output.contains("Heap dump file created")) {
        throw new IOException("the JVM could not write its heap dump: " + lastLine(output));
      }
      there = Files.exists(file);
      if (!there) {
        throw new IOException(
            "the JVM sees other files by the same names (PrivateTmp of systemd, a container): "
                + removeFromContainer(file.toAbsolutePath()));
      }
    } finally {
      if (!there) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Removes a dump, which holds all data of the JVM, from the JVM's own file system. */
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
        .reduce((one, next) -> next)
        .orElse("");
  }

  private String run(String... command) throws IOException {
    return run(TIMEOUT, command);
  }

  private String run(Duration patience, String... asked) throws IOException {
    // If jcmd times out by itself, it leaves nothing behind.
    long attachMillis = Math.min(patience.toMillis() / 2, MAX_ATTACH_MILLIS);
    List<String> command =
        new ArrayList<>(
            List.of(
                findJcmd().toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-J-Dsun.tools.attach.attachTimeout=" + attachMillis,
                Long.toString(pid()),
                // not as arguments, since all users can see arguments, and so the names of files
                "-f",
                "/dev/stdin"));
    // A JVM of Java 24 or later is stopped until its whole answer is written. Writing to a file
    // never blocks, even if this JVM cannot read.
    Path answer = createAnswerFile();
    Process jcmd =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(answer.toFile())
            .start();
    ProcessHandle handle = jcmd.toHandle(); // destroying it leaves the streams open
    CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS)
        .execute(handle::destroyForcibly);
    // This option removes the file's name at once, so that a killed program leaves no file.
    try (InputStream written = Files.newInputStream(answer, StandardOpenOption.DELETE_ON_CLOSE)) {
      try (Writer commands = jcmd.outputWriter()) {
        commands.write(String.join(" ", asked));
      }
      int status = jcmd.waitFor();
      String output = new String(written.readAllBytes(), StandardCharsets.UTF_8);
      // On a full disk, jcmd ends normally without its answer.
      ScratchFolder.requireRoom(TEMPORARY, answer.getParent(), MIN_ROOM_BYTES);
      if (status == KILLED || output.contains("respond within")) {
        Files.deleteIfExists(Path.of("/proc", "" + pid(), "cwd", ".attach_pid" + pid()));
        throw new IOException(
            TextFormat.of(
                "the JVM did not answer within %.1f s; what it was asked for, it may still do. %s",
                (status == KILLED ? patience.toMillis() : attachMillis) / 1e3,
                hasOwnFiles()
                    ? "It may have its own /tmp (PrivateTmp of systemd), where some JDKs do not"
                        + " find it: run this with the java of another JDK, or in its file system"
                        + " (nsenter -m -t PID)"
                    : "It is stopped, or too busy: try again, or restart it"));
      }
      SettingException.throwIf(
          output.contains("AttachNotSupportedException")
              || output.contains("AttachOperationFailed"),
          "PID",
          "be a JVM that can be asked (it has attaching disabled, or is not HotSpot): only a"
              + " restart ends its hang (docs/hang.md); its own -XX:+HeapDumpOnOutOfMemoryError or"
              + " a core file with 'jhsdb jmap --binaryheap' gives a dump for './streambench"
              + " analyze'",
          pid());
      SettingException.throwIf(
          output.contains("is not secure") || output.contains("Connection refused"),
          "PID",
          "be a JVM that owns its file for jcmd; an earlier process of this PID has left one:"
              + " remove .java_pid"
              + pid()
              + " in its /tmp, then try again",
          pid());
      if (status != 0) {
        throw new IOException("jcmd: " + lastLine(output));
      }
      return output;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      handle.destroyForcibly();
    }
  }

  private static Path createAnswerFile() throws IOException {
    Path folder = Path.of(System.getProperty(TEMPORARY));
    SettingException.throwIf(
        !Files.isDirectory(folder) || !Files.isWritable(folder),
        TEMPORARY,
        "be a folder that can be written",
        folder);
    return Files.createTempFile(folder, "streambench", ".txt");
  }

  /** The path of the JDK's jcmd; throws a {@link SettingException} on a JRE. */
  public static Path findJcmd() {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    SettingException.throwIf(
        !Files.isExecutable(jcmd),
        "JDK",
        "have " + jcmd + ", as a JDK does and a JRE does not",
        jcmd);
    return jcmd;
  }
}
