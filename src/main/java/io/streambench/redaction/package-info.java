/** Names, addresses and credentials become placeholders. */
package io.streambench.redaction;
