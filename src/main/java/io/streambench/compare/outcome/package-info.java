/** The table of a run: one line for each combination of parameters and what became of it. */
package io.streambench.compare.outcome;
