package io.streambench.diagnose.jvm;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.ScratchFolder;
import io.streambench.base.files.Threads;
import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.live.Heartbeat;
import io.streambench.diagnose.live.StatusFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * This project's agent in a running JVM, and the heartbeat that it monitors. Closing this ends the
 * agent.
 *
 * <p>The JVM reads a copy of the jar, so that the original can be replaced.
 */
public final class LoadedAgent implements AutoCloseable {
  private static final String AGENT_JAR = "agent.jar";
  private static final long HEARTBEAT_MILLIS = 1_000;

  /**
   * The Java version for which the agent's classes are compiled. An older JVM would print a stack
   * trace for each attempt to load them.
   */
  private static final int MIN_JAVA = 17;

  private static final Set<PosixFilePermission> READABLE =
      PosixFilePermissions.fromString("rw-r--r--");

  private static final Set<PosixFilePermission> TRAVERSABLE =
      PosixFilePermissions.fromString("rwx--x--x");

  private static final List<String> ON_BOOT_CLASS_PATH =
      List.of(AgentMain.class.getName(), AgentMain.class.getName() + "$Loader");

  /**
   * Maximum time between reports, normally a second. A search for sessions on a busy machine, and a
   * heap dump, take longer.
   */
  private static final Duration MAX_SILENCE = Duration.ofMinutes(2);

  private final Jcmd jvm;
  private final Path folder;
  private final Path ownFolder;
  private final ScheduledExecutorService heartbeats =
      Executors.newSingleThreadScheduledExecutor(work -> Threads.daemon("streambench-heart", work));
  private long beats;
  private boolean ended;
  private long lastReport = -1;
  private long reportedNanos;

  private LoadedAgent(Jcmd jvm, Path folder, Path ownFolder) {
    this.jvm = jvm;
    this.folder = folder;
    this.ownFolder = ownFolder;
  }

  /**
   * Creates a folder under a name that other users can neither see nor guess. Therefore they cannot
   * recreate it after its removal, when a JVM that loads the agent late may still use the path.
   */
  private static Path createFolder(ScratchFolder scratch) throws IOException {
    return scratch.resolve(UUID.randomUUID().toString()).toAbsolutePath();
  }

  /**
   * The folder that the JVM writes to. Nothing is written there from here: root would follow a link
   * that the JVM's user has put there.
   */
  public Path folder() {
    return folder;
  }

  /** The folder that this process writes to, and the JVM reads from. */
  Path ownFolder() {
    return ownFolder;
  }

  /**
   * Loads the agent into a JVM, to start a task or to end the running one.
   *
   * @param scratch where to create folders that both processes see
   * @param task the class to start; null to end the running task
   * @param order additional properties of the order, see {@link AgentMain}
   * @param refusal turns the reason why the JVM does not load the agent into an exception
   */
  public static LoadedAgent begin(
      Jcmd jvm,
      ScratchFolder scratch,
      Class<?> task,
      Map<String, String> order,
      Function<String, SettingException> refusal)
      throws IOException {
    OptionalInt java = jvm.javaVersion();
    if (java.isPresent() && java.getAsInt() < MIN_JAVA) {
      throw refusal.apply(
          TextFormat.of(
              "it runs on Java %d; the agent needs %d or later", java.getAsInt(), MIN_JAVA));
    }
    Path folder = createFolder(scratch);
    jvm.requireUnexchangeable(folder);
    jvm.allowWriting(folder);
    Path ownFolder = createFolder(scratch);
    Files.setPosixFilePermissions(ownFolder, TRAVERSABLE);
    // Not in the same folder, since a JVM of Java 21 or later prints the path of an agent's jar.
    Path agent = createFolder(scratch).resolve(AGENT_JAR);
    LoadedAgent loaded = new LoadedAgent(jvm, folder, ownFolder);
    loaded.beat();
    Properties properties = new Properties();
    properties.putAll(order);
    properties.setProperty(AgentMain.FOLDER, folder.toString());
    properties.setProperty(Heartbeat.FOLDER, ownFolder.toString());
    properties.setProperty(AgentMain.AGENT, agent.toString());
    if (task != null) {
      properties.setProperty(AgentMain.MAIN, task.getName());
      properties.setProperty(AgentMain.CLASSES, loaded.copyClasses(task).toString());
    }
    StringWriter text = new StringWriter();
    properties.store(text, null);
    Path file = ownFolder.resolve("order.properties");
    Files.writeString(file, text.toString());
    makeReadable(file);
    // Every jar on the boot class path stays open in that JVM.
    writeAgent(agent, !jvm.hasLoaded(AgentMain.class.getName()));
    makeReadable(agent);
    jvm.allowWriting(agent.getParent()); // the agent deletes its jar
    var unused =
        loaded.heartbeats.scheduleAtFixedRate(
            loaded::beat, HEARTBEAT_MILLIS, HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
    try {
      jvm.loadAgent(agent, file, refusal);
    } catch (IOException | RuntimeException e) {
      loaded.close(); // if the agent starts after all, it ends at once
      throw e;
    }
    return loaded;
  }

  /** Copies the jar of a class; returns the copy, or the class folder when run from an IDE. */
  private Path copyClasses(Class<?> type) throws IOException {
    try {
      Path code = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(code)) {
        return code;
      }
      Path copy = ownFolder.resolve(code.getFileName());
      Files.copy(code, copy, StandardCopyOption.REPLACE_EXISTING);
      makeReadable(copy);
      return copy;
    } catch (URISyntaxException e) {
      throw new IOException("the program's own jar is not found", e);
    }
  }

  /** Writes the agent's jar; if {@code boot}, also for the boot class path. */
  private static void writeAgent(Path jar, boolean boot) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Agent-Class", AgentMain.class.getName());
    if (boot) {
      attributes.putValue("Boot-Class-Path", AGENT_JAR);
    }
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String className : ON_BOOT_CLASS_PATH) {
        String name = className.replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = LoadedAgent.class.getClassLoader().getResourceAsStream(name)) {
          in.transferTo(out);
        }
      }
    }
  }

  /** Returns the last status of the agent. */
  public <T extends Record> T status(Class<T> type) throws IOException {
    return StatusFile.read(folder, type)
        .orElseThrow(() -> new IOException("the JVM loaded the agent, but does not report"));
  }

  /** Returns whether the JVM that loaded the agent has ended. */
  public boolean hasJvmEnded() {
    return !jvm.process().isAlive();
  }

  /**
   * Throws if the JVM has ended, or if the agent has reported nothing for two minutes.
   *
   * @param report number of the last report
   */
  public void requireReporting(long report) throws IOException {
    if (hasJvmEnded()) {
      throw new IOException("the JVM has ended");
    }
    if (report != lastReport) {
      lastReport = report;
      reportedNanos = System.nanoTime();
    } else if (System.nanoTime() - reportedNanos > MAX_SILENCE.toNanos()) {
      throw new IOException(
          TextFormat.of(
              "the agent has not reported for %d s: %s",
              MAX_SILENCE.toSeconds(),
              new SuspendedProcess(jvm.pid())
                  .description()
                  .orElse(
                      "the JVM stands still or is too busy, or its disk is full. Try again, or"
                          + " restart it")));
    }
  }

  /** Makes a file readable for that JVM's user despite the umask; the folder keeps others out. */
  private static void makeReadable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, READABLE);
  }

  private synchronized void beat() {
    if (!ended) {
      write(Long.toString(++beats));
    }
  }

  /** Writes a heartbeat; a failure is ignored, since the agent tolerates fifteen missing beats. */
  private void write(String beat) {
    try {
      AtomicFile.write(
          ownFolder.resolve(Heartbeat.FILE),
          part -> {
            Files.writeString(part, beat);
            makeReadable(part);
          });
    } catch (IOException e) {
      // disk full, or the folder is gone
    }
  }

  /** Lets the agent keep running when this process ends. */
  public synchronized void keepRunning() {
    ended = true;
    heartbeats.shutdownNow();
    write(Heartbeat.KEEP_RUNNING);
  }

  @Override
  public synchronized void close() {
    if (!ended) {
      ended = true;
      heartbeats.shutdownNow();
      write(Heartbeat.END);
    }
  }
}
