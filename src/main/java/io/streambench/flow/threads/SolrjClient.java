package io.streambench.flow.threads;

import java.util.Set;
import java.util.regex.Pattern;

/** The HTTP clients of SolrJ, recognized by the names of classes and jars in stacks. */
public enum SolrjClient {
  /** The client of Solr 9, which uses Jetty 10. */
  JETTY_10(
      "jetty\\.client\\.util\\.|http2\\.client\\.http\\.|\\.Http2SolrClient|\\[jetty-[a-z0-9-]+-1[01]\\."),
  /** The client of Solr 10, which uses Jetty 12. */
  JETTY_12(
      "jetty\\.client\\.(?:InputStreamR|transport)|http2\\.client\\.transport\\.|jetty\\.ee\\d"
          + "|HttpJettySolrClient|\\[jetty-[a-z0-9-]+-12\\."),
  /** {@code HttpJdkSolrClient}, which uses the JDK's HTTP client. */
  JDK("HttpJdkSolrClient|ResponseSubscribers\\$HttpResponseInputStream\\.");

  private final Pattern pattern;

  SolrjClient(String names) {
    this.pattern = Pattern.compile(names);
  }

  /** Adds the clients to which a stack frame belongs. */
  public static void addClients(String frame, Set<SolrjClient> clients) {
    for (SolrjClient client : values()) {
      if (!clients.contains(client) && client.pattern.matcher(frame).find()) {
        clients.add(client);
      }
    }
  }
}
