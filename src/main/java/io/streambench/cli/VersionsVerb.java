package io.streambench.cli;

import io.streambench.base.files.DataFolder;
import io.streambench.bench.versions.Candidate;
import io.streambench.bench.versions.Probed;
import io.streambench.bench.versions.Probes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code streambench versions}: which released clients stall? */
@Command(name = "versions")
final class VersionsVerb implements Callable<Integer> {
  @Mixin private FormatOption format;

  @Option(names = "--solrj", split = ",", paramLabel = "VERSION")
  private List<String> solrj = new ArrayList<>();

  @Option(names = "--jetty", split = ",", paramLabel = "VERSION")
  private List<String> jetty = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    List<Candidate> candidates = candidates();
    List<Probed> all = new ArrayList<>();
    try (DataFolder data = DataFolder.create(DataFolder.place());
        Probes probes = new Probes(candidates, data.path())) {
      for (Candidate candidate : candidates) {
        format.errors().println("# " + candidate.name() + " " + candidate.version());
        all.add(probes.probe(candidate));
      }
    }
    format.print(
        () -> Probed.document(all).text(),
        () -> Probed.document(all).markdown(),
        () -> Map.of("versions", all.stream().map(Probed::json).toList()));
    if (all.stream().anyMatch(Probed::isFailed)) {
      return ExitStatus.FAILED.code();
    }
    boolean stalled = all.stream().anyMatch(Probed::isStalled);
    return (stalled ? ExitStatus.STALLED : ExitStatus.SUCCESS).code();
  }

  private List<Candidate> candidates() {
    if (solrj.isEmpty() && jetty.isEmpty()) {
      return Stream.of("solrj", "jetty").flatMap(name -> Candidate.all(name).stream()).toList();
    }
    return Stream.concat(
            solrj.stream().map(version -> Candidate.of("solrj", version)),
            jetty.stream().map(version -> Candidate.of("jetty", version)))
        .toList();
  }
}
