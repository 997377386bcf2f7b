/** Statistics of a comparison: judges from the scores of forks whether two sides differ. */
package io.streambench.compare.statistics;
