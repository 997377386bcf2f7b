/** A report before it has a format, and how it becomes text, Markdown or a page. */
package io.streambench.base.page;
