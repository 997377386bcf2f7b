package io.streambench.flow.rule;

/** Reasons why a reader receives no more data; from outside, all of them look like silence. */
public enum StallCause {
  /** Unread streams and withheld credit have exhausted the session's receive window. */
  SESSION_WINDOW,

  /** Cancelled streams did not return their part of the session's credit. */
  CANCELLED_STREAMS,

  /** Requests wait for a stream, because streams that do not end use up the server's limit. */
  STREAM_SLOTS,

  /** Over HTTP/1.1, requests wait because endless ones use all connections to a node. */
  CONNECTIONS,

  /** No direct memory is left for arriving data. */
  DIRECT_MEMORY,

  /** All permits of Solr's client for asynchronous requests are in use. */
  REQUEST_PERMITS,

  /** Requests wait for response headers, as happens after queries were closed early (Jetty 12). */
  EARLY_CLOSE,

  /** No cause was found. */
  UNKNOWN
}
