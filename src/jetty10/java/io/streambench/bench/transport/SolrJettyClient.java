package io.streambench.bench.transport;

import io.streambench.bench.settings.HttpClientKind;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.strategy.SolrHttpClientAccess;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrResponse;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpListenerFactory.RequestResponseListener;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.Request;

/** The Jetty-based HTTP client of Solr 9. */
record SolrJettyClient(Http2SolrClient solr) implements AutoCloseable {
  static SolrJettyClient create(HttpVersion version, long idleSeconds, long connectSeconds) {
    return new SolrJettyClient(
        new Http2SolrClient.Builder()
            .useHttp1_1(version == HttpVersion.HTTP_1_1)
            .withIdleTimeout(idleSeconds, TimeUnit.SECONDS)
            .withConnectionTimeout(connectSeconds, TimeUnit.SECONDS)
            .build());
  }

  HttpClient jetty() {
    return SolrHttpClientAccess.of(solr);
  }

  /** Passes the timing headers of all responses to {@code timings}. */
  void reportTimings(ServerTimings timings) {
    solr.addListenerFactory(
        () -> {
          Consumer<String> receiver = timings.headerReceiver();
          return new RequestResponseListener() {
            @Override
            public void onQueued(Request request) {
              request.onResponseHeaders(
                  response ->
                      receiver.accept(response.getHeaders().get(ServerTimings.HEADER_NAME)));
            }
          };
        });
  }

  /** Creates a cache of clients for streaming expressions. The caller closes the cache. */
  SolrClientCache newStreamCache(HttpClientKind kind) {
    return new SolrClientCache(solr);
  }

  <R extends SolrResponse> R request(String baseUrl, String collection, SolrRequest<R> request)
      throws SolrServerException, IOException {
    return solr.requestWithBaseUrl(baseUrl, collection, request);
  }

  @Override
  public void close() {
    solr.close();
  }
}
