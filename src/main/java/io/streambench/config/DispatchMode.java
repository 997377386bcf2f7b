package io.streambench.config;

/** The threads that run a task. */
public enum DispatchMode {
  /** A pool with one thread for each processor, which take tasks from one queue. */
  POOL(17),
  /** A platform thread a task. */
  THREADS(17),
  /** A virtual thread a task. */
  VIRTUAL(21);

  private final int sinceJdk;

  DispatchMode(int sinceJdk) {
    this.sinceJdk = sinceJdk;
  }

  /** Returns whether a JDK of that feature release has the mode. */
  public boolean availableOn(int jdk) {
    return jdk >= sinceJdk;
  }

  public int sinceJdk() {
    return sinceJdk;
  }
}
