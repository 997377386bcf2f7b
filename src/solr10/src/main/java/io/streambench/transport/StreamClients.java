package io.streambench.transport;

import io.streambench.config.HttpClientKind;
import io.streambench.strategy.SolrsHttpClient;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.apache.solr.common.util.IOUtils;

/** Creates the clients through which streams read, in Solr 10. */
final class StreamClients {
  private StreamClients() {}

  static SolrClientCache of(HttpClientKind kind, HttpJettySolrClient jetty) {
    if (kind == HttpClientKind.JETTY) {
      return new SolrClientCache(jetty);
    }
    HttpJdkSolrClient jdk =
        new HttpJdkSolrClient.Builder()
            .useHttp1_1(SolrsHttpClient.http2(jetty.getHttpClient()).isEmpty())
            .build();
    return new SolrClientCache(jdk) {
      @Override
      public synchronized void close() {
        super.close();
        IOUtils.closeQuietly(jdk);
      }
    };
  }
}
