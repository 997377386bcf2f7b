/**
 * Explains why a query hangs, from dumps, logs, a running JVM or a cluster. Needs neither Solr,
 * Jetty nor JMH.
 */
package io.streambench.diagnose;
