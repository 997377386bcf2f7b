package io.streambench.agent;

/** Leads from Jetty's classes to whoever watches them, visible to every class loader. */
public final class Bridge {
  /** Gets every call; null for nobody. */
  public static volatile Hook hook;

  private Bridge() {}

  /** Version of the calls in {@link Hook}; a JVM keeps the first version that it was given. */
  public static int version() {
    return 1;
  }

  /**
   * Gets the calls on Jetty's threads. Objects are Jetty's; a stream may be null. Throws nothing.
   */
  public interface Hook {
    /** A stream has its windows. */
    void opened(Object strategy, Object stream);

    void closed(Object strategy, Object stream);

    /** Streams begin with so much receive window from now on, or send window. */
    void initialWindow(Object strategy, Object session, int bytes, boolean local);

    /** DATA arrived, and the windows have not shrunk yet; the result goes to {@link #received}. */
    Object receiving(Object strategy, Object session, Object stream, int bytes);

    /** The windows have shrunk. */
    void received(Object strategy, Object session, Object receiving, int bytes);

    /** The application has consumed, and no credit has been given for it yet. */
    void consumed(Object strategy, Object session, Object stream, int bytes);

    /** A WINDOW_UPDATE went out. */
    void credited(Object strategy, Object session, Object stream, Object frame);

    void allowed(Object strategy, Object session, Object stream, Object frame);

    void sent(Object strategy, Object stream, int bytes);
  }
}
