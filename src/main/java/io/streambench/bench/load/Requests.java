package io.streambench.bench.load;

import io.streambench.cluster.Cluster;
import io.streambench.transport.ServerTimings;
import java.io.IOException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;

/** Requests of one kind. For any number of threads. */
public interface Requests {
  /** Makes a request that this thread will send; the time for it does not count. */
  Request next(int thread);

  interface Request {
    Answer send() throws SolrServerException, IOException;
  }

  final class WrongAnswer extends IOException {
    private static final long serialVersionUID = 1L;

    WrongAnswer(String what) {
      super(what);
    }
  }

  /**
   * The known figures of a request that succeeded.
   *
   * @param serverNanos from the moment at which the request was complete until its answer began, by
   *     the server's clock
   * @param firstByteNanos when the first byte of the answer had arrived, by this JVM's clock
   * @param bytesSent with it
   * @param bytesReceived with its answer
   */
  record Answer(
      OptionalLong serverNanos, OptionalLong firstByteNanos, long bytesSent, long bytesReceived) {
    /** An answer of one piece, as far as the client can see. */
    static Answer of(OptionalLong serverNanos, long bytesSent, long bytesReceived) {
      return new Answer(serverNanos, OptionalLong.empty(), bytesSent, bytesReceived);
    }
  }

  /** Checks what the requests have left behind, throws if it is wrong, and removes it. */
  default void verify(long sent, long acknowledged) throws SolrServerException, IOException {}

  interface Kind {
    Requests on(Target target) throws SolrServerException, IOException;
  }

  /** The cluster, the client that all threads share, and the nodes with leaders, used by turns. */
  record Target(Cluster cluster, Http2SolrClient solr, ServerTimings timings, List<String> nodes) {
    String node(int thread) {
      return nodes.get(thread % nodes.size());
    }

    String collection() {
      return cluster.collection();
    }

    /** The server's part of the time, from the node's own clock or else from Solr's QTime. */
    static OptionalLong serverNanos(ServerTimings.Heard heard, long queryMillis) {
      OptionalLong told = heard.nanos();
      return told.isPresent() ? told : OptionalLong.of(TimeUnit.MILLISECONDS.toNanos(queryMillis));
    }
  }
}
