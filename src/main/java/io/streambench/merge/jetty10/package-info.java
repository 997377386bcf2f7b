/** The merge over the Jetty that Solr 9 comes with. */
package io.streambench.merge.jetty10;
