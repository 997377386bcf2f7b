/** Runs that read a collection, from preparation to verdict and evidence. */
package io.streambench.bench.streaming;
