/** Synthetic documents, their indexing, and checks of the documents that a reader receives. */
package io.streambench.bench.documents;
