/** Collects the outcomes of a run and summarizes them in a table. */
package io.streambench.compare.outcome;
