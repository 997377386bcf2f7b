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
import java.util.Map;
import java.util.function.Supplier;

/**
 * The loopback port on which a cluster's process answers questions. The caller sends a question in
 * one line and reads the answer to its end. Every process answers {@link #DUMP} with Jetty's dumps
 * of its nodes; its other questions depend on its purpose.
 */
final class ControlPort implements AutoCloseable {
  static final String DUMP = "dump";

  /** The index of every core, as a list of {@link CoreIndex}. */
  static final String INDEX = "index";

  /** The node that joined, as a {@link NodeFacts}. */
  static final String NODE = "node";

  /** The cost of flow control for the clients in the nodes so far, as its totals. */
  static final String FLOW_CONTROL = "flow-control";

  private static final int TIMEOUT_MILLIS = 5_000;
  private static final int BACKLOG = 10;

  private final ServerSocket server;
  private final Map<String, Supplier<String>> answers;

  private ControlPort(ServerSocket server, Map<String, Supplier<String>> answers) {
    this.server = server;
    this.answers = Map.copyOf(answers);
  }

  /** Opens a port that is free and answers with the dump until it is closed. */
  static ControlPort open(Supplier<String> dump) throws IOException {
    return open(Map.of(DUMP, dump));
  }

  /**
   * Opens a port that is free and answers until it is closed.
   *
   * @param answers by question
   */
  static ControlPort open(Map<String, Supplier<String>> answers) throws IOException {
    ControlPort port =
        new ControlPort(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()), answers);
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
        String answer = answer(question);
        asking.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
      } catch (IOException | RuntimeException e) {
        if (!server.isClosed()) {
          System.err.println("warning: a question went unanswered: " + e);
        }
      }
    }
  }

  /** One without a line has closed its end, and is told as much as one that asks for nonsense. */
  private String answer(String question) {
    Supplier<String> known = question == null ? null : answers.get(question);
    return known == null ? "no such question: " + question : known.get();
  }

  /** Asks for the dump, as {@link #ask}. */
  static String dumpOf(int port) throws IOException {
    return ask(DUMP, port);
  }

  /**
   * Asks the process that answers on a port of this machine.
   *
   * @throws IOException if nothing answers there, or is closed before it has
   */
  static String ask(String question, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), TIMEOUT_MILLIS);
      socket.setSoTimeout(TIMEOUT_MILLIS);
      socket.getOutputStream().write((question + "\n").getBytes(StandardCharsets.UTF_8));
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
