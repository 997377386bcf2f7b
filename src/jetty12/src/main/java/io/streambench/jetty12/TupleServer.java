package io.streambench.jetty12;

import java.net.URI;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;

/** Answers every request with the tuples of one shard, as fast as flow control lets it. */
final class TupleServer {
  /** Header of a response: the id of its HTTP/2 stream. */
  static final String STREAM_ID = "X-Stream-Id";

  private final Server server = new Server();
  private final ServerConnector connector =
      new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));

  TupleServer() {
    connector.setHost("127.0.0.1");
    connector.setPort(0);
    server.addConnector(connector);
    server.setHandler(new Tuples());
  }

  void start() throws Exception {
    server.start();
  }

  /** The URI of the tuples of one shard. */
  URI uri(Round round, int shard) {
    return URI.create(
        "http://127.0.0.1:%d/?shard=%d&shards=%d&tuples=%d&interleaved=%d"
            .formatted(
                connector.getLocalPort(),
                shard,
                round.shards(),
                round.tuples(),
                round.interleaved()));
  }

  private static final class Tuples extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
      Fields query = Request.extractQueryParameters(request);
      Round round =
          new Round(number(query, "shards"), number(query, "tuples"), number(query, "interleaved"));
      int shard = number(query, "shard");
      response.getHeaders().put(new HttpField(STREAM_ID, request.getId()));
      // Both ends of a response occur: a DATA frame that has bytes, and one that is empty.
      boolean endsWithBytes = shard % 2 == 0;
      for (int tuple = 0; tuple < round.tuples(); tuple++) {
        ByteBuffer bytes = ByteBuffer.allocate(Round.TUPLE_BYTES);
        bytes.putLong(0, round.key(shard, tuple));
        Content.Sink.write(response, endsWithBytes && tuple == round.tuples() - 1, bytes);
      }
      if (!endsWithBytes) {
        Content.Sink.write(response, true, null);
      }
      callback.succeeded();
      return true;
    }

    private static int number(Fields query, String name) {
      return Integer.parseInt(query.getValue(name));
    }
  }
}
