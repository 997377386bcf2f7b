package io.streambench.config;

import java.util.Locale;

/** How the index of every shard gets to an empty place. */
public enum CopyMethod {
  /** As a new replica on another node recovers. */
  SOLR("recovery by Solr"),
  /** From file to file on the same disk, without a network. */
  FILES("plain file copy"),
  /** Over a plain socket for each shard, without HTTP. */
  SOCKETS("plain sockets");

  /** The name of the parameter. */
  public static final String NAME = "copiedBy";

  private final String words;

  CopyMethod(String words) {
    this.words = words;
  }

  /**
   * The method of that name.
   *
   * @throws SettingException if there is none
   */
  static CopyMethod parse(String text) {
    for (CopyMethod method : values()) {
      if (method.toString().equals(text.strip())) {
        return method;
      }
    }
    throw new SettingException(NAME, "be solr, files or sockets", text);
  }

  /** For people. */
  public String words() {
    return words;
  }

  /** As it is typed. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
