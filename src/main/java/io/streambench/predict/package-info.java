/**
 * The safe-window rule: when streams that share a session can stall it, and which windows keep them
 * from it.
 *
 * <p>Depends on {@code config} and the JDK: neither Solr, nor Jetty, nor JMH.
 */
package io.streambench.predict;
