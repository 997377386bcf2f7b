package io.streambench.trial;

import io.streambench.trial.jetty.TrialJetty;
import io.streambench.trial.jetty.TrialJetty.TrialClient;

/**
 * A client with small windows, and its server. It reads an answer, waits for a line of its standard
 * input, and hangs: two answers that nobody reads use up the session's window, and it waits for a
 * third.
 */
public final class HangingReader {
  /** The session's receive window in bytes. */
  public static final int SESSION_WINDOW = 200_000;

  private static final int STREAM_WINDOW = 150_000;
  private static final int ANSWER = 10_000_000;

  private HangingReader() {}

  /**
   * @param args class of a {@link TrialJetty}
   */
  public static void main(String[] args) throws Exception {
    TrialJetty jetty = TrialJetty.of(args[0]);
    int port = jetty.serve().port();
    TrialClient client =
        jetty.connect(
            http2 -> {
              http2.setInitialSessionRecvWindow(SESSION_WINDOW);
              http2.setInitialStreamRecvWindow(STREAM_WINDOW);
            });
    client.open(port, ANSWER, false).readAllBytes();
    System.out.println("waits");
    if (System.in.read() >= 0) {
      client.open(port, ANSWER, false);
      client.open(port, ANSWER, false);
      client.open(port, ANSWER, false).readAllBytes();
    }
    System.exit(1);
  }
}
