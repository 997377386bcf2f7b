package io.streambench.bench.load;

import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.transport.OwnClient;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
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
   * The figures of a successful request.
   *
   * @param serverNanos time from the receipt of the complete request to the start of the response,
   *     by the server's clock
   * @param firstByteNanos when the first byte of the response arrived, by {@link System#nanoTime};
   *     empty if not recorded
   * @param bytesSent bytes of the request
   * @param bytesReceived bytes of the response
   */
  record Response(
      long serverNanos, OptionalLong firstByteNanos, long bytesSent, long bytesReceived) {
    /** A response for which the arrival of the first byte was not recorded. */
    static Response of(long serverNanos, long bytesSent, long bytesReceived) {
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
  }
}
