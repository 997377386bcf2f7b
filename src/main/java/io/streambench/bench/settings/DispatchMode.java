package io.streambench.bench.settings;

/** The kind of threads that run tasks. */
public enum DispatchMode {
  /** A pool with one thread for each processor; all threads take tasks from one queue. */
  POOL(17),
  /** One platform thread per task. */
  THREADS(17),
  /** One virtual thread per task. */
  VIRTUAL(21);

  private final int sinceJdk;

  DispatchMode(int sinceJdk) {
    this.sinceJdk = sinceJdk;
  }

  /** Returns whether a JDK of this feature release supports the mode. */
  public boolean isAvailableOn(int jdk) {
    return jdk >= sinceJdk;
  }

  public int sinceJdk() {
    return sinceJdk;
  }
}
