/** The merge over Jetty: what all versions share, and Jetty 10, which Solr 9 comes with. */
package io.streambench.merge.jetty;
