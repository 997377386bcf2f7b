/**
 * Says why a query hangs, from dumps, logs, a running JVM or a cluster: readers, judge and words.
 * Needs neither Solr, Jetty nor JMH.
 */
package io.streambench.diagnose;
