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
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * This project's agent in a running JVM. A heartbeat from this process keeps the agent running;
 * closing this object ends the agent.
 *
 * <p>The JVM loads a copy of the jar, so that the original can be replaced.
 */
public final class LoadedAgent implements AutoCloseable {
  private static final String AGENT_JAR = "agent.jar";
  private static final long HEARTBEAT_INTERVAL_MILLIS = 1_000;

  /**
   * The minimum Java version for the agent's classes. An older JVM would fail to load the classes
   * and print a stack trace.
   */
  private static final int MIN_JAVA_VERSION = 17;

  private static final Set<PosixFilePermission> READABLE_PERMISSIONS =
      PosixFilePermissions.fromString("rw-r--r--");

  private static final Set<PosixFilePermission> TRAVERSABLE_PERMISSIONS =
      PosixFilePermissions.fromString("rwx--x--x");

  private static final List<String> BOOT_CLASS_NAMES =
      List.of(AgentMain.class.getName(), AgentMain.class.getName() + "$Loader");

  private final Jcmd jvm;
  private final Path agentFolder;
  private final Path launcherFolder;
  private final ScheduledExecutorService heartbeatExecutor =
      Executors.newSingleThreadScheduledExecutor(work -> Threads.daemon("streambench-heart", work));
  private long heartbeatCount;
  private boolean hasEnded;
  private final ReportMonitor reports;

  private LoadedAgent(Jcmd jvm, Path folder, Path ownFolder) {
    this.jvm = jvm;
    this.agentFolder = folder;
    this.launcherFolder = ownFolder;
    this.reports =
        new ReportMonitor(new SuspendedProcess(jvm.pid())::description, System::nanoTime);
  }

  /**
   * Creates a folder with a random name that other users cannot see or guess. Therefore they cannot
   * recreate a deleted folder from which a slow JVM may still load the agent.
   */
  private static Path createFolder(ScratchFolder scratch) throws IOException {
    return scratch.createSubfolder(UUID.randomUUID().toString()).toAbsolutePath();
  }

  /**
   * Returns the folder that the JVM writes to. This process never writes to that folder, because
   * the JVM's user could redirect the output with a link if this process runs as root.
   */
  public Path agentFolder() {
    return agentFolder;
  }

  /** Returns the folder that this process writes to and the JVM reads from. */
  Path launcherFolder() {
    return launcherFolder;
  }

  /**
   * Loads the agent into a JVM, to start a task or to end the running task.
   *
   * @param scratch the parent of the new folders, which both processes must see
   * @param task the class to start; null to end the running task
   * @param order additional properties of the order; see {@link AgentMain}
   * @param refusal converts the reason why the JVM did not load the agent to an exception
   */
  public static LoadedAgent begin(
      Jcmd jvm,
      ScratchFolder scratch,
      Class<?> task,
      Map<String, String> order,
      Function<String, SettingException> refusal)
      throws IOException {
    OptionalInt java = jvm.javaVersion();
    if (java.isPresent() && java.getAsInt() < MIN_JAVA_VERSION) {
      throw refusal.apply(
          TextFormat.of(
              "it runs on Java %d; the agent needs %d or later",
              java.getAsInt(), MIN_JAVA_VERSION));
    }
    Path folder = createFolder(scratch);
    jvm.requireNotReplaceable(folder);
    jvm.makeWritable(folder);
    Path ownFolder = createFolder(scratch);
    Files.setPosixFilePermissions(ownFolder, TRAVERSABLE_PERMISSIONS);
    // A separate folder, because since Java 21 a JVM prints the path of an agent's jar.
    Path agent = createFolder(scratch).resolve(AGENT_JAR);
    LoadedAgent loaded = new LoadedAgent(jvm, folder, ownFolder);
    loaded.writeHeartbeat();
    Properties properties = new Properties();
    properties.putAll(order);
    properties.setProperty(AgentMain.FOLDER_PROPERTY, folder.toString());
    properties.setProperty(Heartbeat.FOLDER_PROPERTY, ownFolder.toString());
    properties.setProperty(AgentMain.AGENT_JAR_PROPERTY, agent.toString());
    if (task != null) {
      properties.setProperty(AgentMain.MAIN_CLASS_PROPERTY, task.getName());
      properties.setProperty(AgentMain.CLASS_PATH_PROPERTY, loaded.copyClasses(task).toString());
    }
    StringWriter text = new StringWriter();
    properties.store(text, null);
    Path file = ownFolder.resolve("order.properties");
    Files.writeString(file, text.toString());
    makeReadable(file);
    // Each jar on the boot class path stays open in the JVM, so add it only once.
    writeAgent(agent, !jvm.hasLoaded(AgentMain.class.getName()));
    makeReadable(agent);
    jvm.makeWritable(agent.getParent()); // the agent deletes its jar
    var unused =
        loaded.heartbeatExecutor.scheduleAtFixedRate(
            loaded::writeHeartbeat,
            HEARTBEAT_INTERVAL_MILLIS,
            HEARTBEAT_INTERVAL_MILLIS,
            TimeUnit.MILLISECONDS);
    try {
      jvm.loadAgent(agent, file, refusal);
    } catch (IOException | RuntimeException e) {
      loaded.close(); // if the agent starts after all, it ends at once
      throw e;
    }
    return loaded;
  }

  /** Returns a copy of the jar that contains a class, or the class folder if there is no jar. */
  private Path copyClasses(Class<?> type) throws IOException {
    try {
      Path code = Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(code)) {
        return code;
      }
      Path copy = launcherFolder.resolve(code.getFileName());
      Files.copy(code, copy, StandardCopyOption.REPLACE_EXISTING);
      makeReadable(copy);
      return copy;
    } catch (URISyntaxException e) {
      throw new IOException("the program's own jar is not found", e);
    }
  }

  /** Writes the agent's jar; if {@code isBootJar}, the JVM also adds it to its boot class path. */
  private static void writeAgent(Path jar, boolean isBootJar) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Agent-Class", AgentMain.class.getName());
    if (isBootJar) {
      attributes.putValue("Boot-Class-Path", AGENT_JAR);
    }
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String className : BOOT_CLASS_NAMES) {
        String name = className.replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = LoadedAgent.class.getClassLoader().getResourceAsStream(name)) {
          in.transferTo(out);
        }
      }
    }
  }

  /** Returns the last status that the agent has reported. */
  public <T extends Record> T status(Class<T> type) throws IOException {
    return StatusFile.read(agentFolder, type)
        .orElseThrow(() -> new IOException("the JVM loaded the agent, but does not report"));
  }

  /** Returns whether the JVM that loaded the agent has ended. */
  public boolean hasJvmEnded() {
    return !jvm.process().isAlive();
  }

  /**
   * Throws if the JVM has ended, or if the agent has reported nothing for two minutes.
   *
   * @param reportNumber number of the last report
   * @param warnings receives a line if the JVM has become suspended but may continue
   */
  public void requireReporting(long reportNumber, Consumer<String> warnings) throws IOException {
    if (hasJvmEnded()) {
      throw new IOException("the JVM has ended");
    }
    reports.check(reportNumber).ifPresent(warnings);
  }

  /**
   * Makes a file readable for all users. Only users who know the name of its folder can open it.
   */
  private static void makeReadable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, READABLE_PERMISSIONS);
  }

  private synchronized void writeHeartbeat() {
    if (!hasEnded) {
      writeHeartbeatFile(Long.toString(++heartbeatCount));
    }
  }

  /** Writes the content of the heartbeat file. A failure is ignored. */
  private void writeHeartbeatFile(String content) {
    try {
      AtomicFile.write(
          launcherFolder.resolve(Heartbeat.FILE_NAME),
          part -> {
            Files.writeString(part, content);
            makeReadable(part);
          });
    } catch (IOException e) {
      // disk full, or the folder is gone
    }
  }

  /** Lets the agent continue after this process has ended. */
  public synchronized void letAgentContinue() {
    hasEnded = true;
    heartbeatExecutor.shutdownNow();
    writeHeartbeatFile(Heartbeat.KEEP_RUNNING_CONTENT);
  }

  @Override
  public synchronized void close() {
    if (!hasEnded) {
      hasEnded = true;
      heartbeatExecutor.shutdownNow();
      writeHeartbeatFile(Heartbeat.END_CONTENT);
    }
  }
}
