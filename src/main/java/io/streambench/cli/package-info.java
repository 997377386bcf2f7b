/** The commands: they parse arguments, do the work, print the answer and return the exit status. */
package io.streambench.cli;
