/** Queries the nodes of a cluster over HTTP and diagnoses hangs from their responses. */
package io.streambench.diagnose.cluster;
