package io.streambench.bench;

import io.streambench.config.DocumentSettings;
import io.streambench.documents.SyntheticDocuments;
import io.streambench.documents.TupleCheck;
import io.streambench.watchdog.TupleCounter;
import java.io.IOException;
import java.util.StringJoiner;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/** Reads a collection through one {@link CloudSolrStream}, as often as it is asked to. */
final class CollectionReader {
  private static final String SORT = "id asc,int1_i_dv asc";
  private static final int FIELDS_BESIDE_TEXT = 2;

  private final String zkHost;
  private final String collection;
  private final DocumentSettings documents;
  private final ModifiableSolrParams query = new ModifiableSolrParams();
  private final StreamContext context = new StreamContext();

  /**
   * @param client used for every shard, and never closed here
   */
  CollectionReader(
      String zkHost, String collection, DocumentSettings documents, Http2SolrClient client) {
    this.zkHost = zkHost;
    this.collection = collection;
    this.documents = documents;
    context.setSolrClientCache(new SolrClientCache(client));
    query.set(CommonParams.Q, "*:*");
    query.set(CommonParams.FL, fields(documents.numTextFields()));
    query.set(CommonParams.SORT, SORT);
    query.set(CommonParams.ROWS, documents.docCount());
  }

  /**
   * Reads all tuples and checks them. A stream that failed is left open: closing it in the ordinary
   * way reads what is left of it first, which may be never.
   *
   * @return tuples read
   */
  long read(TupleCounter progress, Consumer<Tuple> consumer) throws IOException {
    TupleCheck check =
        new TupleCheck(documents.docCount(), FIELDS_BESIDE_TEXT + documents.numTextFields());
    CloudSolrStream stream = new CloudSolrStream(zkHost, collection, query);
    stream.setStreamContext(context);
    stream.open();
    for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
      progress.increment();
      check.next(tuple.getString("id"), tuple.getFields().size());
      consumer.accept(tuple);
    }
    long tuples = check.end();
    stream.close();
    return tuples;
  }

  /** Lets go of what was cached of the cluster's state; the client stays as it is. */
  void close() {
    context.getSolrClientCache().close();
  }

  private static String fields(int textFields) {
    StringJoiner fields = new StringJoiner(",").add("id").add("int1_i_dv");
    for (int number = 1; number <= textFields; number++) {
      fields.add(SyntheticDocuments.textField(number));
    }
    return fields.toString();
  }
}
