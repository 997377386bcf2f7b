package io.streambench.flow.threads;

import java.util.Set;
import java.util.regex.Pattern;

/** The HTTP clients of SolrJ. Names of classes and jars in stacks show which one it is. */
public enum SolrjClient {
  /** Solr 9's client, with Jetty 10. */
  JETTY_10(
      "jetty\\.client\\.util\\.|http2\\.client\\.http\\.|\\.Http2SolrClient|\\[jetty-[a-z0-9-]+-1[01]\\."),
  /** Solr 10's client, with Jetty 12. */
  JETTY_12(
      "jetty\\.client\\.(?:InputStreamR|transport)|http2\\.client\\.transport\\.|jetty\\.ee\\d"
          + "|HttpJettySolrClient|\\[jetty-[a-z0-9-]+-12\\."),
  /** {@code HttpJdkSolrClient}, with the JDK's own client. */
  JDK("HttpJdkSolrClient|ResponseSubscribers\\$HttpResponseInputStream\\.");

  private final Pattern pattern;

  SolrjClient(String names) {
    this.pattern = Pattern.compile(names);
  }

  /** Adds the clients that a stack frame shows. */
  public static void addClients(String frame, Set<SolrjClient> seen) {
    for (SolrjClient client : values()) {
      if (!seen.contains(client) && client.pattern.matcher(frame).find()) {
        seen.add(client);
      }
    }
  }
}
