import java.io.InputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.*;

/** OkHttp 4 and 5: a synchronous call, and its body as InputStream. Its read timeout of 10 s is raised to 60 s. */
public class OkHttp {
    public static void main(String[] args) throws Exception {
        OkHttpClient http = new OkHttpClient.Builder().protocols(List.of(Protocol.H2_PRIOR_KNOWLEDGE))
            .readTimeout(60, TimeUnit.SECONDS).build();
        Client.run(path -> {
            Call call = http.newCall(new Request.Builder().url("http://localhost:" + args[0] + path).build());
            InputStream in = call.execute().body().byteStream();
            byte[] buffer = new byte[16384];
            return new Client.Stream() {
                @Override public int read() throws Exception { return in.read(buffer); }
                @Override public void cancel() { call.cancel(); }
            };
        }, args);
    }
}
