/** Finds out which released clients stall: resolves them by Maven, and probes each of them. */
package io.streambench.bench.versions;
