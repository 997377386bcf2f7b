/** Asks the nodes of a cluster over HTTP, and judges what they answer. */
package io.streambench.diagnose;
