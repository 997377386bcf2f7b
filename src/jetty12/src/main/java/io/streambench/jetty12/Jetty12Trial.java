package io.streambench.jetty12;

import io.streambench.trial.jetty.TrialJetty;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.InputStreamResponseListener;
import org.eclipse.jetty.client.StringRequestContent;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Clients and servers of Jetty 12, the version in Solr 10, for the main project's tests. */
public final class Jetty12Trial extends TrialJetty {
  @Override
  protected Handler answers() {
    return new Handler.Abstract() {
      @Override
      public boolean handle(Request request, Response response, Callback callback)
          throws IOException {
        Content.Source.asString(request, StandardCharsets.UTF_8);
        String path = request.getHttpURI().getPath();
        if (hasTrailers(path)) {
          response.setTrailersSupplier(() -> HttpFields.build().put("x-end", "1"));
        }
        try (OutputStream out = Content.Sink.asOutputStream(response)) {
          write(path, out);
        }
        callback.succeeded();
        return true;
      }
    };
  }

  @Override
  protected HttpClient http1() {
    return new HttpClient();
  }

  @Override
  protected HttpClient http2(HTTP2Client http2) {
    return new HttpClient(new HttpClientTransportOverHTTP2(http2));
  }

  @Override
  protected InputStream open(HttpClient client, URI uri, boolean post) throws Exception {
    InputStreamResponseListener listener = new InputStreamResponseListener();
    var request = client.newRequest(uri);
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
