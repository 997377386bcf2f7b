package io.streambench.study.recovery;

import java.util.Map;

/** The distances between the two nodes. */
enum Place {
  NEAR("", "0 ms", Map.of()),
  RTT_20("-20ms", "20 ms", Map.of("rttMillis", "20")),
  RTT_100("-100ms", "100 ms", Map.of("rttMillis", "100")),
  GIGABIT("-1000mbit", "0 ms, 1,000 Mbit/s", Map.of("bandwidthMbps", "1000"));

  private final String suffix;
  private final String words;
  private final Map<String, String> settings;

  Place(String suffix, String words, Map<String, String> settings) {
    this.suffix = suffix;
    this.words = words;
    this.settings = settings;
  }

  /** The end of a label; empty for {@link #NEAR}. */
  String suffix() {
    return suffix;
  }

  /** The round-trip time, and the bandwidth if it is limited, for people. */
  String words() {
    return words;
  }

  /** The parameters. */
  Map<String, String> settings() {
    return settings;
  }
}
