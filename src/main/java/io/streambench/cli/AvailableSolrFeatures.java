package io.streambench.cli;

import io.streambench.bench.cluster.ClusterException;
import io.streambench.bench.cluster.LiveNodes;
import io.streambench.bench.settings.ZkHost;
import io.streambench.compare.cells.InterleavedFolder;
import io.streambench.compare.study.Benchmarks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The implementation of {@link SolrFeatures}, which loads this class by name. */
final class AvailableSolrFeatures implements SolrFeatures {
  @Override
  public boolean hasUserMessage(Exception failure) {
    return failure instanceof ClusterException;
  }

  @Override
  public List<Object> verbs() {
    return List.of(
        new StudyVerb(), new ReportVerb(), new DoctorVerb(), new JoinVerb(), new VersionsVerb());
  }

  @Override
  public boolean isDefault(String benchmark, String parameter, String value) {
    return Benchmarks.isDefault(benchmark, parameter, value);
  }

  @Override
  public List<String> liveNodeUrls(ZkHost zkHost) throws Exception {
    return LiveNodes.of(zkHost);
  }

  @Override
  public InterleavedMeasurement prepareInterleavedRuns(
      List<String> arguments, List<String> names, Consumer<String> warnings) {
    return InterleavedRuns.of(arguments, names, Optional.empty(), warnings);
  }

  @Override
  public InterleavedMeasurement resumeInterleavedRuns(
      String folder, Path results, Consumer<String> warnings) throws IOException {
    return InterleavedRuns.resume(
        ResumeOption.findFolder(folder, InterleavedFolder.STUDY_NAME, results), warnings);
  }
}
