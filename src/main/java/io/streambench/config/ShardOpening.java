package io.streambench.config;

import java.util.Locale;

/** In how many tasks the streams of a collection's shards are opened. */
public enum ShardOpening {
  /** In a task each. */
  EACH,
  /** So many in a task, one after the other; as many tasks as that takes. */
  BATCHES,
  /** All in one task, one after the other. */
  SEQUENTIAL;

  /**
   * The one of that name, in any case.
   *
   * @throws SettingException if there is none
   */
  static ShardOpening parse(String setting, String text) {
    for (ShardOpening opening : values()) {
      if (opening.name().equals(text.strip().toUpperCase(Locale.ROOT))) {
        return opening;
      }
    }
    throw new SettingException(setting, "be EACH, BATCHES or SEQUENTIAL", text);
  }

  /** How many streams a task opens, of as many as there are. */
  public int taskSize(int streams, int batch) {
    return switch (this) {
      case EACH -> 1;
      case BATCHES -> Math.min(batch, streams);
      case SEQUENTIAL -> streams;
    };
  }
}
