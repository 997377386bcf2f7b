package io.streambench.threads;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The parts of a stack by which {@link Activity} is told; other frames do not matter. */
enum Frames {
  /** Jetty's client waits for the next bytes of an answer, or has just got them. */
  LISTENER_READ("InputStreamResponseListener$Input.read("),
  /** Jetty's client waits for the headers of an answer. */
  LISTENER_GET("InputStreamResponseListener.get("),
  /** The JDK's client waits for the next bytes (SolrJ's {@code HttpJdkSolrClient}). */
  JDK_READ("ResponseSubscribers$HttpResponseInputStream."),
  /** Apache's client, which speaks HTTP/1.1 alone (SolrJ up to 9.3, nodes up to 9.8). */
  APACHE_READ("org.apache.http.impl.", "org.apache.hc.core5.http.impl."),
  STREAM("org.apache.solr.client.solrj.io.stream."),
  /** SolrJ reads an answer as a whole, as it does for a search or an update. */
  WHOLE_ANSWER(".processErrorsAndResponse("),
  /** Solr fetches an index, or sends updates: requests, but no streams of documents. */
  TRANSFER("org.apache.solr.handler.IndexFetcher", "ConcurrentUpdate"),
  ASYNC_TRACKER("AsyncTracker"),
  SEMAPHORE("java.util.concurrent.Semaphore.acquire("),
  /** A search waits for its shards. */
  SHARDS("HttpShardHandler.take"),
  /** A server writes an answer; older versions of Jetty do so without channelWrite. */
  OUTPUT(".HttpOutput.channelWrite(", ".HttpOutput.write("),
  /** The body of a request is sent, or awaited by the server. */
  REQUEST_BODY(
      "OutputStreamRequestContent",
      "OutputStreamContentProvider",
      ".HttpInput.blockForContent(",
      ".HttpInput.read("),
  HTTP1_SERVER("jetty.server.HttpConnection.", "jetty.server.internal.HttpConnection."),
  SOLR("org.apache.solr.");

  private final List<String> texts;

  Frames(String... texts) {
    this.texts = List.of(texts);
  }

  /** Adds those that a line of a stack shows. */
  static void look(String line, Set<Frames> seen) {
    for (Frames frames : values()) {
      if (!seen.contains(frames) && frames.texts.stream().anyMatch(line::contains)) {
        seen.add(frames);
      }
    }
  }

  static Set<Frames> none() {
    return EnumSet.noneOf(Frames.class);
  }
}
