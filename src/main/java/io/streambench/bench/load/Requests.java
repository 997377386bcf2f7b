package io.streambench.bench.load;

import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.transport.ServerTimings;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrServerException;

/** Requests of one kind. Thread-safe. */
public interface Requests {
  /** Creates a request that this thread will send. Creating it is not part of the measured time. */
  Request next(int thread);

  interface Request {
    Response send() throws SolrServerException, IOException;
  }

  final class WrongResponse extends IOException {
    private static final long serialVersionUID = 1L;

    WrongResponse(String message) {
      super(message);
    }
  }

  /**
   * The known figures of a successful request.
   *
   * @param serverNanos time from the complete request until the response began, by the server's
   *     clock
   * @param firstByteNanos arrival time of the first byte of the response, by this JVM's clock
   * @param bytesSent bytes of the request
   * @param bytesReceived bytes of the response
   */
  record Response(
      OptionalLong serverNanos, OptionalLong firstByteNanos, long bytesSent, long bytesReceived) {
    /** A response whose first byte has no separate arrival time. */
    static Response of(OptionalLong serverNanos, long bytesSent, long bytesReceived) {
      return new Response(serverNanos, OptionalLong.empty(), bytesSent, bytesReceived);
    }
  }

  /** Checks the effects of the requests, throws if they are wrong, and removes them. */
  default void verify(long sent, long acknowledged) throws SolrServerException, IOException {}

  interface Kind {
    Requests create(Target target) throws SolrServerException, IOException;
  }

  /** The cluster, the client that all threads share, and the leaders' nodes, used round robin. */
  record Target(Cluster cluster, OwnClient client, List<String> nodes) {
    String node(int thread) {
      return nodes.get(thread % nodes.size());
    }

    String collection() {
      return cluster.collection();
    }

    /** The server's part of the time, from the node's own clock or else from Solr's QTime. */
    static OptionalLong serverNanos(ServerTimings.ServerTiming timing, long queryMillis) {
      OptionalLong reportedNanos = timing.nanos();
      return reportedNanos.isPresent()
          ? reportedNanos
          : OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(queryMillis));
    }
  }
}
