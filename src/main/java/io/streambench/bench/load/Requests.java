package io.streambench.bench.load;

import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.transport.ServerTimings;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrServerException;

/** A source of requests of one kind. Thread-safe. */
public interface Requests {
  /** Creates the next request of thread {@code thread}; creating it is not measured. */
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
   * The figures of a successful request, as far as they are known.
   *
   * @param serverNanos time from the receipt of the complete request to the start of the response,
   *     by the server's clock
   * @param firstByteNanos when the first byte of the response arrived, by {@link System#nanoTime}
   * @param bytesSent bytes of the request
   * @param bytesReceived bytes of the response
   */
  record Response(
      OptionalLong serverNanos, OptionalLong firstByteNanos, long bytesSent, long bytesReceived) {
    /** A response for which the arrival of the first byte was not recorded. */
    static Response of(OptionalLong serverNanos, long bytesSent, long bytesReceived) {
      return new Response(serverNanos, OptionalLong.empty(), bytesSent, bytesReceived);
    }
  }

  /** Checks the effects of all requests and undoes them; throws if they are wrong. */
  default void verify(long sent, long acknowledged) throws SolrServerException, IOException {}

  interface Kind {
    Requests create(Target target) throws SolrServerException, IOException;
  }

  /** The cluster, the shared client, and the leaders' URLs, which the threads use in turn. */
  record Target(Cluster cluster, OwnClient client, List<String> nodes) {
    String node(int thread) {
      return nodes.get(thread % nodes.size());
    }

    String collection() {
      return cluster.collection();
    }

    /** The server's part of a request's time: by the node's own clock, or else Solr's QTime. */
    static OptionalLong serverNanos(ServerTimings.ServerTiming timing, long queryMillis) {
      OptionalLong reportedNanos = timing.nanos();
      return reportedNanos.isPresent()
          ? reportedNanos
          : OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(queryMillis));
    }
  }
}
