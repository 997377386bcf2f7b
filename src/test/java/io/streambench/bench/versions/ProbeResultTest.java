package io.streambench.bench.versions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.ContractsTest;
import io.streambench.base.SettingException;
import io.streambench.base.files.Json;
import io.streambench.bench.versions.Probes.Run;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProbeResultTest {
  private static final String MAVEN =
      """
      [ERROR] Failed to execute goal on project solrj-10.1.0: Could not resolve dependencies
      [ERROR] dependency: org.apache.solr:solr-api:jar:10.1.0 (compile)
      [ERROR] \tCould not find artifact org.apache.solr:solr-api:jar:10.1.0 in central
      [ERROR] \tCould not find artifact org.apache.solr:solr-solrj-jetty:jar:10.1.0 in central
      [ERROR] -> [Help 1]
      [ERROR] Failed to execute goal on project jetty-12.0.40: Could not collect dependencies
      [ERROR] \tCaused by: org.eclipse.jetty:jetty-project:pom:12.0.40 (absent): Could not find artifact org.eclipse.jetty:jetty-project:pom:12.0.40 in central
      [ERROR] Failed to execute goal on project jetty-9.9: Could not transfer: Connection refused
      """;

  private static Run createRun(String result, Integer windowLeft, String failure) {
    return new Run(
        "10.0.26", 16777216, windowLeft, 0, result, 5.1, windowLeft == null ? null : true, failure);
  }

  private static final List<ProbeResult> ALL =
      List.of(
          new ProbeResult(
              "solrj",
              "9.11.0",
              Candidate.of("solrj", "9.11.0").artifactsOfOtherVersions(),
              null,
              createRun("STALLED", 0, null),
              createRun("READ", null, null),
              createRun("FAILED", null, "java.lang.Error: x")),
          new ProbeResult(
              "jetty", "12.0.40", List.of(), "jetty-project is not served", null, null, null));

  @Test
  void tableFitsLineWidthAndNamesFailures() {
    String text = ProbeResult.createDocument(ALL).text();
    assertThat(text.lines()).allMatch(line -> line.length() <= 120);
    assertThat(text)
        .containsPattern("SolrJ 9\\.11\\.0 +10\\.0\\.26 +16,777,216 +STALLED +0 +yes +READ +FAILED")
        .containsPattern("Jetty 12\\.0\\.40 +- +- +NOT_RUN")
        .contains("SolrJ 9.11.0: with solr-api 9.10.1, ", "SolrJ 9.11.0: java.lang.Error: x")
        .contains("Jetty 12.0.40: jetty-project is not served");
    assertThat(ALL).extracting(one -> one.hasResult("STALLED")).containsExactly(true, false);
  }

  @Test
  void keysFollowContract() throws Exception {
    ContractsTest.assertMatchesContract(
        "versions",
        ContractsTest.keys(
            Json.MAPPER.writeValueAsString(ALL.get(0)),
            Json.MAPPER.writeValueAsString(ALL.get(1))));
  }

  private static String describeMissingArtifact(String output, String client, String version) {
    return new ClassPaths(Path.of(""), output)
        .describeMissingArtifact(new Candidate(client, version, List.of(), List.of()));
  }

  @Test
  void distinguishesMissingArtifactFromMavenFailure() {
    assertThat(describeMissingArtifact(MAVEN, "solrj", "10.1.0"))
        .isEqualTo("not served: solr-api 10.1.0, solr-solrj-jetty 10.1.0");
    assertThat(describeMissingArtifact(MAVEN, "jetty", "12.0.40"))
        .isEqualTo("not served: jetty-project 12.0.40");
    assertThat(describeMissingArtifact(MAVEN, "jetty", "9.9"))
        .isEqualTo("Maven failed: Could not transfer: Connection refused");
    assertThat(describeMissingArtifact("[ERROR] no disk", "jetty", "9.9"))
        .isEqualTo("Maven failed: [ERROR] no disk");
  }

  @Test
  void acceptsUnlistedVersions() {
    assertThat(Candidate.of("jetty", "12.1.99").artifacts())
        .containsExactly("org.eclipse.jetty.http2:jetty-http2-client-transport:12.1.99");
    assertThat(Candidate.of("jetty", "12.0.34").artifactsOfOtherVersions())
        .containsExactly("jetty-http2-client-transport 12.0.33");
    assertThat(Candidate.all("solrj")).extracting(Candidate::version).contains("9.10.1", "10.1.0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"8.11.4", "9", "9.10.1;rm", ""})
  void rejectsOtherMajorVersions(String version) {
    assertThatThrownBy(() -> Candidate.of("solrj", version))
        .isInstanceOf(SettingException.class)
        .hasMessageStartingWith("--solrj must be a version like 9.8.0");
  }
}
