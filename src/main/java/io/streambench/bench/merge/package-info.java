/** The run behind a merge without Solr: its processes, its watchdog, its outcome. */
package io.streambench.bench.merge;
