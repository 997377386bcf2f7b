/**
 * The redaction of data that nobody else should read: names, addresses and credentials become
 * placeholders.
 */
package io.streambench.redaction;
