/** From flow control and the progress of a reader to a verdict: pure functions and records. */
package io.streambench.analysis;
