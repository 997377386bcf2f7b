package io.streambench.diagnose.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.base.TextFormat;
import io.streambench.base.files.Json;
import io.streambench.base.table.ResultTable;
import io.streambench.flow.predict.Prediction;
import io.streambench.flow.predict.WindowAdvice;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;

/** The settings that make a merge safe, with their requirements and costs. */
record PredictionAdvice(Prediction prediction) {
  ResultTable table() {
    return ResultTable.withAllColumns("Any one of these makes it safe", prediction.advice())
        .text("set", WindowAdvice::setting)
        .number("to", PredictionAdvice::valueText)
        .number("most unread bytes per node", PredictionAdvice::maxUnreadText)
        .text("in a stock Solr?", this::stockSetting);
  }

  /**
   * Describes whether an unmodified Solr has a setting. For HTTP/1.1, adds the number of
   * connections that a client program must allow.
   */
  private String stockSetting(WindowAdvice advice) {
    if (advice.needsJar()) {
      return advice.setting().equals(WindowAdvice.STRATEGY_SETTING)
          ? "no: needs our jar"
          : "no: our jar for Solr 9";
    }
    int streams = prediction.streamsPerNode();
    return streams > WindowAdvice.HTTP1_CONNECTIONS
        ? TextFormat.of("yes; in a program only with withMaxConnectionsPerHost(%d)", streams)
        : "yes";
  }

  private static String maxUnreadText(WindowAdvice advice) {
    String bytes = TextFormat.of("%,d", advice.memoryBytes());
    return advice.setting().equals(WindowAdvice.STRATEGY_SETTING)
        ? "at most " + bytes + " + a quarter of the direct memory"
        : bytes;
  }

  private static String valueText(WindowAdvice advice) {
    if (!(advice.value() instanceof Long number)) {
      return String.valueOf(advice.value());
    }
    String bound =
        advice.setting().equals(WindowAdvice.STREAM_WINDOW_SETTING) ? "at most" : "at least";
    return TextFormat.of("%s %,d bytes", bound, number);
  }

  /** Returns the costs and further requirements of each advised setting, one line each. */
  List<String> costs() {
    List<String> lines = new ArrayList<>();
    prediction.advice().forEach(advice -> noteFor(advice).lines().forEach(lines::add));
    if (prediction.advice().stream().anyMatch(WindowAdvice::needsJar)) {
      lines.add(AdviceText.NEEDS_JAR.format());
    }
    return lines;
  }

  /** Returns the advised settings as JSON objects. */
  List<ObjectNode> json() {
    return prediction.advice().stream()
        .map(advice -> Json.MAPPER.<ObjectNode>valueToTree(advice).put("note", noteFor(advice)))
        .toList();
  }

  private String noteFor(WindowAdvice advice) {
    int streams = prediction.streamsPerNode();
    return switch (advice.setting()) {
      case WindowAdvice.HTTP1_PROPERTY -> {
        String cost = AdviceText.BY_HTTP1.format(streams);
        yield streams > WindowAdvice.HTTP1_CONNECTIONS
            ? AdviceText.BY_HTTP1_WITH_CONNECTIONS.format(
                cost, WindowAdvice.HTTP1_CONNECTIONS, streams)
            : cost;
      }
      case WindowAdvice.STRATEGY_SETTING ->
          AdviceText.BY_STRATEGY.format(
              FlowControlKind.MEMORY_BOUND,
              RepairSettings.CLIENT_FACTORY_CLASS,
              RepairSettings.CUSTOMIZER_CLASS,
              RepairSettings.BUDGET_PROPERTY);
      case WindowAdvice.STREAM_WINDOW_SETTING ->
          AdviceText.BY_STREAM_WINDOW.format(
              RepairSettings.FLOW_CONTROL_PROPERTY,
              FlowControlKind.BUFFERING,
              RepairSettings.STREAM_WINDOW_PROPERTY,
              advice.value());
      default ->
          AdviceText.BY_SESSION_WINDOW.format(
              RepairSettings.FLOW_CONTROL_PROPERTY,
              FlowControlKind.BUFFERING,
              RepairSettings.SESSION_WINDOW_PROPERTY,
              advice.value());
    };
  }
}
