package io.streambench.config;

import java.util.Locale;

/** The method that copies the index of every shard to an empty place. */
public enum CopyMethod {
  /** Recovery of a new replica on another node. */
  SOLR("recovery by Solr"),
  /** A copy from file to file on the same disk, without a network. */
  FILES("plain file copy"),
  /** A copy over one plain socket for each shard, without HTTP. */
  SOCKETS("plain sockets");

  public static final String NAME = "copiedBy";

  private final String words;

  CopyMethod(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
