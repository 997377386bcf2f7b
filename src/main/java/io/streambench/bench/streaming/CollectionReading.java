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

public interface CollectionReading extends AutoCloseable {
  /** Creates a reader, after the documents are indexed; the reader never closes the client. */
  interface Factory {
    CollectionReading open(Cluster cluster, OwnClient client) throws IOException;
  }

  /** Reads all tuples in order and checks them; returns their number. */
  long read(TupleCounter progress, Consumer<Tuple> consumer)
      throws IOException, InterruptedException;

  /** JMH's secondary results of the reads since the last call. */
  default List<ScalarResult> secondaryResults() {
    return List.of();
  }

  /** Releases the resources that are kept between reads; the client stays open. */
  @Override
  void close();

  /** Creates the query for all documents of a collection; the caller may add parameters. */
  static ModifiableSolrParams query(Contents contents) {
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set(CommonParams.Q, "*:*");
    query.set(CommonParams.FL, String.join(",", contents.query().fields()));
    query.set(CommonParams.SORT, contents.query().sort());
    query.set(CommonParams.ROWS, Math.toIntExact(contents.documents()));
    return query;
  }
}
