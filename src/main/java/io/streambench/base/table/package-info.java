/** Tables as text and Markdown, and how amounts, times and rounded figures are written in them. */
package io.streambench.base.table;
