/**
 * A heap dump of a JVM → the HTTP/2 sessions of Jetty in it, at that moment. Everything of Jetty,
 * Solr and the JDK is found by the names of classes and fields; nothing of theirs is imported.
 */
package io.streambench.heap;
