package io.streambench.bench.settings;

import java.util.Locale;

/**
 * The mode that determines whether flow control is recorded, and for which runs the recording is
 * kept.
 */
public enum RecordingMode {
  /** Nothing is recorded. */
  OFF,
  /** Flow control is recorded; the recording is kept if the run stalls or fails. */
  ON,
  /** Flow control is recorded; the recording is kept for every run. */
  KEEP;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
