package io.streambench.diagnose.release;

import java.util.List;

/**
 * The status of a release, written by the JVM in which it runs.
 *
 * @param reason why the release failed; empty if it did not fail
 * @param reportNumber number of this report; an unchanged number means that the JVM is paused
 * @param isSearchComplete whether the search for sessions visited all objects
 * @param usedBytes direct memory in use
 * @param limitBytes direct memory that may be used
 * @param allowedBytes credit that may be given now to a session with an exhausted window
 */
public record ReleaseStatus(
    Phase state,
    String reason,
    long reportNumber,
    boolean isSearchComplete,
    long usedBytes,
    long limitBytes,
    long allowedBytes,
    List<Session> sessions) {

  public enum Phase {
    LOOKING,
    /** The sessions were examined, and credit is being given. */
    GIVING,
    /** The release has ended; none of its code is running. */
    ENDED,
    /** The release could not start or continue; none of its code is running. */
    FAILED
  }

  /**
   * The state of a session; sizes are in bytes.
   *
   * @param id the session's hash, as in Jetty's logs and dumps
   * @param remote address of the peer
   * @param jetty version of Jetty
   * @param receiveWindow session window left
   * @param largestReceiveWindow session window when no data is unread
   * @param unacknowledgedBytes bytes read but not credited yet; negative if credit was given in
   *     advance
   * @param unreadBytes bytes received but not read, even if their stream has been closed
   * @param streams number of open streams
   * @param readers threads that waited for data when the session hung
   * @param givenBytes total credit given in advance
   * @param advancedBytes credit given in advance for which no data has been read yet
   * @param regainedBytes bytes of window that were lost by streams closed early and then restored
   * @param arrivedBytes bytes received since the first credit
   * @param readBytes bytes read since the first credit
   * @param firstDataMillis time from the first credit to the first data; -1 before the first data
   * @param refusal why the session cannot get credit; empty if it can
   * @param waits what the session's streams initially waited for if the session window was not
   *     exhausted; may be empty
   */
  public record Session(
      String id,
      String remote,
      String jetty,
      SessionProgress state,
      long receiveWindow,
      long largestReceiveWindow,
      long unacknowledgedBytes,
      long unreadBytes,
      int streams,
      List<String> readers,
      long givenBytes,
      long advancedBytes,
      long regainedBytes,
      long arrivedBytes,
      long readBytes,
      long firstDataMillis,
      String refusal,
      String waits) {

    /** Returns the state of a session that cannot get credit. */
    static Session refused(String id, String remote, String jetty, String refusal) {
      SessionProgress unknown = SessionProgress.UNKNOWN;
      return new Session(
          id, remote, jetty, unknown, 0, 0, 0, 0, 0, List.of(), 0, 0, 0, 0, 0, -1, refusal, "");
    }
  }
}
