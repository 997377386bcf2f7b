package io.streambench.study;

import java.util.LinkedHashMap;
import java.util.Map;

/** Parameters of benchmarks: the names that studies read, and how they are written in a study. */
public final class Parameters {
  public static final String CAPTURE = "capture";
  public static final String DOC_BYTES = "docSizeBytes";
  public static final String REQUESTS = "requests";
  public static final String RTT = "rttMillis";
  public static final String SESSION_WINDOW = "initialSessionRecvWindow";
  public static final String SHARDS = "numShards";
  public static final String STREAM_LIMIT = "maxConcurrentStreams";
  public static final String STREAM_WINDOW = "initialStreamRecvWindow";
  public static final String USE_HTTP1 = "useHttp1";

  private Parameters() {}

  /** Reads {@code numShards=12 useHttp1=true}; none from an empty text. */
  public static Map<String, String> of(String pairs) {
    Map<String, String> parameters = new LinkedHashMap<>();
    for (String pair : pairs.isEmpty() ? new String[0] : pairs.split(" ")) {
      int equals = pair.indexOf('=');
      parameters.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return parameters;
  }
}
