package io.streambench.report.diagnosis;

import io.streambench.analysis.StallCause;

/** Causes of a hang as people say them. */
public final class CauseWords {
  private CauseWords() {}

  /** The cause by its name, and in a few words. */
  public static String of(StallCause cause) {
    return cause
        + ": "
        + switch (cause) {
          case SESSION_WINDOW -> "unread data of other streams fills the session window";
          case CANCELLED_STREAMS -> "streams that were cancelled hold most of the session window";
          case STREAM_SLOTS -> "all streams that the servers allow are open, and requests wait";
          case DIRECT_MEMORY -> "no direct memory is left for arriving data";
          case REQUEST_PERMITS -> "Solr's client has given out all of its permits for requests";
          case UNKNOWN -> "no window and no checked resource is used up";
        };
  }
}
