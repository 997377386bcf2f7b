/** A diagnosis as text, JSON, page and picture, with the solutions for its cause. */
package io.streambench.diagnose.report;
