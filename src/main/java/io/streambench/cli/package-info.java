/** Entry points: parse the arguments, call, print, and return the exit status. */
package io.streambench.cli;
