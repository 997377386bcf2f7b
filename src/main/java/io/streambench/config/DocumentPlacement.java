package io.streambench.config;

import java.util.Locale;

/** Which shard of a collection of our own holds which documents. */
public enum DocumentPlacement {
  /** By a hash of the identifier, as Solr does unless it is told otherwise. */
  HASH,
  /** By the identifier: each shard holds a run of the sort order, as time-routed collections do. */
  RUNS;

  /** The name of the parameter. */
  public static final String NAME = "placement";

  /**
   * The placement of that name.
   *
   * @throws SettingException if there is none
   */
  static DocumentPlacement parse(String text) {
    for (DocumentPlacement placement : values()) {
      if (placement.toString().equals(text.strip())) {
        return placement;
      }
    }
    throw new SettingException(NAME, "be hash or runs", text);
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
