/**
 * Runs studies: plans the forks of all cells of a {@link io.streambench.compare.study.Study},
 * measures them, and reports the results.
 */
package io.streambench.compare.study;
