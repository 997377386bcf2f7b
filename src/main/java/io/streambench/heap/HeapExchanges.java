package io.streambench.heap;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Maps a stream to its request, and to the reader of the response.
 *
 * @param readers by request
 */
record HeapExchanges(Map<HeapObject, HeapReader> readers, HeapThreads threads) {

  /** The reader of what arrives on a stream, if it is known. */
  Optional<HeapReader> reader(HeapObject stream) {
    return Optional.ofNullable(exchange(stream))
        .map(exchange -> exchange.ref("request"))
        .map(readers::get);
  }

  /**
   * A channel goes on to the next stream when its exchange is done, and may refer to that; null if
   * there is none.
   */
  private static HeapObject exchange(HeapObject stream) {
    HeapObject receiver = stream.ref("attachment", "value");
    HeapObject channel = receiver == null ? null : receiver.ref("channel");
    return channel != null && stream.equals(channel.ref("stream"))
        ? channel.ref("_exchange")
        : null;
  }

  /** Returns the request of a stream. */
  HeapRequest request(HeapObject stream, Optional<HeapReader> reader) {
    Optional<HeapObject> request = Optional.ofNullable(stream.ref("request"));
    return new HeapRequest(
        request.flatMap(one -> one.text("_method")).orElse("?"),
        request.map(one -> one.ref("_uri")).map(HeapExchanges::uri).orElse("?"),
        Optional.ofNullable(exchange(stream))
            .map(exchange -> exchange.ref("request", "content", "bytes"))
            .flatMap(bytes -> bytes.elements().stream().filter(Objects::nonNull).findFirst())
            .map(bytes -> new String(bytes.bytes(), StandardCharsets.UTF_8)),
        reader.flatMap(HeapReader::thread).map(threads::of));
  }

  private static String uri(HeapObject uri) {
    return uri.text("_uri")
        .orElseGet(
            () ->
                uri.text("_scheme").map(scheme -> scheme + "://").orElse("")
                    + uri.text("_host").orElse("")
                    + (uri.number("_port", 0) > 0 ? ":" + uri.number("_port") : "")
                    + uri.text("_path").orElse("")
                    + uri.text("_query").map(query -> "?" + query).orElse(""));
  }
}
