package io.streambench.flow.rule;

/** The reasons why a reader receives no more data. */
public enum StallCause {
  /** Unread streams and withheld credit have exhausted the session's receive window. */
  SESSION_WINDOW,

  /** Cancelled streams did not return their part of the session's credit. */
  CANCELLED_STREAMS,

  /** Requests wait for a stream, because open streams use up the server's limit. */
  STREAM_SLOTS,

  /** Requests over HTTP/1.1 wait, because other requests use all connections to a node. */
  CONNECTIONS,

  /** No direct memory is left for arriving data. */
  DIRECT_MEMORY,

  /** All permits of Solr's client for asynchronous requests are in use. */
  REQUEST_PERMITS,

  /** In Jetty 12, requests wait for response headers after other queries were closed early. */
  EARLY_CLOSE,

  /** No cause was found. */
  UNKNOWN
}
