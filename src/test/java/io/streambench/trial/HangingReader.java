package io.streambench.trial;

import io.streambench.trial.jetty.TrialJetty;
import io.streambench.trial.jetty.TrialJetty.TrialClient;

/**
 * A client with small windows, and its server. The client reads a response, waits for a line on
 * standard input, and hangs. Two unread responses exhaust the session window while the client waits
 * for a third.
 */
public final class HangingReader {
  /** The session's receive window in bytes. */
  public static final int SESSION_WINDOW = 200_000;

  private static final int STREAM_WINDOW = 150_000;
  private static final String RESPONSE_PATH = TrialJetty.path(10_000_000, 0, false, false);

  private HangingReader() {}

  /**
   * Runs the client and its server.
   *
   * @param args the class of a {@link TrialJetty}
   */
  public static void main(String[] args) throws Exception {
    TrialJetty jetty = TrialJetty.create(args[0]);
    int port = jetty.serve().port();
    TrialClient client =
        jetty.connect(
            http2 -> {
              http2.setInitialSessionRecvWindow(SESSION_WINDOW);
              http2.setInitialStreamRecvWindow(STREAM_WINDOW);
            });
    client.open(port, RESPONSE_PATH, false).readAllBytes();
    System.out.println("waits");
    if (System.in.read() >= 0) {
      client.open(port, RESPONSE_PATH, false);
      client.open(port, RESPONSE_PATH, false);
      client.open(port, RESPONSE_PATH, false).readAllBytes();
    }
    System.exit(1);
  }
}
