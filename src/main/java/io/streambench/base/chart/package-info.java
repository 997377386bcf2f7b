/** Charts for reports, drawn into HTML pages or image files. */
package io.streambench.base.chart;
