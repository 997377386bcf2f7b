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

  /** The feature release of the first JDK that supports the mode. */
  public int sinceJdk() {
    return sinceJdk;
  }
}
