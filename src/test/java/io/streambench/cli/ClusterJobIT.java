package io.streambench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.program.JavaProcess;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.common.cloud.SolrZkClient;
import org.apache.solr.security.Sha256AuthenticationProvider;
import org.apache.zookeeper.CreateMode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the main job, with forks, against clusters that are not embedded. */
@Tag("program")
class ClusterJobIT {
  private static final String MAIN_CLASS = BenchmarksMain.class.getName();
  private static final String PASSWORD = "Xk7-sekrit-pw";

  @TempDir Path folder;

  private String[] jobArguments(String... options) {
    String small = "-p useHttp1=true -p nodeCount=1 -p numShards=2 -p docCount=200 -wi 0 -i 1 -r 1";
    List<String> arguments = new ArrayList<>(List.of(small.split(" ")));
    arguments.addAll(List.of(options));
    arguments.add("StreamingSearch");
    return arguments.toArray(String[]::new);
  }

  private List<String> properties() {
    return List.of("-Dstreambench.logs=" + logs(), "-Dstreambench.clusterHeap=512m");
  }

  private Path logs() {
    return folder.resolve("logs");
  }

  private static List<ProcessHandle> findClusterProcesses(String output) {
    return output
        .lines()
        .filter(line -> line.startsWith("# cluster: process "))
        .map(line -> Long.parseLong(line.split(" ")[3]))
        .distinct()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .toList();
  }

  @Test
  void forksShareOneClusterProcess() throws Exception {
    try (JavaProcess run =
        new JavaProcess(
            folder, properties(), MAIN_CLASS, jobArguments("-p", "cluster=process", "-f", "2"))) {
      run.awaitOutput("# capture: ");
      List<ProcessHandle> clusters = findClusterProcesses(run.output());
      assertThat(clusters).hasSize(1);
      assertThat(run.waitFor()).as(run.output()).isZero();
      assertThat(clusters.get(0).isAlive()).isFalse();
      assertThat(run.output().lines())
          .filteredOn(line -> line.contains("documents of 1,024 bytes indexed in"))
          .hasSize(1);
      assertThat(run.output().lines())
          .filteredOn(line -> line.startsWith("# cluster: process "))
          .hasSize(2);
      assertThat(run.output()).contains("COMPLETED, streams");
    }
  }

  @Tag("slow")
  @Test
  void benchmarkAndNodesUseGivenSolrJars() throws Exception {
    Path jars = Files.createDirectory(folder.resolve("jars"));
    Path released =
        Path.of(SolrClient.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (JarInputStream from = new JarInputStream(Files.newInputStream(released))) {
      Manifest manifest = from.getManifest();
      manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, "9.10.9-OURS");
      OutputStream to = Files.newOutputStream(jars.resolve("solr-solrj-ours.jar"));
      try (JarOutputStream copy = new JarOutputStream(to, manifest)) {
        for (JarEntry entry; (entry = from.getNextJarEntry()) != null; ) {
          copy.putNextEntry(new JarEntry(entry.getName()));
          from.transferTo(copy);
        }
      }
    }
    String own = "\"-Dstreambench.jars=" + jars + '"'; // JMH splits it at spaces
    String results = folder.resolve("x.json").toString();
    String[] job =
        jobArguments(
            "-p", "cluster=process", "-jvmArgsAppend", own, "-rf", "json", "-rff", results);
    try (JavaProcess run = new JavaProcess(folder, properties(), MAIN_CLASS, job)) {
      run.awaitOutput("# capture: ");
      assertThat(findClusterProcesses(run.output()))
          .singleElement()
          .satisfies(
              cluster ->
                  assertThat(cluster.info().commandLine())
                      .get()
                      .asString()
                      .contains("/jars/solr-solrj-ours.jar:"));
      assertThat(run.waitFor()).as(run.output()).isZero();
      assertThat(run.output()).contains("Solr 9.10.9-OURS, Jetty");
      assertThat(folder.resolve("x.outcomes.json"))
          .content()
          .contains("9.10.1 with solr-solrj-ours.jar (");
    }
  }

  @Tag("slow")
  @Test
  void authenticatesWithoutRevealingPassword() throws Exception {
    try (ClusterPool pool = ClusterPool.open(folder.resolve("theirs"))) {
      ReadyCluster cluster =
          pool.getOrStart(
              StreamingSettings.of(
                  Parameters.with("cluster", "process", "nodeCount", "1", "docCount", "200"),
                  Map.of("streambench.clusterHeap", "512m")),
              line -> {});
      enableAuthentication(cluster);

      try (JavaProcess right = startJobWithPassword(cluster, PASSWORD)) {
        assertThat(right.waitFor()).as(right.output()).isZero();
        assertThat(right.output()).contains("COMPLETED").doesNotContain(PASSWORD);
      }
      try (JavaProcess wrong = startJobWithPassword(cluster, PASSWORD + "2")) {
        assertThat(wrong.waitFor()).as(wrong.output()).isEqualTo(ExitStatus.FAILED.code());
        assertThat(wrong.output())
            .contains("basicauth (or solr.httpclient.config) must be accepted by the cluster at")
            .doesNotContain(PASSWORD);
      }
      assertPasswordIsNotStored();
    }
  }

  /** Starts a run with the password in its command line, where everybody could see it. */
  private JavaProcess startJobWithPassword(ReadyCluster cluster, String password)
      throws IOException {
    return new JavaProcess(
        folder,
        properties(),
        MAIN_CLASS,
        jobArguments(
            "-p",
            "zkHost=" + cluster.zkHost(),
            "-rf",
            "json",
            "-rff",
            folder.resolve("results.json").toString(),
            "-jvmArgs",
            "-Dsolr.httpclient.builder.factory="
                + "org.apache.solr.client.solrj.impl.PreemptiveBasicAuthClientBuilderFactory"
                + " -Dbasicauth=guest:"
                + password));
  }

  /** Enables authentication; the nodes apply it immediately. */
  private static void enableAuthentication(ReadyCluster cluster) throws Exception {
    String security =
        """
        {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true,
          "credentials": {"guest": "%s"}}}
        """
            .formatted(Sha256AuthenticationProvider.getSaltedHashedValue(PASSWORD));
    try (SolrZkClient zk =
        new SolrZkClient.Builder()
            .withUrl(cluster.zkHost())
            .withTimeout(10, TimeUnit.SECONDS)
            .build()) {
      byte[] data = security.getBytes(StandardCharsets.UTF_8);
      if (zk.exists("/security.json", true)) {
        zk.setData("/security.json", data, true);
      } else {
        zk.create("/security.json", data, CreateMode.PERSISTENT, true);
      }
    }
  }

  /** Checks that no file contains the password, in the folders from which the zips are created. */
  private void assertPasswordIsNotStored() throws IOException {
    String encoded =
        Base64.getEncoder().encodeToString(("guest:" + PASSWORD + "2").getBytes(UTF_8));
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(PASSWORD)
            .doesNotContain(encoded);
      }
    }
    assertThat(logs()).isDirectoryContaining("glob:**-FAILED");
  }
}
