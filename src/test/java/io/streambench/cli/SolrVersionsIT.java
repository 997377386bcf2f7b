package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.streambench.base.SettingException;
import io.streambench.bench.cluster.SolrRuntime;
import io.streambench.bench.settings.SolrReleaseLine;
import io.streambench.program.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the main job with client and nodes of another Solr version, in separate processes. */
@Tag("matrix")
@Tag("program")
class SolrVersionsIT {
  private static final String JOB =
      "-p nodeCount=1 -p numShards=4 -p placement=runs -p docCount=1200 -p docSizeBytes=8192"
          + " -p initialStreamRecvWindow=65535 -p initialSessionRecvWindow=65535 -wi 0 -i 1 -r 1";

  @TempDir Path folder;

  @BeforeAll
  static void requireJdkForSolr10() {
    boolean found = true;
    try {
      SolrRuntime.check(SolrReleaseLine.SOLR_10);
    } catch (SettingException e) {
      found = false;
    }
    assumeTrue(found, "no JDK of 21 or later");
  }

  private JavaProcess run(String options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(JOB.split(" ")));
    arguments.addAll(List.of(options.split(" ")));
    arguments.add("StreamingSearch");
    return new JavaProcess(
        folder,
        List.of("-Dstreambench.logs=" + folder.resolve("logs"), "-Dstreambench.stallTimeout=15s"),
        BenchmarksMain.class.getName(),
        arguments.toArray(String[]::new));
  }

  /** Returns the results from the final table, in its order. */
  private static List<String> tableResults(JavaProcess run) {
    return run.output()
        .lines()
        .filter(line -> line.matches(" {2}StreamingSearch.stream .*"))
        .map(line -> line.replaceAll(".* ", ""))
        .toList();
  }

  @Test
  void solr10StallsUnlessCreditIsGivenOnReceipt() throws Exception {
    try (JavaProcess run =
        run("-p solr=10 -p useHttp1=false -p flowControl=buffering,on-receipt")) {
      assertThat(run.waitFor()).as(run.output()).isEqualTo(ExitStatus.STALLED.code());
      assertThat(tableResults(run)).as(run.output()).containsExactly("STALLED", "COMPLETED");
      assertThat(run.output()).contains("Solr 10.0.0, Jetty 12.");
    }
    try (Stream<Path> logs = Files.list(folder.resolve("logs"))) {
      Path evidence =
          logs.filter(log -> log.toString().endsWith("-STALLED")).findFirst().orElseThrow();
      assertThat(evidence.resolve("timeline.html")).exists();
      assertThat(evidence.resolve("flow-control.log.gz")).as("Jetty 12's own log").exists();
      assertThat(evidence.resolve("verdict.json"))
          .content()
          .contains("StallFreeCustomizer")
          .doesNotContain("solr.http2.initial", "9.10.1");
    }
  }

  @Test
  void solr10ClientReadsSolr9NodesAlsoWithJdkClient() throws Exception {
    try (JavaProcess run = run("-p solr=10 -p nodeSolr=9 -p useHttp1=true -p client=jetty,jdk")) {
      assertThat(run.waitFor()).as(run.output()).isZero();
      assertThat(tableResults(run)).as(run.output()).containsExactly("COMPLETED", "COMPLETED");
      assertThat(run.output()).contains("(Solr 9, ").contains("java.net.http");
    }
  }
}
