import java.io.InputStream;
import java.util.concurrent.*;
import org.apache.hc.client5.http.impl.async.*;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.nio.support.*;
import org.apache.hc.core5.http.nio.support.classic.AbstractClassicEntityConsumer;
import org.apache.hc.core5.http.support.BasicRequestBuilder;

/** Apache HttpClient 5 on HttpCore 5: AbstractClassicEntityConsumer gives an InputStream, and capacity for what was read. */
public class Apache {
    public static void main(String[] args) throws Exception {
        CloseableHttpAsyncClient http = HttpAsyncClients.customHttp2().build();
        http.start();
        ExecutorService threads = Executors.newCachedThreadPool();
        Client.run(path -> {
            BlockingQueue<InputStream> body = new LinkedBlockingQueue<>();
            CountDownLatch over = new CountDownLatch(1);
            Future<?> call = http.execute(
                new BasicRequestProducer(BasicRequestBuilder.get("http://localhost:" + args[0] + path).build(), null),
                new BasicResponseConsumer<>(new AbstractClassicEntityConsumer<Void>(65536, threads) {
                    @Override protected Void consumeData(ContentType type, InputStream in) {
                        body.add(in);
                        try { over.await(); } catch (InterruptedException e) { /* cancelled */ }
                        return null;
                    }
                }), null);
            InputStream in = body.take();
            byte[] buffer = new byte[16384];
            return new Client.Stream() {
                @Override public int read() throws Exception { int n = in.read(buffer); if (n < 0) over.countDown(); return n; }
                @Override public void cancel() { call.cancel(true); over.countDown(); }
            };
        }, args);
    }
}
