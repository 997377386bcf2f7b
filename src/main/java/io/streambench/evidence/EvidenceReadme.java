package io.streambench.evidence;

import io.streambench.config.Text;
import io.streambench.redaction.Redactor;
import java.util.List;

/** The last section of the README in a zip: what is in it, and what is not. */
final class EvidenceReadme {
  private EvidenceReadme() {}

  /**
   * @param files of the zip, with what was cut of them
   * @param leftOut names of files that are not in it, with the reason
   */
  static String section(
      EvidenceOptions options, Redactor redactor, List<EvidenceFile> files, List<String> leftOut) {
    StringBuilder text = new StringBuilder("\n## What is in here\n\n");
    text.append(options.redact() ? redacted(redactor) : NOT_REDACTED);
    if (options.wholeLog()) {
      text.append(
          Text.of(
              "\nThe whole log was asked for: this zip may be larger than the %,d bytes that it"
                  + " would be cut to otherwise.\n",
              options.maxBytes()));
    }
    List<EvidenceFile> cut = files.stream().filter(file -> !file.note().isEmpty()).toList();
    if (cut.isEmpty() && leftOut.isEmpty()) {
      text.append("\nNothing was cut.\n");
      return text.toString();
    }
    text.append("\nWhat was cut, so that it can be attached to an issue:\n\n");
    cut.forEach(file -> text.append(Text.of("- `%s`: %s\n", file.name(), file.note())));
    leftOut.forEach(file -> text.append("- ").append(file).append('\n'));
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
        those below; names that were not recognized.

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
