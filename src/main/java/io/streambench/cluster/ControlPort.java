package io.streambench.cluster;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;

/**
 * Where a cluster's process answers those who use it, on loopback: a line with a question, then the
 * answer to the end. There is one question, {@code dump}, answered by Jetty's dumps of the nodes.
 */
final class ControlPort implements AutoCloseable {
  private static final String DUMP = "dump";
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int BACKLOG = 10;

  private final ServerSocket server;
  private final Supplier<String> dump;

  private ControlPort(ServerSocket server, Supplier<String> dump) {
    this.server = server;
    this.dump = dump;
  }

  /** Opens a port that is free and answers until it is closed. */
  static ControlPort open(Supplier<String> dump) throws IOException {
    ControlPort port =
        new ControlPort(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), dump);
    Thread thread = new Thread(port::answer, "streambench-cluster-control");
    thread.setDaemon(true);
    thread.start();
    return port;
  }

  int port() {
    return server.getLocalPort();
  }

  private void answer() {
    while (!server.isClosed()) {
      try (Socket asking = server.accept()) {
        asking.setSoTimeout(TIMEOUT_MILLIS);
        String question =
            new BufferedReader(
                    new InputStreamReader(asking.getInputStream(), StandardCharsets.UTF_8))
                .readLine();
        String answer = DUMP.equals(question) ? dump.get() : "no such question: " + question;
        asking.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      } catch (IOException | RuntimeException e) {
        if (!server.isClosed()) {
          System.err.println("warning: a question went unanswered: " + e);
        }
      }
    }
  }

  /**
   * Asks the process that answers on a port of this machine.
   *
   * @throws IOException if nothing answers there, or is closed before it has
   */
  static String dumpOf(int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write((DUMP + "\n").getBytes(StandardCharsets.UTF_8));
      byte[] answer = socket.getInputStream().readAllBytes();
      if (answer.length == 0) { // a port takes a connection until the thread that accepts is woken
        throw new EOFException("the cluster's process closed its port without an answer");
      }
      return new String(answer, StandardCharsets.UTF_8);
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
