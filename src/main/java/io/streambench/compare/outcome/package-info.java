/** Summarizes a run in a table, with the outcome of each combination of parameters. */
package io.streambench.compare.outcome;
