/**
 * The settings of a run, read once at the edge into records that check themselves.
 *
 * <p>Depends on the JDK alone: neither Solr, nor Jetty, nor JMH.
 */
package io.streambench.config;
