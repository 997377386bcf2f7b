/**
 * Reports of diagnoses, with solutions for the cause, and of predictions of the safe-window rule.
 * Their formats are text, JSON, HTML and images.
 */
package io.streambench.diagnose.report;
