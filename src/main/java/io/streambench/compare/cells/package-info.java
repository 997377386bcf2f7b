/**
 * Reads JMH's result files and the outcomes next to them, and joins the results of several
 * contenders into cells, so that they can be compared.
 */
package io.streambench.compare.cells;
