/** Reports, and their rendering as text, Markdown or HTML. */
package io.streambench.base.page;
