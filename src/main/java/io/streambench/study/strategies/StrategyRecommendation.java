package io.streambench.study.strategies;

import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.predict.ConnectionLimits;
import io.streambench.strategy.FlowControlKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The recommendation of what Solr's maintainers could make the default, at what price, as far as a
 * study has shown.
 */
final class StrategyRecommendation {
  private static final double MEBIBYTE = 1 << 20;

  private final StrategyComparison comparison;

  StrategyRecommendation(StrategyComparison comparison) {
    this.comparison = comparison;
  }

  /** A paragraph each; none where nothing that could be the default was run to its end. */
  List<String> paragraphs() {
    List<String> paragraphs = new ArrayList<>();
    of(
        paragraphs,
        FlowControlKind.DYNAMIC_THRESHOLD,
        "at most a quarter of the JVM's direct memory is counted for it, and half is held, beside"
            + " what is on its way");
    of(paragraphs, FlowControlKind.ON_RECEIPT, windowsOfJetty());
    return paragraphs;
  }

  private static String windowsOfJetty() {
    long streams = ConnectionLimits.SOLR.slots();
    double window = RecvWindow.JETTY_STREAM_BYTES / MEBIBYTE;
    return Text.of(
        "up to %,.0f MiB of windows for each client and node (%d streams of %.0f MiB)",
        streams * window, streams, window);
  }

  private void of(List<String> paragraphs, FlowControlKind kind, String memory) {
    String way = kind.toString();
    if (comparison.places(way) > 0 && comparison.neverStalled(way)) {
      paragraphs.add(
          Text.of(
              "`%s`: no stall in %d fork(s) at %d place(s)%s. Unread data: %s. Measured here: at"
                  + " most %s MB (peaks of all sessions added up); a query reads %s MB. Speed at"
                  + " %d shard(s), compared with HTTP/1.1: %s.",
              way,
              comparison.forks(way),
              comparison.places(way),
              stallsOfJettys(),
              memory,
              comparison.mostUnreadMegabytes(way),
              comparison.dataMegabytes(),
              comparison.goalShards(),
              comparison.besideAtEach(way, comparison.goalShards())));
    }
  }

  private String stallsOfJettys() {
    String jettys = FlowControlKind.BUFFERING.toString();
    return comparison.stalledPlaces(jettys) == 0
        ? ""
        : Text.of(
            " (Jetty's strategy stalled at %d of %d)",
            comparison.stalledPlaces(jettys), comparison.places(jettys));
  }
}
