/** The rule for a stall, and the typed reasons of its verdict. */
package io.streambench.flow.rule;
