/** Entry points: parse arguments, do the work, print the answer, return the exit status. */
package io.streambench.cli;
