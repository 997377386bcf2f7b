package io.streambench.evidence;

import io.streambench.config.Text;
import io.streambench.redaction.Redactor;
import java.util.List;

/** The last section of the README in a zip: what is in it, and what is not. */
final class EvidenceReadme {
  private EvidenceReadme() {}

  /**
   * @param redactor null if nothing is redacted
   * @param maxBytes of the zip if its log had been cut; 0 if it may have been
   * @param cut what was cut or left out, one line for each file
   */
  static String section(Redactor redactor, long maxBytes, List<String> cut) {
    StringBuilder text = new StringBuilder("\n## What is in here\n\n");
    text.append(redactor == null ? NOT_REDACTED : redacted(redactor));
    if (maxBytes > 0) {
      text.append(
          Text.of(
              "\nThe whole log was asked for: this zip may be larger than the %,d bytes that it"
                  + " would be cut to otherwise.\n",
              maxBytes));
    }
    text.append(
        cut.isEmpty()
            ? "\nNothing was cut.\n"
            : "\nWhat was cut, so that it can be attached to an issue:\n\n");
    cut.forEach(file -> text.append("- ").append(file).append('\n'));
    return text.toString();
  }

  private static final String NOT_REDACTED =
      """
      **Nothing was redacted.** Addresses, names of hosts and users, paths and all else that the
      files show of a machine are as they were. Read them before you show them to anybody.
      """;

  private static String redacted(Redactor redactor) {
    return Text.of(
        """
        Redacted: names of hosts and users, addresses and credentials that were recognized have
        placeholders. A placeholder stands for the same thing in every file.

        **What stays, so look before you attach it:** queries and request bodies; names of threads,
        collections, shards, cores and of your own classes; a ZooKeeper chroot; folders other than
        those below; names that were not recognized; keys of services that have nothing to do with
        Solr.

        | placeholder | in place of | how many |
        |---|---|---|
        | `node-1` ... | a host, by name or by address | %d |
        | `port-1` ... | a port | %d |
        | `user-1` ... | a user | %d |
        | `~`, `<work>`, `<module>`, `<tmp>` | home folder, working folder, this module's folder, folder for temporary files | |
        | `<secret>` | a password, token, cookie or the like | |
        """,
        redactor.nodes(), redactor.ports(), redactor.users());
  }
}
