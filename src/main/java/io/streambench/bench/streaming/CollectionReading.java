package io.streambench.bench.streaming;

import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.documents.Contents;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.watchdog.TupleCounter;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.openjdk.jmh.results.ScalarResult;

/**
 * A reader that can read a whole collection several times. {@link #close} does not close the
 * client.
 */
public interface CollectionReading extends AutoCloseable {
  /** A factory for readers of a collection that is already indexed. */
  interface Factory {
    CollectionReading open(Cluster cluster, OwnClient client) throws IOException;
  }

  /** Reads and checks all tuples in order. Returns the number of tuples. */
  long read(TupleCounter progress, Consumer<Tuple> consumer)
      throws IOException, InterruptedException;

  /** Returns secondary results, in the sense of JMH, of all reads since the previous call. */
  default List<ScalarResult> secondaryResults() {
    return List.of();
  }

  @Override
  void close();

  /** Creates a query for all documents of a collection. The caller may add parameters. */
  static ModifiableSolrParams createQuery(Contents contents) {
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set(CommonParams.Q, "*:*");
    query.set(CommonParams.FL, String.join(",", contents.fields()));
    query.set(CommonParams.SORT, contents.sort());
    query.set(CommonParams.ROWS, Math.toIntExact(contents.documentCount()));
    return query;
  }
}
