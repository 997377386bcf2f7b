/**
 * What people read: tables as text and Markdown, a diagnosis as a page and as a picture, a
 * comparison as text, page and JSON.
 *
 * <p>Depends on {@code results}, {@code analysis}, {@code eventlog} and {@code config}.
 */
package io.streambench.report;
