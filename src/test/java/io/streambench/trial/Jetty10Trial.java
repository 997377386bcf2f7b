package io.streambench.trial;

import io.streambench.trial.jetty.TrialJetty;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.Request;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.client.util.StringRequestContent;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.MappedByteBufferPool;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.AbstractHandler;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Clients and servers of Jetty 10, which Solr 9 uses. */
public final class Jetty10Trial extends TrialJetty {
  /** The number of network buffers that the client's pool keeps; 0 for Jetty's default. */
  private static final int POOLED_BUFFERS = Integer.getInteger("trial.pooledBuffers", 0);

  private static final int POOL_FACTOR_BYTES = 2_048; // Jetty's default

  @Override
  protected Handler answers() {
    return new AbstractHandler() {
      @Override
      public void handle(
          String target,
          org.eclipse.jetty.server.Request request,
          HttpServletRequest servletRequest,
          HttpServletResponse servletResponse)
          throws IOException {
        request.setHandled(true);
        request.getInputStream().readAllBytes();
        if (hasTrailers(target)) {
          request.getResponse().setTrailers(() -> HttpFields.build().put("x-end", "1"));
        }
        write(target, servletResponse.getOutputStream());
      }
    };
  }

  @Override
  protected ServerConnector connector(Server server, HttpConnectionFactory http1) {
    if (KEY_STORE == null) {
      return super.connector(server, http1);
    }
    SslContextFactory.Server ssl = new SslContextFactory.Server();
    ssl.setKeyStorePath(KEY_STORE);
    ssl.setKeyStorePassword("secret");
    HTTP2ServerConnectionFactory http2 =
        new HTTP2ServerConnectionFactory(http1.getHttpConfiguration());
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory(http2.getProtocol());
    SslConnectionFactory tls = new SslConnectionFactory(ssl, alpn.getProtocol());
    return new ServerConnector(server, tls, alpn, http2, http1);
  }

  @Override
  protected HttpClient http1() {
    return new HttpClient();
  }

  @Override
  protected HttpClient http2(HTTP2Client http2) {
    HttpClient client = new HttpClient(new HttpClientTransportOverHTTP2(http2));
    if (POOLED_BUFFERS > 0) {
      client.setByteBufferPool(new MappedByteBufferPool(POOL_FACTOR_BYTES, POOLED_BUFFERS));
    }
    return client;
  }

  @Override
  protected InputStream open(HttpClient client, URI uri, boolean post) throws Exception {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    Request request = client.newRequest(uri);
    if (post) {
      request.method(HttpMethod.POST).body(new StringRequestContent("q=1"));
    }
    request.send(listener);
    int status = listener.get(Long.MAX_VALUE, TimeUnit.NANOSECONDS).getStatus();
    if (status != 200) {
      throw new IOException("status " + status);
    }
    return listener.getInputStream();
  }
}
