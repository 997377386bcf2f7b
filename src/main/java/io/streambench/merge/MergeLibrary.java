package io.streambench.merge;

/** A library that sends the answers and receives them: a version of Jetty, or plain sockets. */
public interface MergeLibrary {
  /** Its name and version, for people. */
  String name();

  /**
   * Starts servers on this machine, which answer {@link MergedDocuments#query}.
   *
   * @param nodes how many, on a port each
   * @param rateControl whether they close a connection with more than 128 events a second that may
   *     be an attack, as Jetty's do by default; among these are credits for streams that have ended
   */
  MergeServer serve(int nodes, boolean rateControl) throws Exception;

  /** Starts a client of such servers. */
  MergeClient connect(ClientOptions options) throws Exception;
}
