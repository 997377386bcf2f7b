package io.streambench.config;

import java.util.Locale;

/** Says whether changes of flow control are recorded, and for which runs the recording is kept. */
public enum RecordingMode {
  /** Nothing is recorded. */
  OFF,
  /** Recorded, and kept when a run stalls or fails. */
  ON,
  /** Recorded, and kept for a run that completes as well. */
  KEEP;

  /**
   * The mode of that name.
   *
   * @param setting under which name it was given
   * @throws SettingException if there is none
   */
  static RecordingMode parse(String setting, String text) {
    for (RecordingMode mode : values()) {
      if (mode.toString().equals(text.strip())) {
        return mode;
      }
    }
    throw new SettingException(setting, "be off, on or keep", text);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
