/** The rule for a stall, and the words of its verdict, typed. */
package io.streambench.flow.rule;
