/** A run that reads a collection: preparation, watchdog, verdict and evidence. */
package io.streambench.bench.streaming;
