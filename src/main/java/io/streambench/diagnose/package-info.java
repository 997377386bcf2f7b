/**
 * Explains why a query hangs, from dumps, logs, a running JVM or a cluster. Does not need Solr,
 * Jetty or JMH.
 */
package io.streambench.diagnose;
