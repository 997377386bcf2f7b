package io.streambench.cluster;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streambench.config.Distance;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.strategy.FlowControlKind;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The further settings of a process whose node is measured itself: either the cluster that a node
 * joins, or that node. As JSON has them: null for what is left to Jetty, or is not asked for.
 *
 * @param joins ZooKeeper of the cluster that the node joins; null for the cluster
 * @param kind when the clients of the node give credit back
 * @param rttMillis between the cluster and the node
 * @param bandwidthMbps of the same; null without a limit
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record MeasuredNode(
    String joins,
    FlowControlKind kind,
    Integer streamWindow,
    Integer sessionWindow,
    Double bufferRatio,
    Long directMemoryBudget,
    double rttMillis,
    Double bandwidthMbps) {

  /** The cluster, whose nodes are that far from the one that joins. */
  static MeasuredNode leading(Distance distance) {
    return new MeasuredNode(
        null,
        FlowControlKind.BUFFERING,
        null,
        null,
        null,
        null,
        distance.rttMillis(),
        distance.bandwidthMbps().isPresent() ? distance.bandwidthMbps().getAsDouble() : null);
  }

  /**
   * The node that joins. It connects to wherever ZooKeeper says that the others are, so the
   * distance is theirs.
   *
   * @param zkHost with its chroot
   */
  static MeasuredNode joining(String zkHost, FlowControlSettings settings) {
    return new MeasuredNode(
        zkHost,
        settings.kind(),
        boxed(settings.streamWindow().bytes()),
        boxed(settings.sessionWindow().bytes()),
        settings.bufferRatio().isPresent() ? settings.bufferRatio().getAsDouble() : null,
        settings.directMemoryBudgetBytes().isPresent()
            ? settings.directMemoryBudgetBytes().getAsLong()
            : null,
        0,
        null);
  }

  private static Integer boxed(OptionalInt number) {
    return number.isPresent() ? number.getAsInt() : null;
  }

  FlowControlSettings flowControl() {
    return new FlowControlSettings(
        kind,
        window(streamWindow),
        window(sessionWindow),
        bufferRatio == null ? OptionalDouble.empty() : OptionalDouble.of(bufferRatio),
        directMemoryBudget == null ? OptionalLong.empty() : OptionalLong.of(directMemoryBudget));
  }

  private static RecvWindow window(Integer bytes) {
    return bytes == null
        ? RecvWindow.ofDefault()
        : new RecvWindow(OptionalInt.of(bytes), RecvWindow.Origin.PARAMETER);
  }

  Distance distance() {
    return bandwidthMbps == null
        ? Distance.ofMillis(rttMillis)
        : Distance.ofMillis(rttMillis).withMbps(bandwidthMbps);
  }
}
