package io.streambench.study;

/**
 * How long a fork warms up and measures.
 *
 * @param warmups iterations that are not counted
 * @param warmupSeconds length of each
 * @param iterations iterations that are counted
 * @param seconds length of each
 */
public record Timing(int warmups, int warmupSeconds, int iterations, int seconds) {
  /** What a fork takes at least, its start not included. */
  public int totalSeconds() {
    return warmups * warmupSeconds + iterations * seconds;
  }
}
