/** Synthetic documents: what they hold, how they are indexed, and what a reader must find. */
package io.streambench.bench.documents;
