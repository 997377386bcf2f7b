/** Reports independent of their format, and their rendering as text, Markdown or HTML. */
package io.streambench.base.page;
