package io.streambench.flow.threads;

import java.util.List;
import java.util.Set;

/** Activity of a thread, as shown by its stack. */
public enum Activity {
  /** Reads a stream: waits for its next bytes, or has just received them. */
  READS,
  /** Is inside one of Solr's streams, but does not wait for its bytes. */
  IN_STREAM,
  /** Opens a stream and waits for its response headers. */
  AWAITS_HEADERS,
  /** Waits for any response headers, with Jetty 12. */
  AWAITS_HEADERS_12,
  /** Merges streams and waits until its own client reads the response. */
  MERGES_AND_SENDS,
  SENDS,
  /** Copies an index from another node, or recovers a replica. */
  FETCHES_INDEX,
  SENDS_INDEX,
  AWAITS_MEMORY,
  /** Waits for one of the client's permits for requests. */
  AWAITS_PERMIT,
  /** Reads a stream over HTTP/1.1, which has no windows. */
  READS_HTTP1,
  /** Waits for a response of any size that is not one of Solr's streams. */
  AWAITS_RESPONSE,
  /** Waits for response headers, which need no window, with another client than Jetty's. */
  AWAITS_OTHER_HEADERS,
  /** Waits for the response to a search or an update. */
  AWAITS_ANSWER,
  /** Runs a search and waits for its shards. */
  AWAITS_SHARDS,
  /** Waits until the index has fewer merges or flushes. */
  AWAITS_MERGES,
  AWAITS_ZOOKEEPER,
  /** Sends or awaits the body of a request. */
  SENDS_BODY,
  /** Works on a request in a node, such as a shard that still searches. */
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
    if (frames.contains(Frames.ZOOKEEPER)) {
      return AWAITS_ZOOKEEPER;
    }
    if (frames.contains(Frames.MERGES)) {
      return AWAITS_MERGES;
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
      boolean request = frames.contains(Frames.WHOLE_RESPONSE) || frames.contains(Frames.UPDATES);
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
    if (frames.contains(Frames.OTHER_HEADERS)) {
      return AWAITS_OTHER_HEADERS;
    }
    if (frames.contains(Frames.RESPONSE)) {
      return AWAITS_RESPONSE;
    }
    if (frames.contains(Frames.SHARDS)) {
      return AWAITS_SHARDS;
    }
    if (frames.contains(Frames.UPDATES_SENT)) {
      return AWAITS_ANSWER;
    }
    return frames.contains(Frames.REQUEST) && !frames.contains(Frames.INFO) ? WORKS : OTHER;
  }

  /** Returns whether a thread with this activity may be the reader that a stall blocks. */
  public boolean isReading() {
    return switch (this) {
      case READS, IN_STREAM, AWAITS_HEADERS, AWAITS_HEADERS_12, MERGES_AND_SENDS -> true;
      default -> false;
    };
  }

  /**
   * Returns whether a thread with this activity waits for data of a response, from Solr or any
   * other server.
   */
  public boolean isAwaitingData() {
    return this == READS || this == AWAITS_RESPONSE;
  }

  public boolean isSending() {
    return this == SENDS || this == MERGES_AND_SENDS;
  }

  /** The frames of a stack that determine its activity; other frames do not matter. */
  enum Frames {
    /** Jetty's client waits for the next bytes of a response, or has just received them. */
    LISTENER_READ("InputStreamResponseListener$Input.read("),
    /** Jetty's client waits for response headers. */
    LISTENER_GET("InputStreamResponseListener.get("),
    LISTENER_GET_12("jetty.client.InputStreamResponseListener.get("),
    /** The JDK's client waits for the next bytes (SolrJ's {@code HttpJdkSolrClient}). */
    JDK_READ("ResponseSubscribers$HttpResponseInputStream."),
    /** Apache's client, which supports only HTTP/1.1 (SolrJ up to 9.3, nodes up to 9.8). */
    APACHE_READ("org.apache.http.impl.", "org.apache.hc.core5.http.impl."),
    STREAM("org.apache.solr.client.solrj.io.stream."),
    /** Merges shards. {@code ParallelStream}, whose sources are workers, has its own method. */
    SHARD_MERGE("solrj.io.stream.CloudSolrStream.read("),
    /** SolrJ reads a complete response, as for a search or an update. */
    WHOLE_RESPONSE(".processErrorsAndResponse("),
    /** Solr sends updates: requests, but no streams of documents. */
    UPDATES("ConcurrentUpdate"),
    /** A node waits for the updates that it has sent. */
    UPDATES_SENT("SolrCmdDistributor.blockAndDoRetries("),
    INDEX_FETCH(
        "org.apache.solr.handler.IndexFetcher",
        "org.apache.solr.handler.SnapPuller",
        "org.apache.solr.cloud.RecoveryStrategy"),
    ZOOKEEPER("org.apache.zookeeper.ClientCnxn.submitRequest("),
    MERGES("ConcurrentMergeScheduler.doStall(", "DocumentsWriterStallControl.waitIfStalled("),
    INDEX("solr.handler.ReplicationHandler", "ReplicationAPIBase", "DirectoryFileStream"),
    /** A program waits for a complete response, directly or in a library. */
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
        "okhttp3.internal.http2.Http2Stream$FramingSource.",
        "io.grpc.stub.ClientCalls",
        "io.grpc.stub.BlockingClientCall.",
        "org.apache.hc.core5.http.nio.support.classic.",
        "com.linecorp.armeria.common.stream.StreamMessageInputStream",
        "software.amazon.awssdk.utils.async.InputStreamSubscriber.",
        "io.helidon.webclient.http2.Http2ClientStream.",
        "reactor.core.publisher.Blocking",
        "io.reactivex.internal.observers.Blocking",
        "io.reactivex.rxjava3.internal.observers.Blocking",
        "rx.observables.Blocking",
        "io.netty.util.concurrent.DefaultPromise.await"),
    OTHER_HEADERS(
        "okhttp3.internal.http2.Http2Stream.takeHeaders(",
        "okhttp3.internal.http2.Http2Stream.takeResponseHeaders("),
    MEMORY("java.nio.Bits.reserveMemory("),
    ASYNC_TRACKER("AsyncTracker"),
    SEMAPHORE("java.util.concurrent.Semaphore.acquire("),
    SHARDS("HttpShardHandler.take"),
    /**
     * A server writes a response; older versions of Jetty do so without channelWrite. Tomcat,
     * Liberty, Undertow and Helidon wait for credit in these methods.
     */
    OUTPUT(
        "org.apache.coyote.http2.Stream.reserveWindowSize(",
        "org.apache.coyote.http2.Http2UpgradeHandler.reserveWindowSize(",
        ".h2internal.H2StreamProcessor.writeDataSync(",
        "io.undertow.server.protocol.framed.AbstractFramedStreamSinkChannel.awaitWritable(",
        "io.helidon.http.http2.FlowControlImpl$Outbound.blockTillUpdate(",
        "org.apache.coyote.http11.Http11OutputBuffer$SocketOutputBuffer.doWrite(",
        ".HttpOutput.channelWrite(",
        ".HttpOutput.write(",
        ".HttpOutput.close(",
        ".HttpOutput.complete(",
        ".HttpOutput.flush("),
    /** A server writes a response in Jetty 12, where other threads block in the same way. */
    SINK("ContentSinkOutputStream.", "jetty.util.Blocker$"),
    /** Jetty 12 blocks while a server reads a request or a client reads a response. */
    SOURCE("ContentSourceInputStream."),
    SERVER("jetty.server.", "jakarta.servlet.", "javax.servlet.", "jetty.ee"),
    /** The body of a request is sent, or awaited by the server. */
    REQUEST_BODY(
        "OutputStreamRequestContent",
        "OutputStreamContentProvider",
        "okhttp3.internal.http2.Http2Stream$FramingSink.",
        ".HttpInput.blockForContent(",
        ".HttpInput.read("),
    REQUEST("org.apache.solr.servlet.HttpSolrCall"),
    /** The request that creates the thread dump. */
    INFO("org.apache.solr.handler.admin.InfoHandler"),
    HTTP1_SERVER(
        "jetty.server.HttpConnection.",
        "jetty.server.internal.HttpConnection.",
        "org.apache.coyote.http11."),
    SOLR("org.apache.solr."),
    /** Code of Solr that a program with SolrJ does not have. */
    SOLR_NODE(
        "apache.solr.servlet.",
        "apache.solr.core.",
        "apache.solr.cloud.",
        "apache.solr.handler.",
        "apache.solr.update.",
        "apache.solr.search."),
    JETTY_CLIENT("org.eclipse.jetty.client.", "jetty.http2.client.", "jetty.reactive.client."),
    /** Other clients that support HTTP/2. */
    HTTP_CLIENT(
        "jdk.internal.net.http.",
        "org.apache.hc.core5.http2.",
        "okhttp3.",
        "io.netty.",
        "io.grpc.",
        "io.helidon.webclient."),
    NETWORK(
        "org.eclipse.jetty.",
        "sun.nio.ch.SelectorImpl.",
        "sun.nio.ch.EPoll",
        "sun.nio.ch.KQueue",
        "sun.nio.ch.WEPoll"),
    /** Selectors of clients that do not use HTTP, of servers, and of virtual threads. */
    OTHER_SELECTOR(
        "org.apache.zookeeper.",
        "org.apache.kafka.",
        "org.apache.tomcat.util.net.",
        "sun.nio.ch.EPollPoller.",
        "sun.nio.ch.KQueuePoller.",
        "sun.nio.ch.WEPollPoller."),
    VIRTUAL("java.lang.VirtualThread.run("),
    POOL("jetty.util.thread.QueuedThreadPool"),
    /** A thread of a pool without work. */
    IDLE(
        "ThreadPoolExecutor.getTask(",
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

    /** Adds the frames that a line of a stack shows. */
    static void addFrames(String line, Set<Frames> seen) {
      for (Frames frames : values()) {
        if (!seen.contains(frames) && frames.texts.stream().anyMatch(line::contains)) {
          seen.add(frames);
        }
      }
    }
  }
}
