import com.twitter.hpack.Decoder;
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

/**
 * An HTTP/2 server made of frames, so that no client is tested against its own library. It answers {@code /NAME/BYTES},
 * round robin among all streams that have a window, and shows the windows that a client gives it.
 */
final class Server implements Closeable {
    static final int FRAME = 16384;
    final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    final List<Connection> connections = Collections.synchronizedList(new ArrayList<>());

    Server() throws IOException {
        start(() -> {
            while (true) {
                Connection c = new Connection(socket.accept());
                connections.add(c);
                start(c::read);
                start(c::write);
            }
        });
    }

    @Override public void close() throws IOException {
        socket.close();
        for (Connection c : new ArrayList<>(connections)) c.socket.close();
    }

    interface Loop { void run() throws Exception; }

    static void start(Loop loop) {
        Thread thread = new Thread(() -> { try { loop.run(); } catch (Exception e) { /* the connection has ended */ } });
        thread.setDaemon(true);
        thread.start();
    }

    /** One answer. Its body is a row of gRPC messages of one frame each, for each client. */
    static final class Answer {
        String name; long size, sent, window; boolean grpc, cancelled;
        boolean open() { return !cancelled && sent < size; }
    }

    /** All fields are guarded by the connection itself. */
    static final class Connection {
        final Socket socket; final InputStream in; final OutputStream out;
        final Map<Integer, Answer> answers = new LinkedHashMap<>();
        final Deque<byte[]> control = new ArrayDeque<>();
        long initial = 65535, window = 65535, given = 65535, sent, firstConnection, firstStream; // first...: the windows before any data
        boolean ready, data, writing; // writing: inside a write to the socket
        static final byte[] BODY = new byte[2 * FRAME];
        static { for (int at : new int[] {0, FRAME}) { int n = FRAME - 5; BODY[at + 3] = (byte) (n >> 8); BODY[at + 4] = (byte) n; } }

        Connection(Socket socket) throws IOException {
            this.socket = socket;
            socket.setTcpNoDelay(true);
            in = new BufferedInputStream(socket.getInputStream(), 65536);
            out = socket.getOutputStream();
        }

        void read() throws Exception {
            in.mark(1024);
            String upgrade = null;
            if (new String(in.readNBytes(3), "US-ASCII").equals("GET")) { // HTTP/1.1, Upgrade: h2c
                in.reset();
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) head.append((char) in.read());
                upgrade = head.substring(4, head.indexOf(" ", 4));
                out.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n".getBytes());
                in.readNBytes(24);
            } else in.readNBytes(21); // the rest of the preface
            queue(4, 0, 0, new byte[] {0, 3, 0, 0, 4, 0}); // 1,024 streams at once
            synchronized (this) { ready = true; }
            Decoder hpack = new Decoder(65536, 4096);
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            for (byte[] h; (h = in.readNBytes(9)).length == 9;) {
                int length = (h[0] & 255) << 16 | (h[1] & 255) << 8 | h[2] & 255, type = h[3], flags = h[4], id = number(h, 5);
                byte[] b = in.readNBytes(length);
                if (type == 1 || type == 9) { // HEADERS, CONTINUATION
                    int skip = type == 9 ? 0 : ((flags & 8) != 0 ? 1 : 0) + ((flags & 32) != 0 ? 5 : 0);
                    int pad = type == 1 && (flags & 8) != 0 ? b[0] & 255 : 0;
                    block.write(b, skip, length - skip - pad);
                    if ((flags & 4) == 0) continue;
                    Map<String, String> headers = new HashMap<>();
                    hpack.decode(new ByteArrayInputStream(block.toByteArray()), (k, v, s) -> headers.put(new String(k), new String(v)));
                    hpack.endHeaderBlock();
                    block.reset();
                    answer(id, headers.get(":path"), headers.getOrDefault("content-type", "").startsWith("application/grpc"));
                } else synchronized (this) {
                    Answer answer = answers.get(id);
                    if (type == 3 && answer != null) answer.cancelled = true; // RST_STREAM
                    if (type == 4 && (flags & 1) == 0) { // SETTINGS
                        for (int i = 0; i < length; i += 6) if (b[i + 1] == 4) {
                            long change = number(b, i + 2) - initial;
                            initial += change;
                            answers.values().forEach(a -> a.window += change);
                        }
                        queue(4, 1, 0, new byte[0]);
                    }
                    if (type == 6 && (flags & 1) == 0) queue(6, 1, 0, b); // PING
                    if (type == 8 && id == 0) { window += number(b, 0); given += number(b, 0); }
                    if (type == 8 && answer != null) answer.window += number(b, 0);
                    notifyAll();
                }
                if (upgrade != null && type == 4) { answer(1, upgrade, false); upgrade = null; }
            }
        }

        synchronized void answer(int id, String path, boolean grpc) {
            Answer a = new Answer();
            a.name = path.split("/")[1]; a.size = Long.parseLong(path.split("/")[2]); a.grpc = grpc; a.window = initial;
            queue(1, 4, id, grpc ? literal(0x88, "content-type", "application/grpc") : new byte[] {(byte) 0x88}); // :status 200
            if (answers.isEmpty()) start(() -> { // its first window updates come before any data
                Thread.sleep(300);
                synchronized (this) { data = true; notifyAll(); }
            });
            answers.put(id, a);
        }

        synchronized void queue(int type, int flags, int id, byte[] payload) {
            control.add(frame(type, flags, id, payload, 0, payload.length));
            notifyAll();
        }

        void write() throws Exception {
            for (int last = 0;;) {
                byte[] next = null, trailers = null;
                synchronized (this) {
                    writing = false;
                    while (!ready) wait();
                    next = control.poll();
                    if (next == null && data && window > 0) {
                        int chosen = 0; // the first stream after the last one that was served, or the first of all
                        for (Map.Entry<Integer, Answer> e : answers.entrySet()) {
                            if (!e.getValue().open() || e.getValue().window <= 0) continue;
                            if (chosen == 0 || chosen <= last && e.getKey() > last) chosen = e.getKey();
                            if (chosen > last) break;
                        }
                        if (chosen != 0) {
                            Answer a = answers.get(last = chosen);
                            if (sent == 0) { firstConnection = given; firstStream = a.window; }
                            int n = (int) Math.min(Math.min(a.window, window), Math.min(a.size - a.sent, FRAME));
                            int from = (int) (a.sent % FRAME);
                            a.sent += n; a.window -= n; window -= n; sent += n;
                            next = frame(0, a.sent == a.size && !a.grpc ? 1 : 0, chosen, BODY, from, n);
                            if (a.sent == a.size && a.grpc) { byte[] t = literal(0, "grpc-status", "0"); trailers = frame(1, 5, chosen, t, 1, t.length - 1); }
                        }
                    }
                    if (next == null) { wait(); continue; }
                    writing = true;
                }
                out.write(next);
                if (trailers != null) out.write(trailers);
            }
        }

        static byte[] literal(int first, String name, String value) {
            ByteArrayOutputStream b = new ByteArrayOutputStream();
            b.write(first); b.write(0); b.write(name.length()); b.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
            b.write(value.length()); b.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
            return b.toByteArray();
        }

        static byte[] frame(int type, int flags, int id, byte[] from, int at, int n) {
            byte[] f = new byte[9 + n];
            f[0] = (byte) (n >> 16); f[1] = (byte) (n >> 8); f[2] = (byte) n; f[3] = (byte) type; f[4] = (byte) flags;
            f[5] = (byte) (id >> 24); f[6] = (byte) (id >> 16); f[7] = (byte) (id >> 8); f[8] = (byte) id;
            System.arraycopy(from, at, f, 9, n);
            return f;
        }

        static int number(byte[] b, int at) {
            return (b[at] & 127) << 24 | (b[at + 1] & 255) << 16 | (b[at + 2] & 255) << 8 | b[at + 3] & 255;
        }
    }
}
