/** Stops an operation that makes no progress, with a verdict. */
package io.streambench.bench.watchdog;
