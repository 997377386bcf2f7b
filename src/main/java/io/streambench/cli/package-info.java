/**
 * Entry points: parse the arguments, call, print, and return the exit status.
 *
 * <p>Depends on all packages below; no package depends on it.
 */
package io.streambench.cli;
