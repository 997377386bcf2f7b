import java.util.concurrent.*;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

/** Reactor Netty: a subscriber that requests one buffer at a time. */
public class Reactor {
    public static void main(String[] args) throws Exception {
        HttpClient http = HttpClient.create().protocol(HttpProtocol.H2C).baseUrl("http://localhost:" + args[0]);
        Client.run(path -> {
            CompletableFuture<Subscription> opened = new CompletableFuture<>();
            Client.Pushed stream = new Client.Pushed() {
                @Override void ask() throws Exception { opened.get().request(1); }
                @Override public void cancel() throws Exception { opened.get().cancel(); }
            };
            CountDownLatch headers = new CountDownLatch(1);
            http.doOnResponse((response, connection) -> headers.countDown()).get().uri(path)
                .response((response, body) -> body.map(buffer -> buffer.readableBytes())).subscribe(new BaseSubscriber<Integer>() {
                    @Override protected void hookOnSubscribe(Subscription s) { opened.complete(s); }
                    @Override protected void hookOnNext(Integer n) { stream.pieces.add(n); }
                    @Override protected void hookOnComplete() { stream.pieces.add(-1); }
                    @Override protected void hookOnError(Throwable e) { e.printStackTrace(); stream.pieces.add(-1); }
                });
            headers.await();
            return stream;
        }, args);
    }
}
