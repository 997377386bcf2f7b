package io.streambench.analysis;

/**
 * The resources of a client apart from windows, at one moment. A number that is not known is {@link
 * #UNKNOWN}.
 *
 * @param waitingRequests requests that have no stream yet
 * @param openStreams streams that are open, on all of its connections
 * @param streamSlots streams that its connections and the servers' limits allow
 * @param permits asynchronous requests that Solr's client may still begin
 * @param mostPermits as many as it has when it is idle
 * @param directBytes direct memory in use, of the whole JVM
 * @param directLimit direct memory that the JVM may use
 */
public record ClientResources(
    long waitingRequests,
    long openStreams,
    long streamSlots,
    long permits,
    long mostPermits,
    long directBytes,
    long directLimit) {
  /** A number that is not known. */
  public static final long UNKNOWN = -1;

  /** Nothing is known. */
  public static ClientResources unknown() {
    return new ClientResources(UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  /** Returns whether requests wait while every stream that the servers allow is open. */
  public boolean slotsExhausted() {
    return waitingRequests > 0 && streamSlots > 0 && openStreams >= streamSlots;
  }

  /** Returns whether Solr's client may begin no more requests. */
  public boolean permitsExhausted() {
    return permits == 0;
  }

  /**
   * Returns whether less than a hundredth of the direct memory is left. At the hang it is less than
   * one buffer, but buffers that failed readers give back are taken again at any time.
   */
  public boolean directMemoryExhausted() {
    return directLimit > 0
        && directBytes != UNKNOWN
        && directLimit - directBytes < directLimit / 100;
  }
}
