package io.streambench.analysis;

/** Reasons why a reader got nothing more; from outside, each of them is silence. */
public enum StallCause {
  /** Unread streams and credit that was not given back used up the session's receive window. */
  SESSION_WINDOW,

  /** Streams that were cancelled took credit of the session with them. */
  CANCELLED_STREAMS,

  /** Requests wait for a stream, since others that do not end hold all that the server allows. */
  STREAM_SLOTS,

  /** Over HTTP/1.1 requests wait, since others that do not end use all connections to a node. */
  CONNECTIONS,

  /** No direct memory is left for what arrives. */
  DIRECT_MEMORY,

  /** Solr's client has given out all of its permits for asynchronous requests. */
  REQUEST_PERMITS,

  /** Requests wait for response headers, as after queries that were closed early (Jetty 12). */
  EARLY_CLOSE,

  /** None of these was seen. */
  UNKNOWN
}
