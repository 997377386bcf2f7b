/** Synthetic documents: their contents, how they are indexed, and what a reader must receive. */
package io.streambench.bench.documents;
