/**
 * Reads JMH's result files and the files next to them, and joins their cells, so that the forks of
 * several contenders can be compared cell by cell.
 */
package io.streambench.compare.cells;
