/** The table of a run: one line for each combination of parameters, with its outcome. */
package io.streambench.compare.outcome;
