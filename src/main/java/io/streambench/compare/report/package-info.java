/** A comparison of results as text, Markdown, JSON and page. */
package io.streambench.compare.report;
