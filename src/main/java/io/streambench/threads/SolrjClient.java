package io.streambench.threads;

import java.util.Set;
import java.util.regex.Pattern;

/** The HTTP clients of SolrJ. Names of classes and jars in stacks show which one it is. */
public enum SolrjClient {
  /** Of Solr 9, with Jetty 10. */
  JETTY_10(
      "jetty\\.client\\.util\\.|http2\\.client\\.http\\.|\\.Http2SolrClient|\\[jetty-[a-z0-9-]+-1[01]\\."),
  /** Of Solr 10, with Jetty 12. */
  JETTY_12(
      "jetty\\.client\\.(?:InputStreamR|transport)|http2\\.client\\.transport\\.|jetty\\.ee\\d"
          + "|HttpJettySolrClient|\\[jetty-[a-z0-9-]+-12\\."),
  /** {@code HttpJdkSolrClient}, with the JDK's own client. */
  JDK("HttpJdkSolrClient");

  private final Pattern names;

  SolrjClient(String names) {
    this.names = Pattern.compile(names);
  }

  /** Adds those that a frame of a stack shows. */
  public static void look(String frame, Set<SolrjClient> seen) {
    for (SolrjClient client : values()) {
      if (!seen.contains(client) && client.names.matcher(frame).find()) {
        seen.add(client);
      }
    }
  }
}
