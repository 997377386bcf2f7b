package io.streambench.transport;

import io.streambench.config.HttpClientKind;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;

/** The clients with which streams read in Solr 9. */
final class StreamClients {
  private StreamClients() {}

  static SolrClientCache of(HttpClientKind kind, Http2SolrClient jetty) {
    return new SolrClientCache(jetty);
  }
}
