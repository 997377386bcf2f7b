package io.streambench.trial.jetty12;

import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.StallFree;
import io.streambench.strategy.StrategySettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.util.Jetty;

/**
 * Clients with a repair: each merges answers that are larger than a stock client's session window,
 * closes some early, and merges again. Ends with 0 if all of it came.
 */
final class RepairTrial {
  private static final int STREAMS = 12;
  private static final int BYTES = 3_340_000;
  private static final int CLOSED_EARLY = 50;

  private RepairTrial() {}

  public static void main(String[] args) throws Exception {
    System.out.println("Jetty " + Jetty.VERSION);
    int port = TrialJetty.serve();
    for (FlowControlKind kind :
        List.of(FlowControlKind.ON_RECEIPT, FlowControlKind.DYNAMIC_THRESHOLD)) {
      StrategySettings repair =
          new StrategySettings(
              kind,
              OptionalInt.empty(),
              OptionalInt.empty(),
              OptionalDouble.empty(),
              OptionalLong.empty());
      HttpClient client = TrialJetty.connect(http2 -> StallFree.configure(http2, repair));
      merge(client, port);
      for (int i = 0; i < CLOSED_EARLY; i++) {
        try (InputStream answer = TrialJetty.open(client, port, BYTES, true)) {
          answer.readNBytes(1_000);
        }
      }
      merge(client, port);
      client.stop();
      System.out.println(kind);
    }
    System.exit(0);
  }

  /** Reads a block of each answer in turn. */
  private static void merge(HttpClient client, int port) throws Exception {
    List<InputStream> open = new ArrayList<>();
    for (int i = 0; i < STREAMS; i++) {
      open.add(TrialJetty.open(client, port, BYTES, true));
    }
    byte[] block = new byte[10_000];
    for (int left = BYTES; left > 0; left -= block.length) {
      for (InputStream in : open) {
        if (in.readNBytes(block, 0, block.length) != Math.min(left, block.length)) {
          throw new IOException("an answer is too short");
        }
      }
    }
  }
}
