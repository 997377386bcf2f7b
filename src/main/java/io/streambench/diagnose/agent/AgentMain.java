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
 * The entry point of a Java agent that starts or ends a task in the JVM that loads the agent. The
 * agent's argument is the path of an order file, a properties file. If the order file has the
 * property {@link #MAIN_CLASS_PROPERTY}, the agent calls {@code static AutoCloseable
 * begin(Instrumentation, Properties, Runnable)} of that class. Otherwise, the agent ends the
 * running task. A task has its own class loader, which is closed when the task ends.
 */
public final class AgentMain {
  /** The property in the order file that contains the folder for the status file. */
  public static final String FOLDER_PROPERTY = "folder";

  /** The property in the order file that contains the name of the class to start. */
  public static final String MAIN_CLASS_PROPERTY = "main";

  /** The property in the order file that contains the jar or folder with the task's classes. */
  public static final String CLASS_PATH_PROPERTY = "classes";

  /**
   * The property in the order file that contains the jar from which this class was loaded as an
   * agent.
   */
  public static final String AGENT_JAR_PROPERTY = "agent";

  /** The name of the status file, which is written to the folder {@link #FOLDER_PROPERTY}. */
  public static final String STATUS_FILE_NAME = "status.properties";

  /** The property in the status file that contains the state of the task. */
  public static final String STATE_PROPERTY = "state";

  /** The property in the status file that contains the reason why the task failed. */
  public static final String REASON_PROPERTY = "reason";

  /** The state of a task that could not start or continue. */
  public static final String STATE_FAILED = "FAILED";

  /** The state of a task that has ended. */
  public static final String STATE_ENDED = "ENDED";

  /** The reason for a failure if another task is running. */
  public static final String ALREADY_RUNNING_REASON = "an agent of this program runs in it already";

  /** The reason for a failure if there was no task to end. */
  public static final String NOT_RUNNING_REASON = "no agent of this program runs in it";

  private static AutoCloseable task;
  private static Loader loader;

  private AgentMain() {}

  /** A class loader that grants all permissions, even under a security manager. */
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

  /**
   * Executes an order file. A failure is reported in the status file and does not affect the JVM.
   */
  public static synchronized void agentmain(String orderFile, Instrumentation instrumentation)
      throws IOException {
    Properties properties = new Properties();
    try (Reader in = new FileReader(orderFile, StandardCharsets.UTF_8)) {
      properties.load(in);
    }
    dropFromClassPath(new File(properties.getProperty(AGENT_JAR_PROPERTY)));
    if (properties.getProperty(MAIN_CLASS_PROPERTY) == null) {
      endTask(properties);
      return;
    }
    if (task != null) {
      writeStatus(properties, STATE_FAILED, ALREADY_RUNNING_REASON);
      return;
    }
    try {
      loader = new Loader(Path.of(properties.getProperty(CLASS_PATH_PROPERTY)).toUri().toURL());
      task =
          (AutoCloseable)
              loader
                  .loadClass(properties.getProperty(MAIN_CLASS_PROPERTY))
                  .getMethod("begin", Instrumentation.class, Properties.class, Runnable.class)
                  .invoke(null, instrumentation, properties, (Runnable) AgentMain::onEnded);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      onEnded();
      writeStatus(properties, STATE_FAILED, rootCause(e).toString());
    }
  }

  /**
   * Removes the agent's jar from the class path of this JVM. Otherwise the system class loader
   * might open the jar later, when another user could have replaced the file. A class loader
   * ignores a jar that is missing when the jar is first searched. Therefore this method deletes the
   * jar and searches for a resource. A jar that cannot be deleted stays open, which is harmless.
   */
  private static void dropFromClassPath(File jar) throws IOException {
    var unused = jar.delete();
    ClassLoader.getSystemClassLoader()
        .getResources(AGENT_JAR_PROPERTY + "/none")
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

  private static void endTask(Properties order) throws IOException {
    if (task == null) {
      writeStatus(order, STATE_FAILED, NOT_RUNNING_REASON);
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
    status.setProperty(STATE_PROPERTY, state);
    status.setProperty(REASON_PROPERTY, reason);
    File file = new File(order.getProperty(FOLDER_PROPERTY), STATUS_FILE_NAME);
    try (Writer out = new FileWriter(file, StandardCharsets.UTF_8)) { // needs no direct memory
      status.store(out, null);
    }
  }

  /** Drops the finished task and closes its class loader. */
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
