/** Reports a comparison of results as text, Markdown, JSON or HTML page. */
package io.streambench.compare.report;
