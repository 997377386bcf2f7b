package io.streambench.bench.settings;

/** The threads that run tasks. */
public enum DispatchMode {
  /** A pool with one thread for each processor. All threads take tasks from the same queue. */
  POOL(17),
  /** One platform thread per task. */
  THREADS(17),
  /** One virtual thread per task. */
  VIRTUAL(21);

  private final int minJdkVersion;

  DispatchMode(int sinceJdk) {
    this.minJdkVersion = sinceJdk;
  }

  /** Returns the feature release of the first JDK that supports the mode. */
  public int minJdkVersion() {
    return minJdkVersion;
  }
}
