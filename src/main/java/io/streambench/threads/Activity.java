package io.streambench.threads;

import java.util.Set;

/** What a thread does, as its stack shows it. */
public enum Activity {
  /** Reads a stream, and waits for its next bytes or has just got them. */
  READS,
  /** Is in one of Solr's streams, and does not wait for bytes of it. */
  IN_STREAM,
  /** Opens a stream, and waits for the headers of its answer. */
  AWAITS_HEADERS,
  /** Merges streams, and waits until the client of its own answer reads. */
  MERGES_AND_SENDS,
  /** Sends an answer. */
  SENDS,
  /** Waits for one of the client's permits for requests. */
  AWAITS_PERMIT,
  /** Reads a stream over HTTP/1.1, which has no windows. */
  READS_HTTP1,
  /** Waits for the answer to a request that is no stream. */
  AWAITS_ANSWER,
  /** Is a search that waits for its shards. */
  AWAITS_SHARDS,
  /** Sends or awaits the body of a request. */
  SENDS_BODY,
  /** Something else. */
  OTHER;

  static Activity of(Set<Frames> frames) {
    boolean stream = frames.contains(Frames.STREAM);
    if (frames.contains(Frames.ASYNC_TRACKER) && frames.contains(Frames.SEMAPHORE)) {
      return AWAITS_PERMIT;
    }
    if (frames.contains(Frames.OUTPUT)) {
      return stream ? MERGES_AND_SENDS : SENDS;
    }
    if (frames.contains(Frames.LISTENER_READ) || frames.contains(Frames.JDK_READ)) {
      boolean request = frames.contains(Frames.WHOLE_ANSWER) || frames.contains(Frames.TRANSFER);
      return request && !stream ? AWAITS_ANSWER : READS;
    }
    if (frames.contains(Frames.LISTENER_GET)) {
      return stream ? AWAITS_HEADERS : AWAITS_ANSWER;
    }
    if (stream) {
      return frames.contains(Frames.APACHE_READ) ? READS_HTTP1 : IN_STREAM;
    }
    if (frames.contains(Frames.REQUEST_BODY)) {
      return SENDS_BODY;
    }
    return frames.contains(Frames.SHARDS) ? AWAITS_SHARDS : OTHER;
  }

  /** Returns whether such a thread may be the one that a stall silences. */
  public boolean ofReader() {
    return this == READS || this == IN_STREAM || this == AWAITS_HEADERS || this == MERGES_AND_SENDS;
  }

  /** Returns whether such a thread sends an answer. */
  public boolean ofSender() {
    return this == SENDS || this == MERGES_AND_SENDS;
  }
}
