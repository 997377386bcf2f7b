/** Derives verdicts from flow control and a reader's progress: pure functions and records. */
package io.streambench.analysis;
