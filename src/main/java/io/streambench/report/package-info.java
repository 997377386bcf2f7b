/**
 * What people read: tables as text and Markdown, a diagnosis as a page and as a picture.
 *
 * <p>Depends on {@code analysis}, {@code eventlog} and {@code config}.
 */
package io.streambench.report;
