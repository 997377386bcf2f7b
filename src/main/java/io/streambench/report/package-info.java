/**
 * What people read: tables as text and as Markdown.
 *
 * <p>Depends on {@code analysis} and {@code config}.
 */
package io.streambench.report;
