/** Tables as text and Markdown, and the formats of amounts, times and rounded figures in them. */
package io.streambench.base.table;
