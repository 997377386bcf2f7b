package io.streambench.threads;

import java.util.List;
import java.util.Set;

/** What a thread does, as its stack shows it. */
public enum Activity {
  /** Reads a stream, and waits for its next bytes or has just got them. */
  READS,
  /** Is in one of Solr's streams, and does not wait for bytes of it. */
  IN_STREAM,
  /** Opens a stream, and waits for the headers of its answer. */
  AWAITS_HEADERS,
  /** Waits for the headers of any answer, with Jetty 12. */
  AWAITS_HEADERS_12,
  /** Merges streams, and waits until the client of its own answer reads. */
  MERGES_AND_SENDS,
  SENDS,
  /** Copies an index from another node, or recovers. */
  FETCHES_INDEX,
  /** Sends an index to another node. */
  SENDS_INDEX,
  /** Waits for direct memory. */
  AWAITS_MEMORY,
  /** Waits for one of the client's permits for requests. */
  AWAITS_PERMIT,
  /** Reads a stream over HTTP/1.1, which has no windows. */
  READS_HTTP1,
  /** Waits for the answer to a request that is no stream of Solr's, and that may be any size. */
  AWAITS_RESPONSE,
  /** Waits for the answer to a search or an update. */
  AWAITS_ANSWER,
  /** Is a search that waits for its shards. */
  AWAITS_SHARDS,
  /** Sends or awaits the body of a request. */
  SENDS_BODY,
  /** Is a node's work on a request: a shard that still searches, for example. */
  WORKS,
  OTHER;

  static Activity of(Set<Frames> frames) {
    boolean stream = frames.contains(Frames.STREAM);
    boolean body = frames.contains(Frames.REQUEST_BODY);
    if (frames.contains(Frames.MEMORY)) {
      return AWAITS_MEMORY;
    }
    if (frames.contains(Frames.INDEX_FETCH)) {
      return FETCHES_INDEX;
    }
    if (frames.contains(Frames.ASYNC_TRACKER) && frames.contains(Frames.SEMAPHORE)) {
      return AWAITS_PERMIT;
    }
    boolean source = frames.contains(Frames.SOURCE);
    if (frames.contains(Frames.OUTPUT) || frames.contains(Frames.SINK) && !body && !source) {
      return stream ? MERGES_AND_SENDS : frames.contains(Frames.INDEX) ? SENDS_INDEX : SENDS;
    }
    if (source && frames.contains(Frames.SERVER)) {
      return SENDS_BODY;
    }
    if (source || frames.contains(Frames.LISTENER_READ) || frames.contains(Frames.JDK_READ)) {
      boolean request = frames.contains(Frames.WHOLE_ANSWER) || frames.contains(Frames.UPDATES);
      return request && !stream ? AWAITS_ANSWER : READS;
    }
    if (frames.contains(Frames.LISTENER_GET)) {
      if (frames.contains(Frames.LISTENER_GET_12) && !frames.contains(Frames.UPDATES)) {
        return AWAITS_HEADERS_12;
      }
      return stream ? AWAITS_HEADERS : AWAITS_ANSWER;
    }
    if (stream) {
      return frames.contains(Frames.APACHE_READ) ? READS_HTTP1 : IN_STREAM;
    }
    if (body) {
      return SENDS_BODY;
    }
    if (frames.contains(Frames.RESPONSE)) {
      return AWAITS_RESPONSE;
    }
    if (frames.contains(Frames.SHARDS)) {
      return AWAITS_SHARDS;
    }
    return frames.contains(Frames.REQUEST) && !frames.contains(Frames.INFO) ? WORKS : OTHER;
  }

  /** Returns whether such a thread may be the one that a stall silences. */
  public boolean ofReader() {
    return switch (this) {
      case READS, IN_STREAM, AWAITS_HEADERS, AWAITS_HEADERS_12, MERGES_AND_SENDS -> true;
      default -> false;
    };
  }

  /** Returns whether it waits for data of an answer, of Solr or not. */
  public boolean awaitsData() {
    return this == READS || this == AWAITS_RESPONSE;
  }

  public boolean ofSender() {
    return this == SENDS || this == MERGES_AND_SENDS;
  }

  /** The parts of a stack by which its activity is told; other frames do not matter. */
  enum Frames {
    /** Jetty's client waits for the next bytes of an answer, or has just got them. */
    LISTENER_READ("InputStreamResponseListener$Input.read("),
    /** Jetty's client waits for the headers of an answer. */
    LISTENER_GET("InputStreamResponseListener.get("),
    LISTENER_GET_12("jetty.client.InputStreamResponseListener.get("),
    /** The JDK's client waits for the next bytes (SolrJ's {@code HttpJdkSolrClient}). */
    JDK_READ("ResponseSubscribers$HttpResponseInputStream."),
    /** Apache's client, which speaks HTTP/1.1 alone (SolrJ up to 9.3, nodes up to 9.8). */
    APACHE_READ("org.apache.http.impl.", "org.apache.hc.core5.http.impl."),
    STREAM("org.apache.solr.client.solrj.io.stream."),
    /**
     * Merges shards: {@code ParallelStream}, whose sources are workers, has a method of its own.
     */
    SHARD_MERGE("solrj.io.stream.CloudSolrStream.read("),
    /** SolrJ reads an answer as a whole, as it does for a search or an update. */
    WHOLE_ANSWER(".processErrorsAndResponse("),
    /** Solr sends updates: requests, but no streams of documents. */
    UPDATES("ConcurrentUpdate"),
    INDEX_FETCH("org.apache.solr.handler.IndexFetcher", "org.apache.solr.cloud.RecoveryStrategy"),
    /** The other end of it. */
    INDEX("solr.handler.ReplicationHandler", "ReplicationAPIBase", "DirectoryFileStream"),
    /** A program waits for an answer as a whole, or through a library that waits for it. */
    RESPONSE(
        "jetty.client.HttpRequest.send(",
        "jetty.client.transport.HttpRequest.send(",
        "jetty.client.HttpClient.GET(",
        "jetty.client.HttpClient.FORM(",
        "FutureResponseListener.get(",
        "CompletableResponseListener.",
        "jdk.internal.net.http.HttpClientImpl.send(",
        "jetty.reactive.client.",
        "okhttp3.internal.http2.Http2Stream.",
        "reactor.core.publisher.Blocking",
        "io.reactivex.internal.observers.Blocking",
        "io.reactivex.rxjava3.internal.observers.Blocking",
        "rx.observables.Blocking",
        "io.netty.util.concurrent.DefaultPromise.await"),
    /** Waits until direct memory is given back. */
    MEMORY("java.nio.Bits.reserveMemory("),
    ASYNC_TRACKER("AsyncTracker"),
    SEMAPHORE("java.util.concurrent.Semaphore.acquire("),
    /** A search waits for its shards. */
    SHARDS("HttpShardHandler.take"),
    /** A server writes an answer; older versions of Jetty do so without channelWrite. */
    OUTPUT(
        ".HttpOutput.channelWrite(",
        ".HttpOutput.write(",
        ".HttpOutput.close(",
        ".HttpOutput.complete(",
        ".HttpOutput.flush("),
    /** The same in Jetty 12, where others also block so. */
    SINK("ContentSinkOutputStream.", "jetty.util.Blocker$"),
    /** What Jetty 12 reads by blocking: a server a request, a client an answer. */
    SOURCE("ContentSourceInputStream."),
    SERVER("jetty.server.", "jakarta.servlet.", "javax.servlet.", "jetty.ee"),
    /** The body of a request is sent, or awaited by the server. */
    REQUEST_BODY(
        "OutputStreamRequestContent",
        "OutputStreamContentProvider",
        ".HttpInput.blockForContent(",
        ".HttpInput.read("),
    REQUEST("org.apache.solr.servlet.HttpSolrCall"),
    /** The request that asks for the threads. */
    INFO("org.apache.solr.handler.admin.InfoHandler"),
    HTTP1_SERVER("jetty.server.HttpConnection.", "jetty.server.internal.HttpConnection."),
    SOLR("org.apache.solr."),
    /** Code of Solr that a program with SolrJ does not have. */
    SOLR_NODE(
        "apache.solr.servlet.",
        "apache.solr.core.",
        "apache.solr.cloud.",
        "apache.solr.handler.",
        "apache.solr.update.",
        "apache.solr.search."),
    HTTP_CLIENT(
        "org.eclipse.jetty.client.",
        "jetty.http2.client.",
        "jetty.reactive.client.",
        "jdk.internal.net.http.",
        "org.apache.hc.core5.http2.",
        "okhttp3.",
        "io.netty."),
    NETWORK(
        "org.eclipse.jetty.",
        "sun.nio.ch.SelectorImpl.",
        "sun.nio.ch.EPoll",
        "sun.nio.ch.KQueue",
        "sun.nio.ch.WEPoll"),
    /** Clients with selectors that do not speak HTTP. */
    OTHER_CLIENT("org.apache.zookeeper.", "org.apache.kafka."),
    POOL("jetty.util.thread.QueuedThreadPool"),
    /** A thread of Jetty's pool without work. */
    IDLE(
        "QueuedThreadPool$Runner.idleJobPoll(",
        "QueuedThreadPool.idleJobPoll(",
        "jetty.util.BlockingArrayQueue.poll(",
        "ReservedThread.reservedWait(",
        "ReservedThread.waitForTask("),
    /** A thread of Jetty's pool that serves no request. */
    ENGINE("jetty.io.ManagedSelector", "ServerConnector.accept(", "AbstractConnector$Acceptor");

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
  }
}
