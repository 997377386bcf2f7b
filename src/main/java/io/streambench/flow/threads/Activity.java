package io.streambench.flow.threads;

import java.util.List;
import java.util.ResourceBundle;
import java.util.Set;

/** The activity of a thread, as shown by its stack. */
public enum Activity {
  /** Waits for the next bytes of a stream, or has just received them. */
  READS,
  /** Executes one of Solr's streams without waiting for its data. */
  IN_STREAM,
  /** Opens a stream and waits for its response headers. */
  AWAITS_HEADERS,
  /** Waits for the response headers of any request in Jetty 12. */
  AWAITS_HEADERS_12,
  /** Merges streams, and waits until the client reads the merged response. */
  MERGES_AND_SENDS,
  SENDS,
  /** Copies an index from another node, or recovers a replica. */
  FETCHES_INDEX,
  SENDS_INDEX,
  AWAITS_MEMORY,
  /** Waits for a request permit of Solr's client. */
  AWAITS_PERMIT,
  /** Reads a stream over HTTP/1.1, which has no flow-control windows. */
  READS_HTTP1,
  /** Waits for a complete response that is not one of Solr's streams. */
  AWAITS_RESPONSE,
  /** Waits for response headers in a client other than Jetty's. */
  AWAITS_OTHER_HEADERS,
  /** Waits for the response to a search or an update. */
  AWAITS_ANSWER,
  /** Has received the headers of a response to a search or an update, and waits for the data. */
  AWAITS_REST,
  /** Coordinates a distributed search and waits for the responses of the shards. */
  AWAITS_SHARDS,
  /** Waits until Lucene has completed merges or flushes. */
  AWAITS_MERGES,
  AWAITS_ZOOKEEPER,
  /** Sends or awaits the body of a request. */
  SENDS_BODY,
  /** Processes a request in a node, such as a search on a shard. */
  WORKS,
  OTHER;

  static Activity of(Set<FrameGroup> frames) {
    boolean stream = frames.contains(FrameGroup.STREAM) && !frames.contains(FrameGroup.SLEEP);
    boolean body = frames.contains(FrameGroup.REQUEST_BODY);
    if (frames.contains(FrameGroup.MEMORY)) {
      return AWAITS_MEMORY;
    }
    if (frames.contains(FrameGroup.INDEX_FETCH)) {
      return FETCHES_INDEX;
    }
    if (frames.contains(FrameGroup.ZOOKEEPER)) {
      return AWAITS_ZOOKEEPER;
    }
    if (frames.contains(FrameGroup.MERGES)) {
      return AWAITS_MERGES;
    }
    if (frames.contains(FrameGroup.ASYNC_TRACKER) && frames.contains(FrameGroup.SEMAPHORE)) {
      return AWAITS_PERMIT;
    }
    boolean source = frames.contains(FrameGroup.SOURCE);
    if (frames.contains(FrameGroup.OUTPUT)
        || frames.contains(FrameGroup.SINK) && !body && !source) {
      return stream ? MERGES_AND_SENDS : frames.contains(FrameGroup.INDEX) ? SENDS_INDEX : SENDS;
    }
    if (source && frames.contains(FrameGroup.SERVER)) {
      return SENDS_BODY;
    }
    if (source
        || frames.contains(FrameGroup.LISTENER_READ)
        || frames.contains(FrameGroup.JDK_READ)) {
      boolean request =
          frames.contains(FrameGroup.WHOLE_RESPONSE) || frames.contains(FrameGroup.UPDATES);
      return request && !stream ? AWAITS_REST : READS;
    }
    if (frames.contains(FrameGroup.LISTENER_GET)) {
      if (frames.contains(FrameGroup.LISTENER_GET_12) && !frames.contains(FrameGroup.UPDATES)) {
        return AWAITS_HEADERS_12;
      }
      return stream ? AWAITS_HEADERS : AWAITS_ANSWER;
    }
    if (stream) {
      return frames.contains(FrameGroup.APACHE_READ) ? READS_HTTP1 : IN_STREAM;
    }
    if (body) {
      return SENDS_BODY;
    }
    if (frames.contains(FrameGroup.OTHER_HEADERS)) {
      return AWAITS_OTHER_HEADERS;
    }
    if (frames.contains(FrameGroup.RESPONSE) && !frames.contains(FrameGroup.CHANNEL)) {
      return AWAITS_RESPONSE;
    }
    if (frames.contains(FrameGroup.SHARDS)) {
      return AWAITS_SHARDS;
    }
    if (frames.contains(FrameGroup.UPDATES_SENT)) {
      return AWAITS_ANSWER;
    }
    return frames.contains(FrameGroup.REQUEST) && !frames.contains(FrameGroup.INFO) ? WORKS : OTHER;
  }

  /** Returns whether a thread with this activity may be the reader that a stall blocks. */
  public boolean isReading() {
    return switch (this) {
      case READS, IN_STREAM, AWAITS_HEADERS, AWAITS_HEADERS_12, MERGES_AND_SENDS -> true;
      default -> false;
    };
  }

  /** Returns whether a thread with this activity waits for response data from any server. */
  public boolean isAwaitingData() {
    return this == READS || this == AWAITS_RESPONSE;
  }

  public boolean isSending() {
    return this == SENDS || this == MERGES_AND_SENDS;
  }

  /**
   * Groups of stack frames that determine a thread's activity. {@code frames.properties} explains
   * each group and lists the text that identifies its frames.
   */
  enum FrameGroup {
    LISTENER_READ,
    LISTENER_GET,
    LISTENER_GET_12,
    JDK_READ,
    APACHE_READ,
    STREAM,
    SLEEP,
    SHARD_MERGE,
    WHOLE_RESPONSE,
    UPDATES,
    UPDATES_SENT,
    INDEX_FETCH,
    ZOOKEEPER,
    MERGES,
    INDEX,
    RESPONSE,
    CHANNEL,
    OTHER_HEADERS,
    MEMORY,
    ASYNC_TRACKER,
    SEMAPHORE,
    SHARDS,
    OUTPUT,
    SINK,
    SOURCE,
    SERVER,
    REQUEST_BODY,
    REQUEST,
    INFO,
    HTTP1_SERVER,
    SOLR,
    SOLR_NODE,
    JETTY_CLIENT,
    HTTP_CLIENT,
    NETWORK,
    OTHER_SELECTOR,
    VIRTUAL,
    POOL,
    IDLE,
    ENGINE,
    ACCEPT;

    private final List<String> texts =
        List.of(
            ResourceBundle.getBundle("io.streambench.flow.threads.frames")
                .getString(name())
                .split(" "));

    static void addGroups(String line, Set<FrameGroup> groups) {
      for (FrameGroup frames : values()) {
        if (!groups.contains(frames) && frames.texts.stream().anyMatch(line::contains)) {
          groups.add(frames);
        }
      }
    }
  }
}
