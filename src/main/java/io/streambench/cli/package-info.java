/**
 * Entry points: read what was typed, call, print, and give the exit status.
 *
 * <p>Depends on everything below; nothing depends on it.
 */
package io.streambench.cli;
