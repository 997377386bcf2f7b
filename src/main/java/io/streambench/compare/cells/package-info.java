/**
 * Result files: JMH's own JSON and the files next to it, read into cells and joined, so that the
 * forks of several contenders can be compared cell by cell.
 */
package io.streambench.compare.cells;
