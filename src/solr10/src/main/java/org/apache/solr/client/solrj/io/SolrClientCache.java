package org.apache.solr.client.solrj.io;

import java.io.Closeable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.impl.CloudSolrClient;
import org.apache.solr.client.solrj.impl.HttpJdkSolrClient;
import org.apache.solr.client.solrj.impl.HttpSolrClientBase;
import org.apache.solr.client.solrj.impl.HttpSolrClientBuilderBase;
import org.apache.solr.client.solrj.jetty.HttpJettySolrClient;
import org.apache.solr.common.AlreadyClosedException;
import org.apache.solr.common.util.IOUtils;

/** A cache of SolrJ 10's clients with the API of Solr 9.10.1's {@code SolrClientCache}. */
public class SolrClientCache implements Closeable {
  private static final int MIN_TIMEOUT_MS = 60_000;

  private final Map<String, SolrClient> clients = new HashMap<>();
  private final HttpSolrClientBase shared;
  private volatile String zkHost;
  private boolean closed;

  public SolrClientCache() {
    this(null);
  }

  public SolrClientCache(HttpSolrClientBase shared) {
    this.shared = shared;
  }

  public void setDefaultZKHost(String host) {
    zkHost = host == null ? null : host.split("/")[0];
  }

  public synchronized CloudSolrClient getCloudSolrClient(String host) {
    ensureOpen();
    return (CloudSolrClient)
        clients.computeIfAbsent(
            host,
            h -> {
              var client =
                  new CloudHttp2SolrClient.Builder(List.of(h), Optional.empty())
                      .canUseZkACLs(h.split("/")[0].equals(zkHost))
                      .withHttpClientBuilder(builder(null))
                      .build();
              client.connect();
              return client;
            });
  }

  public synchronized SolrClient getHttpSolrClient(String url) {
    ensureOpen();
    return clients.computeIfAbsent(url, u -> builder(u).build());
  }

  private HttpSolrClientBuilderBase<?, ?> builder(String url) {
    HttpSolrClientBuilderBase<?, ?> builder;
    if (shared instanceof HttpJdkSolrClient jdk) {
      builder = new HttpJdkSolrClient.Builder(url).withHttpClient(jdk);
    } else if (shared instanceof HttpJettySolrClient jetty) {
      builder = new HttpJettySolrClient.Builder(url).withHttpClient(jetty);
    } else {
      builder =
          new HttpJettySolrClient.Builder(url)
              .withConnectionTimeout(MIN_TIMEOUT_MS, TimeUnit.MILLISECONDS);
    }
    builder.withIdleTimeout(
        Math.max(MIN_TIMEOUT_MS, builder.getIdleTimeoutMillis()), TimeUnit.MILLISECONDS);
    return builder;
  }

  @Override
  public synchronized void close() {
    closed = true;
    clients.values().forEach(IOUtils::closeQuietly);
    clients.clear();
  }

  private void ensureOpen() {
    if (closed) {
      throw new AlreadyClosedException();
    }
  }
}
