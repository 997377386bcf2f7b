/** A run that reads a collection: prepared, guarded, judged, and its evidence kept. */
package io.streambench.bench.streaming;
