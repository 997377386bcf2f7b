package io.streambench.watchdog;

import io.streambench.config.SecretArguments;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import org.apache.solr.client.solrj.SolrClient;
import org.eclipse.jetty.util.Jetty;

/** The environment block of an issue report: what a run depended on besides its settings. */
public final class Environment {
  private Environment() {}

  /**
   * Names and values, in the order in which people read them. JVM arguments may tell of folders and
   * hosts, which {@link io.streambench.redaction.Redactor} takes out; their passwords are not even
   * here.
   */
  public static Map<String, Object> describe() {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("os", property("os.name") + " " + property("os.version"));
    environment.put("architecture", property("os.arch"));
    environment.put("cpus", Runtime.getRuntime().availableProcessors());
    environment.put("memoryBytes", memoryBytes());
    environment.put("maxHeapBytes", Runtime.getRuntime().maxMemory());
    environment.put("jdk", property("java.vm.name") + " " + Runtime.version());
    environment.put(
        "jvmArguments",
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .map(SecretArguments::masked)
            .toList());
    environment.put("solr", solrVersion());
    environment.put("jetty", jettyVersion());
    environment.putAll(git());
    return environment;
  }

  /** The version of Solr in use. */
  public static String solrVersion() {
    String version = SolrClient.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version.replaceAll(" .*", "");
  }

  /** The version of Jetty in use. */
  public static String jettyVersion() {
    return Jetty.VERSION;
  }

  private static long memoryBytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize()
        : -1;
  }

  /** Written into the jar when it was built. */
  private static Map<String, Object> git() {
    Properties properties = new Properties();
    try (InputStream in = Environment.class.getResourceAsStream("/streambench-git.properties")) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      properties.clear();
    }
    Map<String, Object> git = new LinkedHashMap<>();
    git.put("gitCommit", properties.getProperty("git.commit.id.full", "unknown"));
    git.put("gitDirty", properties.getProperty("git.dirty", "unknown"));
    return git;
  }

  private static String property(String name) {
    return System.getProperty(name, "unknown");
  }
}
