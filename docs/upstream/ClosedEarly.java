import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.http2.ErrorCode;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.frames.ResetFrame;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * Resets 12 large answers once their headers are there, four times a second, beside one answer that
 * stays open. Jetty 12 alone, as it comes. Arguments: none for both ends; else "server", or
 * "client" and a port.
 */
public class ClosedEarly {
  private static final int STREAMS = 12;
  private static final int ROUNDS = 20;
  private static final int PAUSE_MILLIS = 250;
  private static final int SILENT_SECONDS = 10;
  private static final int IDLE_SECONDS = 30;

  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector =
        new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    connector.setIdleTimeout(TimeUnit.SECONDS.toMillis(IDLE_SECONDS));
    server.addConnector(connector);
    server.setHandler(new LargeAnswer());
    if (args.length < 2) {
      server.start();
      System.out.println("server " + Server.getVersion() + " on port " + connector.getLocalPort());
    }
    if (args.length == 1) {
      server.join();
    }
    String end = read(args.length == 2 ? Integer.parseInt(args[1]) : connector.getLocalPort());
    System.out.println("client " + Server.getVersion() + ", " + end);
    if (end.contains("SILENT") && args.length == 0) {
      TimeUnit.SECONDS.sleep(3 * IDLE_SECONDS);
      System.out.println("after three times the server's idle timeout:");
      for (EndPoint connection : connector.getConnectedEndPoints()) {
        System.out.println(((HTTP2Connection) connection.getConnection()).getSession());
      }
    }
    System.exit(0);
  }

  private static String read(int port) throws Exception {
    HTTP2Client client = new HTTP2Client();
    client.start();
    InetSocketAddress address = new InetSocketAddress("localhost", port);
    Session session = client.connect(address, new Session.Listener() {}).get();
    HttpURI uri = HttpURI.from("http://localhost:" + port + "/");
    MetaData.Request request =
        new MetaData.Request("GET", uri, HttpVersion.HTTP_2, HttpFields.EMPTY);
    HeadersFrame headers = new HeadersFrame(request, null, true);
    Stream open = session.newStream(headers, new Unread()).get();
    for (int round = 1; round <= ROUNDS; round++) {
      CountDownLatch answers = new CountDownLatch(STREAMS);
      Stream.Listener listener =
          new Unread() {
            @Override
            public void onHeaders(Stream stream, HeadersFrame frame) {
              answers.countDown();
            }
          };
      List<Stream> streams = new ArrayList<>();
      try {
        for (int i = 0; i < STREAMS; i++) {
          streams.add(session.newStream(headers, listener).get(SILENT_SECONDS, TimeUnit.SECONDS));
        }
      } catch (ExecutionException e) {
        return "round " + round + ": CLOSED, " + session;
      }
      if (!answers.await(SILENT_SECONDS, TimeUnit.SECONDS)) {
        return "round " + round + (session.isClosed() ? ": CLOSED, " : ": SILENT, ") + session;
      }
      for (Stream stream : streams) {
        int cancel = ErrorCode.CANCEL_STREAM_ERROR.code;
        stream.reset(new ResetFrame(stream.getId(), cancel), Callback.NOOP);
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    return ROUNDS + " rounds completed, open: " + !open.isClosed();
  }

  /** Never demands, so the answer stays open. A plain {@code Stream.Listener} reads it and drops it. */
  private static class Unread implements Stream.Listener {
    @Override
    public void onHeaders(Stream stream, HeadersFrame frame) {}
  }

  private static final class LargeAnswer extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback)
        throws IOException {
      try (OutputStream out = Content.Sink.asOutputStream(response)) {
        for (int block = 0; block < 500; block++) {
          out.write(new byte[32_768]);
        }
      }
      callback.succeeded();
      return true;
    }
  }
}
