package io.streambench.bench;

import java.util.List;
import java.util.Optional;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.common.params.ShardParams;

/** The identifiers that one shard of a collection holds, as Solr itself says. */
final class ShardIds {
  private ShardIds() {}

  /** The lowest and the highest. */
  static List<String> of(String zkHost, String collection, String shard) throws Exception {
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(zkHost), Optional.empty()).build()) {
      return List.of(
          first(solr, collection, shard, SolrQuery.ORDER.asc),
          first(solr, collection, shard, SolrQuery.ORDER.desc));
    }
  }

  private static String first(
      CloudHttp2SolrClient solr, String collection, String shard, SolrQuery.ORDER order)
      throws Exception {
    SolrQuery query = new SolrQuery("*:*").setRows(1).setFields("id").setSort("id", order);
    query.set(ShardParams.SHARDS, shard);
    return (String) solr.query(collection, query).getResults().get(0).getFieldValue("id");
  }
}
