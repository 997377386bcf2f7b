package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;

/**
 * The buffer in which a node's Jetty aggregates a response before sending it, over HTTP/1.1 and
 * HTTP/2. A released Solr reads the two sizes from {@code solr.jetty.output.buffer.size} and {@code
 * solr.jetty.output.aggregation.size}.
 *
 * @param bufferSize size of the buffer in bytes
 * @param aggregationSize maximum size in bytes of a write that is aggregated; larger writes are
 *     sent immediately
 */
public record NodeOutput(int bufferSize, int aggregationSize) {
  /** The defaults of Jetty and of a released Solr. */
  public static final NodeOutput DEFAULT = new NodeOutput(32 * 1024, 8 * 1024);

  /** Reads both sizes. As in Solr, a larger buffer does not raise the default aggregation size. */
  static NodeOutput of(GivenParameters given) {
    int buffer = given.get(BenchmarkParameters.OUTPUT_BUFFER_SIZE).orElse(DEFAULT.bufferSize);
    int aggregation =
        given
            .get(BenchmarkParameters.OUTPUT_AGGREGATION_SIZE)
            .orElse(Math.min(DEFAULT.aggregationSize, buffer));
    SettingException.throwIf(
        aggregation > buffer,
        BenchmarkParameters.OUTPUT_AGGREGATION_SIZE.name(),
        "be at most outputBufferSize (" + buffer + ")",
        aggregation);
    return new NodeOutput(buffer, aggregation);
  }

  public String describe() {
    return TextFormat.of(
        "output buffer %s, aggregation %s",
        TextFormat.bytes(bufferSize), TextFormat.bytes(aggregationSize));
  }
}
