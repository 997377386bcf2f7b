package io.streambench.cli;

import io.streambench.agent.AgentMain;
import io.streambench.agent.Bridge;
import io.streambench.files.WholeFile;
import io.streambench.watch.Watch;
import io.streambench.watch.WatchStatus;
import java.io.File;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import net.bytebuddy.ByteBuddy;

/**
 * A running JVM that records its flow control for us, by an agent that it is given. The agent ends
 * when this is closed, and 15 s after this process is gone in whatever way.
 *
 * <p>The JVM reads copies of our jars in the folder: what is open there may be replaced here.
 */
final class WatchedJvm implements AutoCloseable {
  private static final String AGENT = "agent.jar";
  private static final long BEAT_MILLIS = 1_000;
  private static final long END_POLL_MILLIS = 100;

  /** A recording of 24 MB is written in less, and a heap that was to be dumped is, as a rule. */
  private static final Duration END_PATIENCE = Duration.ofMinutes(3);

  private static final Set<PosixFilePermission> READABLE =
      PosixFilePermissions.fromString("rw-r--r--");

  private static final List<String> ON_BOOT_CLASS_PATH =
      List.of(
          Bridge.class.getName(),
          Bridge.Hook.class.getName(),
          AgentMain.class.getName(),
          AgentMain.class.getName() + "$Loader");

  private final Jcmd jvm;
  private final Path folder;
  private final ScheduledExecutorService heart;
  private long beats;
  private boolean ended;

  private WatchedJvm(Jcmd jvm, Path folder) {
    this.jvm = jvm;
    this.folder = folder;
    this.heart =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "streambench-heart");
              thread.setDaemon(true);
              return thread;
            });
  }

  /** Begins, in an empty folder that the JVM may write to and the caller removes. */
  static WatchedJvm begin(Jcmd jvm, Path folder, Duration silence) throws IOException {
    WatchedJvm watched = new WatchedJvm(jvm, folder);
    watched.beat();
    Properties order = new Properties();
    order.setProperty(AgentMain.FOLDER, folder.toAbsolutePath().toString());
    order.setProperty(AgentMain.MAIN, Watch.class.getName());
    order.setProperty(Watch.SILENCE_MILLIS, Long.toString(silence.toMillis()));
    Set<Path> jars = new LinkedHashSet<>(); // one, if this is streambench.jar
    jars.add(watched.copy(Watch.class));
    jars.add(watched.copy(ByteBuddy.class));
    order.setProperty(
        AgentMain.JARS,
        jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    StringWriter text = new StringWriter();
    order.store(text, null);
    Path file = folder.resolve("order.properties");
    Files.writeString(file, text.toString());
    readable(file);
    Path agent = folder.resolve(AGENT);
    // Each jar that is put on the boot class path stays open there.
    writeAgent(agent, !jvm.hasLoaded(AgentMain.class.getName()));
    readable(agent);
    var unused =
        watched.heart.scheduleAtFixedRate(
            watched::beat, BEAT_MILLIS, BEAT_MILLIS, TimeUnit.MILLISECONDS);
    try {
      jvm.loadAgent(agent, file);
      WatchStatus status = watched.status();
      if (status.state() == WatchStatus.State.FAILED) {
        throw jvm.notWatched(status.reason());
      }
    } catch (IOException | RuntimeException e) {
      watched.close(); // if it begins after all, it ends at once
      throw e;
    }
    return watched;
  }

  /** Returns a copy of the jar of a class, or its folder, as an IDE has it. */
  private Path copy(Class<?> of) throws IOException {
    try {
      Path code = Path.of(of.getProtectionDomain().getCodeSource().getLocation().toURI());
      if (Files.isDirectory(code)) {
        return code;
      }
      Path copy = folder.resolve(code.getFileName());
      Files.copy(code, copy, StandardCopyOption.REPLACE_EXISTING);
      readable(copy);
      return copy.toAbsolutePath();
    } catch (URISyntaxException e) {
      throw new IOException("the program's own jar is not found", e);
    }
  }

  /** Writes the agent's jar, for the boot class path too, where every class loader sees it. */
  private static void writeAgent(Path jar, boolean boot) throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Agent-Class", AgentMain.class.getName());
    if (boot) {
      attributes.putValue("Boot-Class-Path", AGENT);
    }
    attributes.putValue("Can-Retransform-Classes", "true");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
      for (String className : ON_BOOT_CLASS_PATH) {
        String name = className.replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(name));
        try (InputStream in = WatchedJvm.class.getClassLoader().getResourceAsStream(name)) {
          in.transferTo(out);
        }
      }
    }
  }

  /** Makes a file readable to that JVM's user despite the umask; the folder lets in nobody else. */
  private static void readable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, READABLE);
  }

  private synchronized void beat() {
    if (!ended) {
      write(Long.toString(++beats));
    }
  }

  /** A beat that could not be written is one that the JVM misses; it stands fifteen of these. */
  private void write(String beat) {
    try {
      WholeFile.write(
          folder.resolve(Watch.ALIVE),
          part -> {
            Files.writeString(part, beat);
            readable(part);
          });
    } catch (IOException e) {
      // no room, or the folder is gone
    }
  }

  WatchStatus status() throws IOException {
    return WatchStatus.of(folder)
        .orElseThrow(() -> new IOException("the JVM loaded the agent, but does not report"));
  }

  /** Ends it; returns the recording, which a JVM that was killed or stands still has not. */
  Optional<Path> end() throws IOException, InterruptedException {
    close();
    long begun = System.nanoTime();
    while (jvm.alive() && status().state() == WatchStatus.State.WATCHING) {
      if (System.nanoTime() - begun > END_PATIENCE.toNanos()) {
        return Optional.empty();
      }
      TimeUnit.MILLISECONDS.sleep(END_POLL_MILLIS);
    }
    Path recording = folder.resolve(Watch.RECORDING);
    return Files.exists(recording) && Files.size(recording) > 0
        ? Optional.of(recording)
        : Optional.empty();
  }

  @Override
  public synchronized void close() {
    if (!ended) {
      ended = true;
      heart.shutdownNow();
      write(Watch.END);
    }
  }
}
