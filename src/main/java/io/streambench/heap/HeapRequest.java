package io.streambench.heap;

import java.util.Optional;

/**
 * The request of a stream, as far as it is known.
 *
 * @param method and
 * @param uri as they were sent
 * @param body the beginning of what was sent with it, if it is text in the dump; of Solr's streams
 *     the query
 * @param waits the thread that waits for its answer
 */
public record HeapRequest(
    String method, String uri, Optional<String> body, Optional<DumpedThread> waits) {}
