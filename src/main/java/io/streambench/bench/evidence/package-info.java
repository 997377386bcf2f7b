/** Writes a run folder to a redacted zip that is small enough to attach to a public issue. */
package io.streambench.bench.evidence;
