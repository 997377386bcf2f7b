/**
 * A diagnosis in words, as JSON, as a page and as a picture, with the ways out of its cause; and
 * the predictions of the safe-window rule, in words and as JSON.
 */
package io.streambench.diagnose.report;
