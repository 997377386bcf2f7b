import io.grpc.*;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.*;
import java.util.concurrent.*;

/** gRPC-Java on Netty: server streaming; request(1) asks for one message. */
public class Grpc {
    static final MethodDescriptor.Marshaller<byte[]> BYTES = new MethodDescriptor.Marshaller<>() {
        @Override public InputStream stream(byte[] value) { return new ByteArrayInputStream(value); }
        @Override public byte[] parse(InputStream in) {
            try { return in.readAllBytes(); } catch (IOException e) { throw new UncheckedIOException(e); }
        }
    };

    public static void main(String[] args) throws Exception {
        ManagedChannel channel = NettyChannelBuilder.forAddress("localhost", Integer.parseInt(args[0])).usePlaintext().build();
        Client.run(path -> {
            MethodDescriptor<byte[], byte[]> method = MethodDescriptor.newBuilder(BYTES, BYTES)
                .setType(MethodDescriptor.MethodType.SERVER_STREAMING).setFullMethodName(path.substring(1)).build();
            ClientCall<byte[], byte[]> call = channel.newCall(method, CallOptions.DEFAULT);
            CountDownLatch headers = new CountDownLatch(1);
            Client.Pushed stream = new Client.Pushed() {
                @Override void ask() { call.request(1); }
                @Override public void cancel() { call.cancel("cancelled", null); }
            };
            call.start(new ClientCall.Listener<byte[]>() {
                @Override public void onHeaders(Metadata h) { headers.countDown(); }
                @Override public void onMessage(byte[] message) { stream.pieces.add(message.length + 5); }
                @Override public void onClose(Status status, Metadata trailers) { stream.pieces.add(-1); }
            }, new Metadata());
            call.sendMessage(new byte[0]);
            call.halfClose();
            headers.await();
            return stream;
        }, args);
    }
}
