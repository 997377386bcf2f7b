package io.streambench.bench.streaming;

import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.documents.Contents;
import io.streambench.bench.documents.TupleCheck;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.watchdog.TupleCounter;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.common.params.ModifiableSolrParams;

/** A reader that opens a new {@link CloudSolrStream} each time that it reads the collection. */
public final class CollectionReader implements CollectionReading {
  private final String zkHost;
  private final String collection;
  private final Contents contents;
  private final ModifiableSolrParams query;
  private final StreamContext context = new StreamContext();

  public CollectionReader(Cluster cluster, OwnClient client) {
    this.zkHost = cluster.zkHost();
    this.collection = cluster.collection();
    this.contents = cluster.contents();
    context.setSolrClientCache(client.newStreamCache());
    query = CollectionReading.createQuery(contents);
  }

  /** Reads and checks all tuples. If reading fails, the stream is not closed. */
  @Override
  public long read(TupleCounter progress, Consumer<Tuple> consumer) throws IOException {
    TupleCheck check = new TupleCheck(contents);
    CloudSolrStream stream = new CloudSolrStream(zkHost, collection, query);
    stream.setStreamContext(context);
    stream.open();
    for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
      progress.increment();
      check.checkTuple(tuple.getFields());
      consumer.accept(tuple);
    }
    long tuples = check.finish();
    stream.close();
    return tuples;
  }

  @Override
  public void close() {
    context.getSolrClientCache().close();
  }
}
