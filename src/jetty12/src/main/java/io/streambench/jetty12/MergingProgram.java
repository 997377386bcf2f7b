package io.streambench.jetty12;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/**
 * A program that hangs. For each line of input, it opens twelve responses of 4 MiB over one
 * connection and reads the last response first.
 */
public final class MergingProgram {
  private static final int STREAMS = 12;
  private static final int RESPONSE_BYTES = 4 << 20;

  private MergingProgram() {}

  /** Prints {@code ready}, then {@code merging} and {@code merged BYTES} for each merge. */
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    ServerConnector connector =
        new ServerConnector(server, new HTTP2CServerConnectionFactory(new HttpConfiguration()));
    connector.setHost("127.0.0.1");
    connector.setIdleTimeout(0);
    server.addConnector(connector);
    server.setHandler(new ResponseHandler());
    server.start();
    HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
    client.setMaxConnectionsPerDestination(1);
    client.start();
    System.out.println("ready");
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    while (commands.readLine() != null) {
      List<InputStream> responses = new ArrayList<>();
      for (int stream = 0; stream < STREAMS; stream++) {
        InputStreamResponseListener response = new InputStreamResponseListener();
        client.newRequest("http://127.0.0.1:" + connector.getLocalPort()).send(response);
        response.get(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        responses.add(response.getInputStream());
      }
      System.out.println("merging");
      new Thread(() -> readAll(responses), "merging-reader").start();
    }
    System.exit(0);
  }

  private static final class ResponseHandler extends Handler.Abstract {
    private final byte[] content = new byte[RESPONSE_BYTES];

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      response.write(true, ByteBuffer.wrap(content), callback);
      return true;
    }
  }

  private static void readAll(List<InputStream> responses) {
    try {
      long bytes = 0;
      for (int stream = responses.size() - 1; stream >= 0; stream--) {
        bytes += responses.get(stream).readAllBytes().length;
      }
      System.out.println("merged " + bytes);
    } catch (IOException e) {
      System.out.println("failed " + e);
    }
  }
}
