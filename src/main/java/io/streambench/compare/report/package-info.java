/** A comparison of results as text, Markdown, JSON and HTML page. */
package io.streambench.compare.report;
