/** Synthetic documents, their indexing, and the checks of what a reader receives. */
package io.streambench.bench.documents;
