/**
 * The settings of a run, read once into records that validate themselves.
 *
 * <p>Depends only on the JDK: not on Solr, Jetty or JMH.
 */
package io.streambench.config;
