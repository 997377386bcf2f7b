/** The rule that decides whether a silence is a stall, and its verdicts with typed reasons. */
package io.streambench.flow.rule;
