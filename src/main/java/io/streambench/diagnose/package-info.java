/**
 * Diagnoses hanging queries from dumps, logs, a running JVM or a cluster. This package and its
 * subpackages do not depend on Solr, Jetty or JMH.
 */
package io.streambench.diagnose;
