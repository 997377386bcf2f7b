package io.streambench.diagnose.report;

import io.streambench.base.TextFormat;

/** A sentence of advice with placeholders; its text is in {@code advice.properties}. */
public enum AdviceText {
  SAFE_WINDOWS,
  SAFE_SESSION_WINDOW,
  QUERY,
  QUERY_IN_LOG,
  QUERY_IN_SOLR_LOG,
  RELEASE_NODE,
  RELEASE_POD,
  RELEASE_CONTAINER,
  RELEASE_PROCESS,
  RESTART_SERVICE,
  RESTART_NODE,
  RESTART_CONTAINER,
  RESTART_NONE,
  RESTART_NEXT,
  SET_HTTP1,
  CAN_STALL,
  CAN_STALL_SOME_UNSEEN,
  NONE_CAN_STALL,
  NODES_DIFFER,
  FIX,
  FIX_WITH_CONNECTIONS,
  BY_HTTP1,
  BY_HTTP1_WITH_CONNECTIONS,
  BY_STRATEGY,
  BY_STREAM_WINDOW,
  BY_SESSION_WINDOW,
  NEEDS_JAR;

  public String format(Object... values) {
    return TextFormat.of(CauseAdvice.TEXTS.getProperty(name()), values);
  }
}
