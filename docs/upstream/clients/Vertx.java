import io.vertx.core.*;
import io.vertx.core.http.*;
import java.util.concurrent.*;

/** Vert.x: a response is paused, and fetch(1) asks for one buffer. */
public class Vertx {
    public static void main(String[] args) throws Exception {
        HttpClient http = io.vertx.core.Vertx.vertx().createHttpClient(
            new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2).setHttp2ClearTextUpgrade(false)
                .setHttp2ConnectionWindowSize(Integer.getInteger("window", -1))); // -1 is the default
        Client.run(path -> {
            CompletableFuture<Client.Stream> opened = new CompletableFuture<>();
            http.request(HttpMethod.GET, Integer.parseInt(args[0]), "localhost", path).compose(HttpClientRequest::send).onComplete(r -> {
                if (r.failed()) { opened.completeExceptionally(r.cause()); return; }
                HttpClientResponse response = r.result().pause();
                Client.Pushed stream = new Client.Pushed() {
                    @Override void ask() { response.fetch(1); }
                    @Override public void cancel() { response.request().reset(8); }
                };
                response.handler(buffer -> stream.pieces.add(buffer.length())).endHandler(v -> stream.pieces.add(-1))
                    .exceptionHandler(e -> stream.pieces.add(-1));
                opened.complete(stream);
            });
            return opened.get();
        }, args);
    }
}
