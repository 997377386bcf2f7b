package io.streambench.jetty12;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.Response;

/**
 * Reads the responses of one round as Solr's CloudSolrStream reads shards: it holds one tuple of
 * each, takes the one with the lowest key, and refills only the response which that one came from.
 */
final class Merge {
  private final AtomicLong bytesRead;
  private final List<Shard> shards = new ArrayList<>();
  private volatile Shard awaited;

  /**
   * @param bytesRead is raised by what is read, as soon as it is
   */
  Merge(AtomicLong bytesRead) {
    this.bytesRead = bytesRead;
  }

  /** Sends all requests of the round, and waits until each is being answered. */
  void open(HttpClient client, TupleServer server, Round round) throws Exception {
    List<InputStreamResponseListener> listeners = new ArrayList<>();
    for (int shard = 0; shard < round.shards(); shard++) {
      InputStreamResponseListener listener = new InputStreamResponseListener();
      client.newRequest(server.uri(round, shard)).send(listener);
      listeners.add(listener);
    }
    for (InputStreamResponseListener listener : listeners) {
      Response response = listener.get(10, TimeUnit.SECONDS);
      int streamId = Integer.parseInt(response.getHeaders().get(TupleServer.STREAM_ID));
      shards.add(new Shard(streamId, listener.getInputStream()));
    }
  }

  /** Reads everything, or waits for ever. */
  void read() throws IOException {
    PriorityQueue<Shard> byKey = new PriorityQueue<>(Comparator.comparingLong(Shard::key));
    for (Shard shard : shards) {
      if (shard.refill()) {
        byKey.add(shard);
      }
    }
    while (!byKey.isEmpty()) {
      Shard lowest = byKey.remove();
      if (lowest.refill()) {
        byKey.add(lowest);
      }
    }
  }

  /** Ids of the HTTP/2 streams of the round. */
  List<Integer> streamIds() {
    return shards.stream().map(shard -> shard.streamId).toList();
  }

  /** Id of the stream that was read from last, which is the one that a merge at rest waits for. */
  int awaitedStreamId() {
    return awaited.streamId;
  }

  /** One response, and its tuple whose turn has not come. */
  private final class Shard {
    private final int streamId;
    private final InputStream in;
    private final byte[] tuple = new byte[Round.TUPLE_BYTES];

    Shard(int streamId, InputStream in) {
      this.streamId = streamId;
      this.in = in;
    }

    long key() {
      return ByteBuffer.wrap(tuple).getLong();
    }

    /**
     * Reads the next tuple.
     *
     * @return false at the end
     */
    boolean refill() throws IOException {
      awaited = this;
      int filled = 0;
      while (filled < tuple.length) {
        int count = in.read(tuple, filled, tuple.length - filled);
        if (count < 0) {
          in.close();
          return false;
        }
        filled += count;
        bytesRead.addAndGet(count);
      }
      return true;
    }
  }
}
