import java.util.*;
import java.util.concurrent.*;

/** The test, for each client in Java. Lines on the standard output tell {@link Run} how far it is. */
interface Client {
    /** Sends a request, and returns when the headers of its answer are here. */
    Stream open(String path) throws Exception;

    interface Stream {
        /** Reads some bytes, waiting for them; -1 at the end. Whoever does not call it wants no data. */
        int read() throws Exception;
        void cancel() throws Exception;
    }

    static void run(Client client, String[] arguments) throws Exception {
        String test = arguments[1];
        String size = "/" + arguments[2];
        int count = Integer.parseInt(arguments[3]);
        Stream first = client.open("/first/16384"); // so that the others find a connection
        while (first.read() >= 0) { }
        List<Stream> unread = new ArrayList<>();
        for (int i = 1; i < count && (test.equals("unread") || test.equals("all")); i++) unread.add(client.open("/unread" + size));
        for (int i = 0; i < count && test.equals("closed"); i++) {
            Stream stream = client.open("/unread" + size);
            Thread.sleep(20); // data arrives
            stream.cancel();
        }
        if (test.equals("all")) for (Stream stream : unread) new Thread(() -> {
            try { while (stream.read() >= 0) { } } catch (Exception e) { e.printStackTrace(); }
        }).start();
        System.out.println("opened");
        System.in.read(); // until the server is quiet
        Stream stream = client.open("/read" + size);
        long total = stream.read();
        System.out.println(total);
        if (test.equals("paused")) Thread.sleep(5000);
        for (int n; (n = stream.read()) >= 0; total += n) if ((total + n) >> 18 != total >> 18) System.out.println(total + n);
        System.out.println("end " + total);
        System.in.read();
        Runtime.getRuntime().halt(0);
    }

    /** For clients that push: one piece at a time, each asked for. */
    abstract class Pushed implements Stream {
        final BlockingQueue<Integer> pieces = new LinkedBlockingQueue<>();
        abstract void ask() throws Exception;
        @Override public int read() throws Exception { ask(); return pieces.take(); }
    }
}
