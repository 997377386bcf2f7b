/** Judges from the scores of forks whether two sides differ: pure functions and records. */
package io.streambench.compare.statistics;
