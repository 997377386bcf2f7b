package io.streambench.diagnose.agent;

import java.io.File;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.util.Properties;

/**
 * Entry point of the agent: executes an order to start or end a task in the JVM that loads it. An
 * order is a properties file with the keys below. {@link #MAIN} names a class with {@code static
 * AutoCloseable begin(Instrumentation, Properties, Runnable)}; without it, the running task ends.
 * The task's classes have their own loader, closed when the task ends; only this class stays.
 */
public final class AgentMain {
  /** Key of an order: the folder for the status file. */
  public static final String FOLDER = "folder";

  /** Key of an order: the class to start. */
  public static final String MAIN = "main";

  /** Key of an order: the jar or folder with the classes of the task. */
  public static final String CLASSES = "classes";

  /** Key of an order: the jar from which this class was loaded as an agent. */
  public static final String AGENT = "agent";

  /** Name of the status file, which the task writes to the order's folder. */
  public static final String STATUS = "status.properties";

  /** Key of the status file: the state of the task. */
  public static final String STATE = "state";

  /** Key of the status file: why the task failed. */
  public static final String REASON = "reason";

  /** State of a task that could not start or continue. */
  public static final String STATE_FAILED = "FAILED";

  /** State of a task that has ended. */
  public static final String STATE_ENDED = "ENDED";

  /** Reason for a failure: another task is running. */
  public static final String RUNNING = "an agent of this program runs in it already";

  /** Reason for a failure: there was no task to end. */
  public static final String NOT_RUNNING = "no agent of this program runs in it";

  private static AutoCloseable task;
  private static Loader loader;

  private AgentMain() {}

  /** Grants all permissions to the classes it loads, even under a security manager. */
  private static final class Loader extends URLClassLoader {
    Loader(URL classes) {
      super("streambench-watch", new URL[] {classes}, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected PermissionCollection getPermissions(CodeSource source) {
      Permissions all = new Permissions();
      all.add(new AllPermission());
      return all;
    }
  }

  /** Executes an order file. A failure is reported in the status file and changes nothing here. */
  public static synchronized void agentmain(String order, Instrumentation instrumentation)
      throws IOException {
    Properties properties = new Properties();
    try (Reader in = new FileReader(order, StandardCharsets.UTF_8)) {
      properties.load(in);
    }
    dropFromClassPath(new File(properties.getProperty(AGENT)));
    if (properties.getProperty(MAIN) == null) {
      end(properties);
      return;
    }
    if (task != null) {
      writeStatus(properties, STATE_FAILED, RUNNING);
      return;
    }
    try {
      loader = new Loader(Path.of(properties.getProperty(CLASSES)).toUri().toURL());
      task =
          (AutoCloseable)
              loader
                  .loadClass(properties.getProperty(MAIN))
                  .getMethod("begin", Instrumentation.class, Properties.class, Runnable.class)
                  .invoke(null, instrumentation, properties, (Runnable) AgentMain::onEnded);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      onEnded();
      writeStatus(properties, STATE_FAILED, rootCause(e).toString());
    }
  }

  /**
   * Removes the agent's jar from the class path of this JVM. Loading an agent appends its jar to
   * the class paths of the boot and the system class loader. The boot loader opens the jar at once.
   * The system class loader opens it by name when a search first gets there, maybe days later. By
   * then, anyone who can recreate this path could run code here. A missing jar is dropped for good,
   * so this method deletes the jar and searches for a resource that does not exist. A jar that
   * cannot be deleted stays open, which is harmless.
   */
  private static void dropFromClassPath(File jar) throws IOException {
    var unused = jar.delete();
    ClassLoader.getSystemClassLoader()
        .getResources(AGENT + "/none")
        .asIterator()
        .forEachRemaining(url -> {});
  }

  private static Throwable rootCause(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static void end(Properties order) throws IOException {
    if (task == null) {
      writeStatus(order, STATE_FAILED, NOT_RUNNING);
      return;
    }
    try {
      task.close();
      writeStatus(order, STATE_ENDED, "");
    } catch (Exception e) {
      writeStatus(order, STATE_FAILED, rootCause(e).toString());
    }
  }

  private static void writeStatus(Properties order, String state, String reason)
      throws IOException {
    Properties status = new Properties();
    status.setProperty(STATE, state);
    status.setProperty(REASON, reason);
    File file = new File(order.getProperty(FOLDER), STATUS);
    try (Writer out = new FileWriter(file, StandardCharsets.UTF_8)) { // needs no direct memory
      status.store(out, null);
    }
  }

  /** Called when the task has ended: drops the task and closes its class loader. */
  private static synchronized void onEnded() {
    task = null;
    if (loader != null) {
      try {
        loader.close();
      } catch (IOException e) {
        // its files have already been deleted
      }
      loader = null;
    }
  }
}
