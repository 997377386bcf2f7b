package io.streambench.bench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.index.IndexCommit;
import org.apache.solr.core.SolrCore;

/** The shard and the index folder of a core, and the files of its latest commit, if any. */
@JsonIgnoreProperties(ignoreUnknown = true)
public record CoreIndex(String shard, String folder, List<String> files) {
  static List<CoreIndex> of(ObservedNode node) {
    List<CoreIndex> indexes = new ArrayList<>();
    for (SolrCore core : node.getCoreContainer().getCores()) {
      indexes.add(
          new CoreIndex(
              core.getCoreDescriptor().getCloudDescriptor().getShardId(),
              core.getIndexDir(),
              fileNames(core.getDeletionPolicy().getLatestCommit())));
    }
    return indexes;
  }

  private static List<String> fileNames(IndexCommit commit) {
    try {
      return commit == null ? List.of() : List.copyOf(commit.getFileNames());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
