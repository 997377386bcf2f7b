/** What nobody else should read becomes a placeholder: names, addresses, credentials. */
package io.streambench.redaction;
