/** Charts of curves and intervals, for pages and as pictures. */
package io.streambench.base.chart;
