package io.streambench.merge.jetty;

import io.streambench.merge.MergeProgram;
import io.streambench.merge.MergedDocuments;
import io.streambench.strategy.StrategySettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.HttpClientTransport;
import org.eclipse.jetty.client.http.HttpClientTransportOverHTTP;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.client.util.StringRequestContent;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;
import org.eclipse.jetty.http2.parser.RateControl;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.handler.AbstractHandler;

/** Jetty 10, as Solr 9 has it. */
public final class Jetty10 extends JettyLibrary {
  /** Runs {@link MergeProgram} with Jetty 10. */
  public static void main(String[] args) {
    MergeProgram.run(new Jetty10(), args);
  }

  @Override
  protected Handler answers() {
    return new AbstractHandler() {
      @Override
      public void handle(
          String target,
          Request request,
          HttpServletRequest servletRequest,
          HttpServletResponse response)
          throws IOException {
        request.setHandled(true);
        String query = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        MergedDocuments.answer(query).writeTo(response.getOutputStream());
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
    http2.setFlowControlStrategyFactory(settings.strategies(http2.getFlowControlStrategyFactory()));
    settings.setWindows(http2);
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
