/** The document that a study concludes with, as Markdown and as a page. */
package io.streambench.report.study;
