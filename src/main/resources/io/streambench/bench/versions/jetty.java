import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Jetty's client with its default windows. The imports that depend on the version are in {@code
 * versions.properties}.
 */
class Client {
  private final String address;
  private final HttpClient http;

  Client(String address, boolean http1) throws Exception {
    this.address = address;
    http =
        new HttpClient(
            http1
                ? new HttpClientTransportOverHTTP()
                : new HttpClientTransportOverHTTP2(new HTTP2Client()));
    http.start();
  }

  InputStream open() throws Exception {
    InputStreamResponseListener answer = new InputStreamResponseListener();
    http.newRequest(address).send(answer);
    answer.get(10, TimeUnit.SECONDS);
    return answer.getInputStream();
  }

  HttpClient http() {
    return http;
  }
}
