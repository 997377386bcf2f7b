package io.streambench.trial;

import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.StrategySettings;
import io.streambench.trial.jetty.TrialJetty;
import io.streambench.trial.jetty.TrialJetty.TrialClient;
import io.streambench.trial.jetty.TrialJetty.TrialServer;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A client with the repair that closes answers early and then merges others: it reads a block of
 * each in turn. Together they are larger than the session window of a stock client, which hangs.
 */
public final class MergingReader {
  private static final int CANCELLED = 5;

  /**
   * All that the window allows has come: Jetty resets a stream again for each frame that is late.
   */
  private static final long FULL_NANOS = 300_000_000;

  private static final int MERGES = 3;
  private static final int STREAMS = 12;
  private static final int ANSWER = 3_340_000;
  private static final long ENDLESS = Long.MAX_VALUE;
  private static final int BLOCK = 10_000;

  private MergingReader() {}

  /**
   * @param args class of a {@link TrialJetty}; {@link FlowControlKind}
   */
  public static void main(String[] args) throws Exception {
    TrialJetty jetty = TrialJetty.of(args[0]);
    StrategySettings settings =
        new StrategySettings(
            FlowControlKind.valueOf(args[1]),
            OptionalInt.empty(),
            OptionalInt.empty(),
            OptionalDouble.empty(),
            OptionalLong.empty());
    try (TrialServer server = jetty.serve();
        TrialClient client = jetty.connect(http2 -> jetty.setUp(http2, settings))) {
      for (int i = 0; i < CANCELLED; i++) {
        try (InputStream answer = client.open(server.port(), TrialJetty.path(ENDLESS), true)) {
          LockSupport.parkNanos(FULL_NANOS);
          answer.readNBytes(1_000);
        }
      }
      for (int i = 0; i < MERGES; i++) {
        merge(client, server.port());
      }
    }
    System.out.println("Jetty " + jetty.version() + " merged");
    System.exit(0);
  }

  private static void merge(TrialClient client, int port) throws IOException {
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      open.add(client.open(port, TrialJetty.path(ANSWER), true));
    }
    for (int left = ANSWER; left > 0; left -= BLOCK) {
      for (InputStream answer : open) {
        if (answer.readNBytes(BLOCK).length != BLOCK) {
          throw new IOException("an answer ended early");
        }
      }
    }
    for (InputStream answer : open) {
      if (answer.read() >= 0) {
        throw new IOException("an answer did not end");
      }
      answer.close();
    }
  }
}
