/** From the scores of forks to a judgement whether two sides differ: pure functions and records. */
package io.streambench.compare.statistics;
