package io.streambench.bench.streaming;

import io.streambench.documents.Contents;
import org.apache.solr.common.params.CommonParams;
import org.apache.solr.common.params.ModifiableSolrParams;

/** The request that reads all of a collection, in Solr's words. */
public final class ReadQuery {
  private ReadQuery() {}

  /** Returns the query for all documents of a collection; the sender may add parameters. */
  public static ModifiableSolrParams of(Contents contents) {
    ModifiableSolrParams query = new ModifiableSolrParams();
    query.set(CommonParams.Q, "*:*");
    query.set(CommonParams.FL, String.join(",", contents.query().fields()));
    query.set(CommonParams.SORT, contents.query().sort());
    query.set(CommonParams.ROWS, Math.toIntExact(contents.documents()));
    return query;
  }
}
