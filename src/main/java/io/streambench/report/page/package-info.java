/**
 * The parts that every page is made of: templates, scripts and the chart library from the class
 * path.
 */
package io.streambench.report.page;
