package io.streambench.strategy;

/**
 * The HTTP/2 connections of this JVM's Solr clients to one server: what lies unread on them, and
 * whether a stream starves. The figures are at most two seconds old; one that is not known is -1.
 */
public interface DestinationMXBean {
  /** Connections that are open. */
  int getSessions();

  /** Streams that are open on them. */
  int getOpenStreams();

  /** The smallest session receive window that is left on one of them, in bytes. */
  long getSmallestWindowBytes();

  /** Bytes received and not consumed. */
  long getUnreadBytes();

  /**
   * Streams with nothing to read, on sessions whose window is used up: nothing can come for them.
   * With a strategy of this jar, which lets no window be used up, all open streams of such a
   * session.
   */
  int getStarvedStreams();

  /** Seconds for which streams have starved while nothing moved; 0 if none does. */
  double getStalledSeconds();

  /** The same of all times together, those of earlier connections to this server included. */
  double getStalledSecondsTotal();
}
