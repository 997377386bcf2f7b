/**
 * A diagnosis as text, JSON, page and picture, with the solutions for its cause; and the
 * predictions of the safe-window rule, as text and JSON.
 */
package io.streambench.diagnose.report;
