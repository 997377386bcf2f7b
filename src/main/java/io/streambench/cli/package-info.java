/**
 * The commands, which parse arguments, do the work, print the result and return the exit status.
 */
package io.streambench.cli;
