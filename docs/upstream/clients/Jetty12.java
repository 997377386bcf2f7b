import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.client.*;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.client.transport.HttpClientTransportOverHTTP2;

/** Jetty 12's HttpClient: InputStreamResponseListener demands the next chunk when one was read, as Solr uses it. */
public class Jetty12 {
    public static void main(String[] args) throws Exception {
        HTTP2Client http2 = new HTTP2Client();
        if (Integer.getInteger("window") != null) http2.setInitialSessionRecvWindow(Integer.getInteger("window"));
        HttpClient http = new HttpClient(new HttpClientTransportOverHTTP2(http2));
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
