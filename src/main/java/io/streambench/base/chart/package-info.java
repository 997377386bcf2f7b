/** Charts of curves and intervals, rendered for HTML pages or as image files. */
package io.streambench.base.chart;
