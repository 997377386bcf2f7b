/** The life cycle of a fork: its parameters, its command, its last run, and its end. */
package io.streambench.bench.fork;
