package io.streambench.bench.transport;

import io.streambench.bench.settings.HttpClientKind;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.strategy.SolrHttpClientAccess;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrResponse;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.apache.solr.common.util.IOUtils;
import org.eclipse.jetty.client.HttpClient;

/** The Jetty-based HTTP client of Solr 10. */
record SolrJettyClient(HttpJettySolrClient solr) implements AutoCloseable {
  static SolrJettyClient create(HttpVersion version, long idleSeconds, long connectSeconds) {
    return new SolrJettyClient(
        new HttpJettySolrClient.Builder()
            .useHttp1_1(version == HttpVersion.HTTP_1_1)
            .withIdleTimeout(idleSeconds, TimeUnit.SECONDS)
            .withConnectionTimeout(connectSeconds, TimeUnit.SECONDS)
            .build());
  }

  HttpClient jetty() {
    return SolrHttpClientAccess.of(solr);
  }

  /** Does nothing. With Solr 10, the response times of nodes are not measured. */
  void reportTimings(ServerTimings timings) {}

  /** Creates a cache of clients for streaming expressions. The caller closes the cache. */
  SolrClientCache newStreamCache(HttpClientKind kind) {
    if (kind == HttpClientKind.JETTY) {
      return new SolrClientCache(solr);
    }
    HttpJdkSolrClient jdk =
        new HttpJdkSolrClient.Builder()
            .useHttp1_1(SolrHttpClientAccess.http2Of(jetty()).isEmpty())
            .build();
    return new SolrClientCache(jdk) {
      @Override
      public synchronized void close() {
        super.close();
        IOUtils.closeQuietly(jdk);
      }
    };
  }

  <R extends SolrResponse> R request(String baseUrl, String collection, SolrRequest<R> request)
      throws SolrServerException, IOException {
    return request.processWithBaseUrl(solr, baseUrl, collection);
  }

  @Override
  public void close() {
    solr.close();
  }
}
