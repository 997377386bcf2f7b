package io.streambench.transport;

import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;

/**
 * A client of Jetty 10 or 11 with small windows. Run from its source, with nothing but Jetty on the
 * class path. It reads an answer, waits for a byte of its standard input, and hangs: two answers
 * use up the session's window, and it waits for a third.
 */
public final class HangingReader {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;

  private HangingReader() {}

  /**
   * @param args port of a server on this machine
   */
  public static void main(String[] args) throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(SESSION_WINDOW);
    http2.setInitialStreamRecvWindow(STREAM_WINDOW);
    HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    client.setMaxConnectionsPerDestination(1);
    client.start();
    String uri = "http://127.0.0.1:" + args[0];
    request(client, uri).readAllBytes();
    System.out.println("waits");
    if (System.in.read() >= 0) {
      request(client, uri);
      request(client, uri);
      request(client, uri).read();
    }
    System.exit(1);
  }

  private static InputStream request(HttpClient client, String uri) throws Exception {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    client.newRequest(uri).send(listener);
    listener.get(30, TimeUnit.SECONDS);
    return listener.getInputStream();
  }
}
