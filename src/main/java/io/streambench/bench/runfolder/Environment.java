package io.streambench.bench.runfolder;

import io.streambench.bench.settings.SecretArguments;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** Describes the machine, the JVM and the build of a run. */
public final class Environment {
  public static final String UNKNOWN = "unknown";

  private Environment() {}

  /**
   * Describes the machine, the JVM and the build, in display order. Secrets in JVM arguments are
   * masked. Folders and hosts are not masked.
   */
  public static Map<String, Object> describe() {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    environment.put("architecture", System.getProperty("os.arch"));
    environment.put("cpus", Runtime.getRuntime().availableProcessors());
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    environment.put("memoryBytes", system.getTotalMemorySize());
    environment.put("maxHeapBytes", Runtime.getRuntime().maxMemory());
    environment.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    environment.put(
        "jvmArguments",
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(SecretArguments::mask)
            .toList());
    environment.put("solr", solrVersion());
    environment.put("jetty", jettyVersion());
    environment.putAll(gitState());
    return environment;
  }

  public static String solrVersion() {
    return libraryVersion("org.apache.solr.client.solrj.SolrClient");
  }

  /** Returns the version of Jetty, without initializing Jetty's classes. */
  public static String jettyVersion() {
    return libraryVersion("org.eclipse.jetty.util.Jetty");
  }

  /** Returns the version of the library that contains a class, or {@link #UNKNOWN}. */
  private static String libraryVersion(String className) {
    try {
      Class<?> found = Class.forName(className, false, Environment.class.getClassLoader());
      String version = found.getPackage().getImplementationVersion();
      return version == null ? UNKNOWN : version.replaceAll(" .*", "");
    } catch (ClassNotFoundException e) {
      return UNKNOWN;
    }
  }

  /** Returns the commit of the build, and whether the build had uncommitted changes. */
  public static Map<String, Object> gitState() {
    Properties properties = new Properties();
    try (InputStream in = Environment.class.getResourceAsStream("/streambench-git.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      properties.clear();
    }
    Map<String, Object> git = new LinkedHashMap<>();
    git.put("gitCommit", properties.getProperty("git.commit.id.full", UNKNOWN));
    git.put("gitDirty", properties.getProperty("git.dirty", UNKNOWN));
    return git;
  }
}
