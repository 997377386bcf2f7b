package io.streambench.rendezvous;

import java.nio.charset.StandardCharsets;

/**
 * The iteration that a client wants to begin.
 *
 * @param combination of parameters, the same text at all clients
 * @param fork of this combination, from 1
 * @param iteration of this fork, warm-ups counted, from 1
 */
record Place(String combination, int fork, int iteration) {
  private static final String SEPARATOR = " ";
  private static final int PARTS = 3;

  /** Returns whether a client that is here has come as far as another, in the same combination. */
  boolean isAsFarAs(Place other) {
    return combination.equals(other.combination)
        && (fork > other.fork || fork == other.fork && iteration >= other.iteration);
  }

  byte[] bytes() {
    return String.join(SEPARATOR, combination, Integer.toString(fork), Integer.toString(iteration))
        .getBytes(StandardCharsets.UTF_8);
  }

  static Place of(byte[] bytes) {
    String[] parts = new String(bytes, StandardCharsets.UTF_8).split(SEPARATOR, PARTS);
    return new Place(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
  }
}
