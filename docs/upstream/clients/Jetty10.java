import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.api.Request;
import org.eclipse.jetty.client.util.InputStreamResponseListener;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.http.HttpClientTransportOverHTTP2;

/** Jetty 10's HttpClient: InputStreamResponseListener succeeds the callback of a chunk that was read, as Solr uses it. */
public class Jetty10 {
    public static void main(String[] args) throws Exception {
        HttpClient http = new HttpClient(new HttpClientTransportOverHTTP2(new HTTP2Client()));
        http.start();
        Client.run(path -> {
            InputStreamResponseListener listener = new InputStreamResponseListener();
            Request request = http.newRequest("http://localhost:" + args[0] + path);
            request.send(listener);
            listener.get(30, TimeUnit.SECONDS);
            InputStream in = listener.getInputStream();
            byte[] buffer = new byte[16384];
            return new Client.Stream() {
                @Override public int read() throws Exception { return in.read(buffer); }
                @Override public void cancel() throws Exception { request.abort(new Exception("cancelled")); }
            };
        }, args);
    }
}
