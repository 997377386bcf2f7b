/** The comparison of flow-control strategies: which has no stall, its speed and its memory. */
package io.streambench.study.strategies;
