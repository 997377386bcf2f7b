package io.streambench.cli;

import io.streambench.base.files.DataFolder;
import io.streambench.bench.versions.Candidate;
import io.streambench.bench.versions.ProbeResult;
import io.streambench.bench.versions.Probes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code streambench versions}, which tests which released versions of SolrJ and Jetty
 * stall.
 */
@Command(name = "versions")
final class VersionsVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Option(names = "--solrj", split = ",", paramLabel = "VERSION")
  private List<String> solrjVersions = new ArrayList<>();

  @Option(names = "--jetty", split = ",", paramLabel = "VERSION")
  private List<String> jettyVersions = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    List<Candidate> candidates = candidates();
    List<ProbeResult> all = new ArrayList<>();
    try (DataFolder data = DataFolder.create(DataFolder.defaultParent());
        Probes probes = new Probes(candidates, data.path())) {
      for (Candidate candidate : candidates) {
        format.errorWriter().println("# " + candidate.name() + " " + candidate.version());
        all.add(probes.probe(candidate));
      }
    }
    format.print(
        () -> ProbeResult.createDocument(all).text(),
        () -> ProbeResult.createDocument(all).markdown(),
        () -> Map.of("versions", all));
    if (all.stream().anyMatch(result -> result.hasResult("FAILED"))) {
      return ExitStatus.FAILED.code();
    }
    boolean stalled = all.stream().anyMatch(result -> result.hasResult("STALLED"));
    return (stalled ? ExitStatus.STALLED : ExitStatus.SUCCESS).code();
  }

  private List<Candidate> candidates() {
    if (solrjVersions.isEmpty() && jettyVersions.isEmpty()) {
      return Stream.of("solrj", "jetty").flatMap(name -> Candidate.all(name).stream()).toList();
    }
    return Stream.concat(
            solrjVersions.stream().map(version -> Candidate.of("solrj", version)),
            jettyVersions.stream().map(version -> Candidate.of("jetty", version)))
        .toList();
  }
}
