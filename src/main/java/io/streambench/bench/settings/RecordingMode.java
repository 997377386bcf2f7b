package io.streambench.bench.settings;

import java.util.Locale;

/** Whether flow-control changes are recorded, and for which runs the recording is kept. */
public enum RecordingMode {
  /** Nothing is recorded. */
  OFF,
  /** Recorded, and kept when a run stalls or fails. */
  ON,
  /** Recorded, and kept for a run that completes as well. */
  KEEP;

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
