import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.*;
import org.eclipse.jetty.http.*;
import org.eclipse.jetty.http2.*;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.HeadersFrame;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.*;
import org.eclipse.jetty.util.Callback;

/** Reads one answer of 16 MiB beside unread ones. Arguments: simple or buffering, how many unread. */
public class SimpleStalls {
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    var http2 = new HTTP2CServerConnectionFactory(new HttpConfiguration());
    ServerConnector connector = new ServerConnector(server, http2);
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract.NonBlocking() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            response.write(true, ByteBuffer.allocate(16 << 20), callback);
            return true;
          }
        });
    server.start();
    HTTP2Client client = new HTTP2Client(); // stock windows: 8 MiB a stream, 16 MiB a session
    boolean simple = args[0].equals("simple");
    client.setFlowControlStrategyFactory(
        () -> simple ? new SimpleFlowControlStrategy() : new BufferingFlowControlStrategy(0.5F));
    client.start();
    var address = new InetSocketAddress("localhost", connector.getLocalPort());
    Session session = client.connect(address, new Session.Listener() {}).get();
    HttpURI uri = HttpURI.from("http://localhost:" + connector.getLocalPort() + "/");
    var request = new MetaData.Request("GET", uri, HttpVersion.HTTP_2, HttpFields.EMPTY);
    HeadersFrame headers = new HeadersFrame(request, null, true);
    CountDownLatch end = new CountDownLatch(1);
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      Stream.Listener unread = new Stream.Listener() {
        @Override
        public void onHeaders(Stream stream, HeadersFrame frame) {} // Jetty's own demands data
      };
      session.newStream(headers, unread).get();
    }
    Stream.Listener reader = new Stream.Listener() {
      @Override
      public void onClosed(Stream stream) {
        end.countDown(); // Jetty's own methods read all and drop it
      }
    };
    session.newStream(headers, reader).get();
    String result = end.await(10, TimeUnit.SECONDS) ? "READ " : "STALLED ";
    System.out.println(result + Server.getVersion() + " " + args[0] + " " + session);
    System.exit(0);
  }
}
