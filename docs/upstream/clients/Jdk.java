import java.io.InputStream;
import java.net.URI;
import java.net.http.*;

/** The JDK's HttpClient: a body as InputStream asks for a buffer when one was read. Clear text by an upgrade of the first GET. */
public class Jdk {
    public static void main(String[] args) throws Exception {
        HttpClient http = HttpClient.newHttpClient();
        Client.run(path -> {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + args[0] + path)).build();
            InputStream in = http.send(request, HttpResponse.BodyHandlers.ofInputStream()).body();
            byte[] buffer = new byte[16384];
            return new Client.Stream() {
                @Override public int read() throws Exception { return in.read(buffer); }
                @Override public void cancel() throws Exception { in.close(); }
            };
        }, args);
    }
}
