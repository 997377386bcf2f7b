/** Stops operations that make no progress, and reports a verdict. */
package io.streambench.bench.watchdog;
