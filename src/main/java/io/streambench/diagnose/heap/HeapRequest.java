package io.streambench.diagnose.heap;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * The request of a stream, as far as known, and the thread that waits for its response.
 *
 * @param body the first bytes of the body, which Solr's streams use for the query
 * @param isAwaitingHeaders whether that thread waits for the response headers, as in Jetty 12
 */
public record HeapRequest(
    String method,
    String uri,
    Optional<String> body,
    Optional<HeapDumpThread> waitingThread,
    boolean isAwaitingHeaders) {

  static HeapRequest of(HeapObject stream, Optional<HeapDumpThread> reader, HeapThreads threads) {
    Optional<HeapObject> request = Optional.ofNullable(stream.follow("request"));
    Optional<HeapDumpThread> headerWaiter =
        exchange(stream)
            .map(exchange -> exchange.follow("listeners"))
            .flatMap(threads::headerWaiter);
    return new HeapRequest(
        request.flatMap(found -> found.text("_method")).orElse("?"),
        request.map(found -> found.follow("_uri")).map(HeapRequest::uri).orElse("?"),
        clientRequest(stream)
            .map(found -> found.follow("content", "bytes"))
            .flatMap(bytes -> bytes.elements().stream().filter(Objects::nonNull).findFirst())
            .map(bytes -> new String(bytes.bytes(), StandardCharsets.UTF_8)),
        headerWaiter.or(() -> reader),
        headerWaiter.isPresent());
  }

  /** Returns the client's request for a stream; empty if no channel serves the stream. */
  static Optional<HeapObject> clientRequest(HeapObject stream) {
    return exchange(stream).map(exchange -> exchange.follow("request"));
  }

  private static Optional<HeapObject> exchange(HeapObject stream) {
    return Optional.ofNullable(stream.follow("attachment", "value", "channel"))
        .filter(channel -> stream.equals(channel.follow("stream")))
        .map(channel -> channel.follow("_exchange"));
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
