/** Test programs for Jetty 12 and Solr 10, which the main project's tests run. */
package io.streambench.jetty12;
