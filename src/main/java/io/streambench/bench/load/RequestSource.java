package io.streambench.bench.load;

import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.transport.OwnClient;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import org.apache.solr.client.solrj.SolrServerException;

/** A source of requests of one kind. Thread-safe. */
public interface RequestSource {
  /** Creates the next request of a thread; its creation is not measured. */
  Request next(int thread);

  interface Request {
    Response send() throws SolrServerException, IOException;
  }

  final class WrongResponseException extends IOException {
    private static final long serialVersionUID = 1L;

    WrongResponseException(String message) {
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
    /** Creates a response without the arrival time of the first byte. */
    static Response of(long serverNanos, long bytesSent, long bytesReceived) {
      return new Response(serverNanos, OptionalLong.empty(), bytesSent, bytesReceived);
    }
  }

  /**
   * Checks the effects of all requests, such as new documents, and then undoes these effects.
   * Throws if an effect is wrong.
   */
  default void verify(long sent, long acknowledged) throws SolrServerException, IOException {}

  interface Factory {
    RequestSource create(Target target) throws SolrServerException, IOException;
  }

  /**
   * The target of requests: a cluster, the client that all threads share, and the URLs of the
   * leaders. Each thread sends its requests to one leader.
   */
  record Target(Cluster cluster, OwnClient client, List<String> nodeUrls) {
    String nodeForThread(int thread) {
      return nodeUrls.get(thread % nodeUrls.size());
    }
  }
}
