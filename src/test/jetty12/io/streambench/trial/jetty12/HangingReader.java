package io.streambench.trial.jetty12;

import org.eclipse.jetty.client.HttpClient;

/**
 * A client with small windows, and its server. It reads an answer, waits for a line of its standard
 * input, and hangs: two answers that are not read use up the session's window, and it waits for a
 * third.
 */
final class HangingReader {
  private static final int SESSION_WINDOW = 200_000;
  private static final int STREAM_WINDOW = 150_000;
  private static final int ANSWER = 10_000_000;

  private HangingReader() {}

  public static void main(String[] args) throws Exception {
    int port = TrialJetty.serve();
    HttpClient client =
        TrialJetty.connect(
            http2 -> {
              http2.setInitialSessionRecvWindow(SESSION_WINDOW);
              http2.setInitialStreamRecvWindow(STREAM_WINDOW);
            });
    TrialJetty.open(client, port, ANSWER, false).readAllBytes();
    System.out.println("waits");
    if (System.in.read() >= 0) {
      TrialJetty.open(client, port, ANSWER, false);
      TrialJetty.open(client, port, ANSWER, false);
      TrialJetty.open(client, port, ANSWER, false).readAllBytes();
    }
    System.exit(1);
  }
}
