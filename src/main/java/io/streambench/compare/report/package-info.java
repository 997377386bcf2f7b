/** Reports a comparison of results as text, Markdown, JSON or HTML. */
package io.streambench.compare.report;
