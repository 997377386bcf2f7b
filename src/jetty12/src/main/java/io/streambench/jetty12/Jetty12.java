package io.streambench.jetty12;

import io.streambench.merge.MergeProgram;
import io.streambench.merge.MergedDocuments;
import io.streambench.merge.jetty.JettyLibrary;
import io.streambench.strategy.StallFree;
import io.streambench.strategy.StrategySettings;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Jetty 12, as Solr 10 has it. */
public final class Jetty12 extends JettyLibrary {
  /** Runs {@link MergeProgram} with Jetty 12, without a log of flow control. */
  public static void main(String[] args) {
    System.setProperty("logback.configurationFile", "logback-merge.xml"); // no log of flow control
    MergeProgram.run(new Jetty12(), args);
  }

  @Override
  protected Handler answers() {
    return new Handler.Abstract() {
      @Override
      public boolean handle(Request request, Response response, Callback callback)
          throws IOException {
        String query = Content.Source.asString(request, StandardCharsets.UTF_8);
        // Closed, so that the last write is marked as such: where it is the callback that ends an
        // answer over HTTP/1.1, and writes had to wait, 12.1.5 completes some answers twice.
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
          MergedDocuments.answer(query).writeTo(out);
        }
        callback.succeeded();
        return true;
      }
    };
  }

  @Override
  protected void withoutRateControl(HTTP2CServerConnectionFactory http2) {
    http2.setRateControlFactory(new RateControl.Factory() {}); // whose default is none
  }

  @Override
  protected HttpClientTransport http1() {
    return new HttpClientTransportOverHTTP();
  }

  @Override
  protected HttpClientTransport http2(HTTP2Client http2) {
    return new HttpClientTransportOverHTTP2(http2);
  }

  @Override
  protected void setUp(HTTP2Client http2, StrategySettings settings) {
    StallFree.configure(http2, settings);
  }

  @Override
  protected InputStream open(HttpClient client, URI uri, String form) throws Exception {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    client
        .newRequest(uri)
        .method(HttpMethod.POST)
        .body(new StringRequestContent(FORM, form))
        .send(listener);
    int status = listener.get(IDLE_MILLIS, TimeUnit.MILLISECONDS).getStatus();
    if (status != 200) {
      throw new IOException("status " + status);
    }
    return listener.getInputStream();
  }
}
