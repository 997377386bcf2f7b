package io.streambench.watchdog;

import io.streambench.config.SecretArguments;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

public final class Environment {
  /** A version or commit that cannot be found out. */
  public static final String UNKNOWN = "unknown";

  private Environment() {}

  /**
   * Names and values, in the order in which people read them. Passwords of JVM arguments are left
   * out; {@link io.streambench.redaction.Redactor} takes out folders and hosts.
   */
  public static Map<String, Object> describe() {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    environment.put("architecture", System.getProperty("os.arch"));
    environment.put("cpus", Runtime.getRuntime().availableProcessors());
    environment.put("memoryBytes", memoryBytes());
    environment.put("maxHeapBytes", Runtime.getRuntime().maxMemory());
    environment.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    environment.put(
        "jvmArguments",
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(SecretArguments::masked)
            .toList());
    environment.put("solr", solrVersion());
    environment.put("jetty", jettyVersion());
    environment.putAll(gitState());
    return environment;
  }

  public static String solrVersion() {
    return versionOf("org.apache.solr.client.solrj.SolrClient");
  }

  /** The version of Jetty in use. Its own constant would start Log4j, which is slow. */
  public static String jettyVersion() {
    return versionOf("org.eclipse.jetty.util.Jetty");
  }

  /** The version in the manifest of the library's jar; the one-file tool has no such library. */
  private static String versionOf(String library) {
    try {
      Class<?> found = Class.forName(library, false, Environment.class.getClassLoader());
      String version = found.getPackage().getImplementationVersion();
      return version == null ? UNKNOWN : version.replaceAll(" .*", "");
    } catch (ClassNotFoundException e) {
      return UNKNOWN;
    }
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : -1;
  }

  /** The commit that this was built from, and whether files were changed; written by the build. */
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
