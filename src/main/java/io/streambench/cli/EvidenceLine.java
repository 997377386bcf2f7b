package io.streambench.cli;

import io.streambench.config.Text;

/** Tells of a zip that can be attached. */
final class EvidenceLine {
  private EvidenceLine() {}

  static String of(String zip, long bytes, boolean redacted) {
    return Text.of(
        "to attach to an issue: %s (%,d bytes, %s)",
        zip, bytes, redacted ? "redacted" : "NOT redacted");
  }
}
