/** Decides whether two sides differ: cells of results, statistics, and studies. */
package io.streambench.compare;
