package io.streambench.merge;

import java.io.InputStream;
import java.util.OptionalLong;

/** A client that all queries share, used by several threads. */
public interface MergeClient extends AutoCloseable {
  /**
   * Asks, and waits for the beginning of the answer.
   *
   * @param port of a server on this machine
   * @param query as {@link MergedDocuments#query} has it
   * @throws java.io.IOException if the answer is no success
   */
  InputStream open(int port, String query) throws Exception;

  /** The settings in effect, in one line for people. */
  String describe();

  /** The most bytes that lay unread at one moment so far; empty where they are not counted. */
  default OptionalLong mostUnreadBytes() {
    return OptionalLong.empty();
  }

  /** The state of its connections, in the library's own words. */
  String dump();
}
