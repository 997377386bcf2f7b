package io.streambench.bench.runfolder;

import io.streambench.bench.settings.SecretArguments;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

public final class Environment {
  /** The value for an unknown version or commit. */
  public static final String UNKNOWN = "unknown";

  private Environment() {}

  /**
   * Describes machine, JVM and build, in display order. Secrets in JVM arguments are masked; {@link
   * io.streambench.bench.redaction.Redactor} removes folders and hosts later.
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
    return versionOf("org.apache.solr.client.solrj.SolrClient");
  }

  /** The version of Jetty in use; Jetty's own constant would start Log4j, which is slow. */
  public static String jettyVersion() {
    return versionOf("org.eclipse.jetty.util.Jetty");
  }

  /** The version in the manifest of a library's jar; {@link #UNKNOWN} in the single-jar tool. */
  private static String versionOf(String library) {
    try {
      Class<?> found = Class.forName(library, false, Environment.class.getClassLoader());
      String version = found.getPackage().getImplementationVersion();
      return version == null ? UNKNOWN : version.replaceAll(" .*", "");
    } catch (ClassNotFoundException e) {
      return UNKNOWN;
    }
  }

  /** The build's commit, and whether files had been changed since, as recorded by the build. */
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
