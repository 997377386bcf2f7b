/** Queries the nodes of a cluster over HTTP, and judges their answers. */
package io.streambench.diagnose.cluster;
