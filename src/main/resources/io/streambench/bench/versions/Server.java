import java.io.IOException;
import java.io.OutputStream;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** Answers each request with the given number of mebibytes, until standard input ends. */
class Server {
  public static void main(String[] args) throws Exception {
    int mebibytes = Integer.parseInt(args[0]);
    org.eclipse.jetty.server.Server server = new org.eclipse.jetty.server.Server();
    HttpConfiguration http = new HttpConfiguration();
    ServerConnector connector =
        new ServerConnector(
            server, new HttpConnectionFactory(http), new HTTP2CServerConnectionFactory(http));
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(0); // a timeout must not end a stall
    server.addConnector(connector);
    server.setHandler(
        new AbstractHandler() {
          @Override
          public void handle(
              String target, Request base, HttpServletRequest in, HttpServletResponse out)
              throws IOException {
            base.setHandled(true);
            OutputStream answer = out.getOutputStream();
            for (int i = 0; i < mebibytes; i++) {
              answer.write(new byte[1 << 20]);
            }
          }
        });
    server.start();
    System.out.println(connector.getLocalPort());
    System.in.read();
    System.exit(0);
  }
}
