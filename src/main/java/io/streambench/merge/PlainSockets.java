package io.streambench.merge;

import java.io.BufferedReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * The same bytes without HTTP: a question is a line, an answer its length and its bytes. A
 * connection has one answer at a time, and is used again. So much the machine, its kernel and the
 * merge can do.
 */
public final class PlainSockets implements MergeLibrary {
  private static final int BACKLOG = 1_000;

  /** Runs {@link MergeProgram} over plain sockets. */
  public static void main(String[] args) {
    MergeProgram.run(new PlainSockets(), args);
  }

  @Override
  public String name() {
    return "plain sockets";
  }

  @Override
  public MergeServer serve(int nodes, boolean rateControl) throws IOException {
    List<ServerSocket> servers = new ArrayList<>();
    for (int node = 0; node < nodes; node++) {
      ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
      servers.add(server);
      daemon("accept-" + node, () -> accept(server));
    }
    return new MergeServer() {
      @Override
      public List<Integer> ports() {
        return servers.stream().map(ServerSocket::getLocalPort).toList();
      }

      @Override
      public void close() throws IOException {
        for (ServerSocket server : servers) {
          server.close();
        }
      }
    };
  }

  private static void daemon(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void accept(ServerSocket server) {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        daemon("answer", () -> answer(socket));
      } catch (IOException e) {
        if (!server.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private static void answer(Socket connection) {
    try (Socket socket = connection) {
      socket.setTcpNoDelay(true);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      BufferedReader questions =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      for (String query; (query = questions.readLine()) != null; ) {
        ShardAnswer answer = MergedDocuments.answer(query);
        out.writeLong(answer.bytes());
        answer.writeTo(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public MergeClient connect(ClientOptions options) {
    return new Client(new ConcurrentHashMap<>());
  }

  /**
   * @param idle connections on which nothing is left to be read, by port
   */
  private record Client(Map<Integer, Deque<Socket>> idle) implements MergeClient {
    @Override
    public InputStream open(int port, String query) throws IOException {
      Deque<Socket> ofPort = idle.computeIfAbsent(port, none -> new ConcurrentLinkedDeque<>());
      Socket known = ofPort.poll();
      Socket socket = known == null ? connected(port) : known;
      try {
        socket.getOutputStream().write((query + "\n").getBytes(StandardCharsets.UTF_8));
        return new Answer(socket, new DataInputStream(socket.getInputStream()).readLong(), ofPort);
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }

    private static Socket connected(int port) throws IOException {
      Socket socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setTcpNoDelay(true);
        return socket;
      } catch (IOException e) {
        socket.close();
        throw e;
      }
    }

    @Override
    public String describe() {
      return "a connection for each answer at a time";
    }

    @Override
    public String dump() {
      return "";
    }

    @Override
    public void close() throws IOException {
      for (Deque<Socket> ofPort : idle.values()) {
        for (Socket socket; (socket = ofPort.poll()) != null; ) {
          socket.close();
        }
      }
    }
  }

  /** The bytes of one answer. Read to its end, it leaves its connection to the next. */
  private static final class Answer extends InputStream {
    private final Socket socket;
    private final Deque<Socket> idle;
    private long left;
    private boolean closed;

    Answer(Socket socket, long bytes, Deque<Socket> idle) {
      this.socket = socket;
      this.left = bytes;
      this.idle = idle;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (left == 0) {
        return -1;
      }
      int read = socket.getInputStream().read(bytes, offset, (int) Math.min(length, left));
      if (read < 0) {
        throw new EOFException(left + " bytes are missing");
      }
      left -= read;
      return read;
    }

    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      if (left == 0) {
        idle.add(socket);
      } else {
        socket.close();
      }
    }
  }
}
