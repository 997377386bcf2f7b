/** The rule that detects stalls, its verdicts and their reasons. */
package io.streambench.flow.rule;
