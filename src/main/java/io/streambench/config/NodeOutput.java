package io.streambench.config;

/**
 * The buffer in which the Jetty of a node collects an answer before it sends it, over either
 * protocol. A released Solr reads the two sizes from {@code solr.jetty.output.buffer.size} and
 * {@code solr.jetty.output.aggregation.size}.
 *
 * @param bufferSize bytes of the buffer
 * @param aggregationSize bytes of the largest single write that is collected; a larger one is sent
 *     at once
 */
public record NodeOutput(int bufferSize, int aggregationSize) {
  public static final String BUFFER_SIZE = "outputBufferSize";

  /** The defaults of Jetty and of a released Solr. */
  public static final NodeOutput DEFAULT = new NodeOutput(32 * 1024, 8 * 1024);

  private static final String AGGREGATION_SIZE = "outputAggregationSize";
  private static final int MIN_BUFFER = 1024;

  /** Each answer under way has a buffer of its own. */
  private static final int MAX_BUFFER = 16 * 1024 * 1024;

  /** Reads both; one default does not follow the other, since it does not in a released Solr. */
  static NodeOutput of(GivenParameters given) {
    int buffer =
        bytes(given, BUFFER_SIZE, DEFAULT.bufferSize, MIN_BUFFER, MAX_BUFFER, "" + MAX_BUFFER);
    return new NodeOutput(
        buffer,
        bytes(
            given,
            AGGREGATION_SIZE,
            Math.min(DEFAULT.aggregationSize, buffer),
            1,
            buffer,
            BUFFER_SIZE + " (" + buffer + ")"));
  }

  private static int bytes(
      GivenParameters given, String name, int otherwise, int min, int max, String most) {
    return given
        .unless(RecvWindow.DEFAULT, name)
        .map(text -> Values.bytes(name, text, min, max, most))
        .orElse(otherwise);
  }

  public String describe() {
    return Text.of(
        "output buffer %s, aggregation %s", Text.bytes(bufferSize), Text.bytes(aggregationSize));
  }
}
