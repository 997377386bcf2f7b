package io.streambench.config;

/**
 * The buffer in which a node's Jetty collects a response before it sends it, over either protocol.
 * A released Solr reads the two sizes from {@code solr.jetty.output.buffer.size} and {@code
 * solr.jetty.output.aggregation.size}.
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

  /** Each response in progress has its own buffer. */
  private static final int MAX_BUFFER = 16 * 1024 * 1024;

  /** Reads both; as in a released Solr, a larger buffer does not raise the default aggregation. */
  static NodeOutput of(GivenParameters given) {
    String most = Integer.toString(MAX_BUFFER);
    int buffer =
        Values.bytes(BUFFER_SIZE, given.values(), MIN_BUFFER, MAX_BUFFER, most)
            .orElse(DEFAULT.bufferSize);
    String whole = BUFFER_SIZE + " (" + buffer + ")";
    int aggregation =
        Values.bytes(AGGREGATION_SIZE, given.values(), 1, buffer, whole)
            .orElse(Math.min(DEFAULT.aggregationSize, buffer));
    return new NodeOutput(buffer, aggregation);
  }

  public String describe() {
    return Text.of(
        "output buffer %s, aggregation %s", Text.bytes(bufferSize), Text.bytes(aggregationSize));
  }
}
