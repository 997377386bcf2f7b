package org.eclipse.jetty.client.util;

/** Waits as {@code InputStreamResponseListener} up to Jetty 10.0.15 does: on its own monitor. */
public final class MonitorListener {
  private final Object lock = this;
  private boolean isOver;

  /** Waits until {@link #end} is called. */
  public void await() {
    synchronized (lock) {
      while (!isOver) {
        try {
          lock.wait();
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  /** Ends the wait. */
  public void end() {
    synchronized (lock) {
      isOver = true;
      lock.notifyAll();
    }
  }
}
