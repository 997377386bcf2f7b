/** Pure functions and records that judge, from the scores of forks, whether two sides differ. */
package io.streambench.compare.statistics;
