package io.streambench.watch;

import java.util.Collection;

/**
 * One Jetty of 10, 11 or 12 that is loaded in this JVM. A JVM may have several, as Solr has one for
 * its server and one for its clients. Objects are Jetty's.
 */
interface Jetty {
  int receiveWindow(Object session) throws Throwable;

  int sendWindow(Object session) throws Throwable;

  boolean closed(Object session) throws Throwable;

  Collection<?> streams(Object session) throws Throwable;

  boolean server(Object session);

  String localAddress(Object session) throws Throwable;

  String remoteAddress(Object session) throws Throwable;

  /** Returns 0 for no stream. */
  int id(Object stream) throws Throwable;

  Object sessionOf(Object stream) throws Throwable;

  int streamReceiveWindow(Object stream) throws Throwable;

  int streamSendWindow(Object stream) throws Throwable;

  boolean remotelyClosed(Object stream) throws Throwable;

  boolean reset(Object stream) throws Throwable;

  int streamOf(Object frame) throws Throwable;

  int deltaOf(Object frame) throws Throwable;

  int initialStreamWindow(Object strategy) throws Throwable;

  /** Returns whether it collects what was consumed before it gives credit. */
  boolean isBuffering(Object strategy);

  /** The most that the session's receive window has been, as a buffering strategy has it. */
  int largestSessionWindow(Object strategy) throws Throwable;

  /** Bytes consumed on the session, and no credit given for them, likewise. */
  int sessionLevel(Object strategy) throws Throwable;

  /** The same of a stream, with any strategy. */
  int streamLevel(Object strategy, Object stream) throws Throwable;
}
