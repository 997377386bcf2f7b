/**
 * A distributed query without Solr: servers that send tuples as the shards of a collection do, and
 * a reader that merges them as {@code CloudSolrStream} does. Knows the JDK alone, so that it is
 * compiled for each version of Jetty, which only {@link io.streambench.merge.MergeLibrary} stands
 * for.
 */
package io.streambench.merge;
