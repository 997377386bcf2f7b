import java.util.Iterator;
import reactor.core.publisher.Mono;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

/** Reactor Netty: a body as blocking iterator, which requests up to 256 buffers from the first read on. */
public class Reactor {
    public static void main(String[] args) throws Exception {
        HttpClient http = HttpClient.create().protocol(HttpProtocol.H2C).baseUrl("http://localhost:" + args[0]);
        Client.run(path -> {
            var connection = http.get().uri(path).responseConnection((response, c) -> Mono.just(c)).blockFirst();
            return new Client.Stream() {
                Iterator<byte[]> body; // null until the first read: an unread answer has no subscriber
                @Override public int read() {
                    if (body == null) body = connection.inbound().receive().asByteArray().toIterable().iterator();
                    return body.hasNext() ? body.next().length : -1;
                }
                @Override public void cancel() { connection.dispose(); }
            };
        }, args);
    }
}
