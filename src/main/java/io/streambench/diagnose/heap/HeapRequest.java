package io.streambench.diagnose.heap;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;

/**
 * The request of a stream, as far as it is known, with the beginning of its body (the query, for
 * Solr's streams) and the thread that waits for the response.
 *
 * @param awaitsHeaders whether that thread waits for the response headers (Jetty 12)
 */
public record HeapRequest(
    String method,
    String uri,
    Optional<String> body,
    Optional<HeapDumpThread> waitingThread,
    boolean awaitsHeaders) {

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

  /** Returns Jetty's request; empty if unknown or if the channel already serves the next stream. */
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
