package io.streambench.study;

import io.streambench.config.FlowControlKind;
import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.flowcontrol.AdaptiveFlowControl;
import java.util.ArrayList;
import java.util.List;

/** What Solr's maintainers could make the default, at what price, as far as a study has shown. */
final class StrategyRecommendation {
  /** Streams that a server of Jetty's lets a session have open, unless it is told otherwise. */
  private static final int JETTYS_STREAMS = 128;

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
        FlowControlKind.ON_RECEIPT,
        "For Solr's maintainers: session credit on receipt (%s) as the default of the client",
        RecvWindow.JETTY_STREAM_BYTES);
    of(
        paragraphs,
        FlowControlKind.ADAPTIVE,
        "Stream windows that grow with the way, too (%s),",
        AdaptiveFlowControl.LARGEST_STREAM_WINDOW);
    return paragraphs;
  }

  private void of(
      List<String> paragraphs, FlowControlKind kind, String what, int largestStreamWindow) {
    String way = kind.toString();
    if (comparison.places(way) > 0 && comparison.neverStalls(way)) {
      paragraphs.add(
          Text.of(what, way)
              + Text.of(
                  " would remove the stall: none in %d fork(s) at %d place(s)%s. Memory: a stream that"
                      + " nobody reads can hold %.0f MiB, and a Jetty server lets a session have %d"
                      + " streams, of all queries together: %,.0f MiB for a node at the very worst,"
                      + " where Jetty's strategy has its session window of %.0f MiB; here %s MB lay"
                      + " unread at most, of the %s MB that a query reads. Speed at %d shard(s)"
                      + " beside HTTP/1.1: %s.",
                  comparison.forks(way),
                  comparison.places(way),
                  stallsOfJettys(),
                  largestStreamWindow / MEBIBYTE,
                  JETTYS_STREAMS,
                  JETTYS_STREAMS * (largestStreamWindow / MEBIBYTE),
                  RecvWindow.JETTY_SESSION_BYTES / MEBIBYTE,
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
            ", where Jetty's strategy stalled at %d of %d",
            comparison.stalledPlaces(jettys), comparison.places(jettys));
  }
}
