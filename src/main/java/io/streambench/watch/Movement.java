package io.streambench.watch;

import io.streambench.live.SessionLook;

/**
 * What a session received, read and gave back between two looks, in bytes. The window shrinks by
 * what is received and grows by what is given back; the level grows by what is read and shrinks by
 * what is given back. So two of the three follow from the third: where nothing was given back all
 * are exact, else what the connection received tells it, with its frames' heads.
 */
record Movement(long received, long consumed, long credited) {
  /** Jetty gives back half of its largest window at a time by default, and never this little. */
  private static final int LEAST_CREDIT_PART = 32;

  /** Frames without data are smaller, such as a PING. */
  private static final long LEAST = 1_024;

  static Movement between(SessionLook before, SessionLook now) {
    long shrunk = (long) before.window() - now.window();
    long raised = (long) now.level() - before.level();
    long more = Math.max(0, now.arrived() - before.arrived() - shrunk);
    long least = Math.max(0, Math.max(-shrunk, -raised));
    long enough = Math.max(LEAST, now.largest() / LEAST_CREDIT_PART);
    long credited = least > 0 || more >= enough ? Math.max(least, more) : 0;
    return new Movement(shrunk + credited, raised + credited, credited);
  }

  boolean isAny() {
    return received != 0 || consumed != 0;
  }
}
