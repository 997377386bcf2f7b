package io.streambench.agent;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.lang.instrument.Instrumentation;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.PermissionCollection;
import java.security.Permissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * Begins what is to run in the JVM it is loaded into. All of that comes from a class loader of its
 * own, which goes in the end; this class stays, and does nothing. An order is a file of properties:
 * {@value #FOLDER}, {@value #MAIN}, a class with {@code static AutoCloseable begin(Instrumentation,
 * Properties, Runnable)}, and {@value #JARS}. One without a class ends what runs.
 */
public final class AgentMain {
  /** Key of an order: where the answer goes. */
  public static final String FOLDER = "folder";

  /** Key of an order: the class that begins. */
  public static final String MAIN = "main";

  /** Key of an order: jars and folders, as in a class path. */
  public static final String JARS = "jars";

  /** File of properties in the folder that tells how the watch stands. */
  public static final String STATUS = "status.properties";

  public static final String STATE = "state";

  /** Key of the status: why it failed. */
  public static final String REASON = "reason";

  /** State of a watch that could not begin, or could not go on. */
  public static final String FAILED = "FAILED";

  /** State after the end of what ran. */
  public static final String ENDED = "ENDED";

  /** Reason of a failure: one thing at a time. */
  public static final String RUNNING = "an agent of this program runs in it already";

  /** Reason of a failure: nothing was there to be ended. */
  public static final String NOT_RUNNING = "no agent of this program runs in it";

  private static AutoCloseable watch;
  private static Loader loader;

  private AgentMain() {}

  /** Trusts what it loads, also where a security manager does not. */
  private static final class Loader extends URLClassLoader {
    Loader(URL[] jars) {
      super("streambench-watch", jars, ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected PermissionCollection getPermissions(CodeSource source) {
      Permissions all = new Permissions();
      all.add(new AllPermission());
      return all;
    }
  }

  /** Begins by an order; a failure goes to the status file, and changes nothing in this JVM. */
  public static synchronized void agentmain(String order, Instrumentation instrumentation)
      throws IOException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(Path.of(order))) {
      properties.load(in);
    }
    if (properties.getProperty(MAIN) == null) {
      end(properties);
      return;
    }
    if (watch != null) {
      fail(properties, RUNNING);
      return;
    }
    try {
      loader = new Loader(urls(properties.getProperty(JARS)));
      watch =
          (AutoCloseable)
              loader
                  .loadClass(properties.getProperty(MAIN))
                  .getMethod("begin", Instrumentation.class, Properties.class, Runnable.class)
                  .invoke(null, instrumentation, properties, (Runnable) AgentMain::ended);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      ended();
      fail(properties, root(e).toString());
    }
  }

  private static URL[] urls(String jars) throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String jar : jars.split(File.pathSeparator)) {
      urls.add(Path.of(jar).toUri().toURL());
    }
    return urls.toArray(URL[]::new);
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static void end(Properties order) throws IOException {
    if (watch == null) {
      fail(order, NOT_RUNNING);
      return;
    }
    try {
      watch.close();
      tell(order, ENDED, "");
    } catch (Exception e) {
      fail(order, root(e).toString());
    }
  }

  private static void fail(Properties order, String reason) throws IOException {
    tell(order, FAILED, reason);
  }

  private static void tell(Properties order, String state, String reason) throws IOException {
    Properties status = new Properties();
    status.setProperty(STATE, state);
    status.setProperty(REASON, reason);
    try (Writer out = Files.newBufferedWriter(Path.of(order.getProperty(FOLDER), STATUS))) {
      status.store(out, null);
    }
  }

  /** Lets go of all that was loaded. */
  private static synchronized void ended() {
    watch = null;
    if (loader != null) {
      try {
        loader.close();
      } catch (IOException e) {
        // its files are gone, as it is
      }
      loader = null;
    }
  }
}
