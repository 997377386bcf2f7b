/** Curves and intervals, as charts of a page and as pictures. */
package io.streambench.base.chart;
