package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.diagnose.cluster.SolrHttp;
import io.streambench.diagnose.cluster.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A picocli mixin with the options for the password and the certificates of a cluster. */
final class ClusterAccess {
  private static final String PASSWORD_VARIABLE = "STREAMBENCH_PASSWORD";

  @Option(names = "--user", paramLabel = "NAME")
  private String user;

  @Option(names = "--password-file", paramLabel = "FILE")
  private Path passwordFile;

  @Option(names = "--cacert", paramLabel = "FILE")
  private Path caFile;

  @Option(names = "--cert", paramLabel = "FILE")
  private Path certificateFile;

  @Option(names = "--key", paramLabel = "FILE")
  private Path keyFile;

  /** Opens an HTTP client; throws a {@link SettingException} if an option is invalid. */
  SolrHttp openHttpClient(Duration requestTimeout) throws IOException {
    SettingException.throwIf(
        keyFile != null && certificateFile == null, "--key", "be for a --cert", keyFile);
    TlsFiles tls =
        new TlsFiles(caFile, certificateFile, keyFile == null ? certificateFile : keyFile);
    try {
      return SolrHttp.open(tls, credentials(), requestTimeout);
    } catch (GeneralSecurityException | IOException e) {
      if (caFile == null && certificateFile == null) {
        throw new IOException(e);
      }
      throw new SettingException(
          certificateFile == null ? "--cacert" : "--cacert, --cert and --key",
          (certificateFile == null
                  ? "be a file in PEM with certificates ("
                  : "be files in PEM with certificates and a key (")
              + (e instanceof NoSuchFileException ? "no file " : "")
              + e.getMessage()
              + ")",
          certificateFile == null ? caFile : certificateFile);
    }
  }

  private Optional<String> credentials() {
    if (user == null) {
      SettingException.throwIf(
          passwordFile != null, "--password-file", "come with --user", passwordFile);
      return Optional.empty();
    }
    SettingException.throwIf(
        user.contains(":"),
        "--user",
        "be a name alone; --password-file or " + PASSWORD_VARIABLE + " has the password",
        "…:…");
    String password = System.getenv(PASSWORD_VARIABLE);
    if (passwordFile != null) {
      password = readPassword(passwordFile);
    } else if (password == null) {
      // Since Java 22 there is a console even without a terminal; its input ends immediately.
      char[] typed =
          Optional.ofNullable(System.console())
              .map(console -> console.readPassword("password of %s: ", user))
              .orElse(null);
      SettingException.throwIf(
          typed == null,
          "--user",
          "come with --password-file, or " + PASSWORD_VARIABLE + " in the environment",
          user);
      password = new String(typed);
    }
    return Optional.of(user + ":" + password);
  }

  private static String readPassword(Path file) {
    try {
      String password = Files.readString(file).lines().findFirst().orElse("");
      SettingException.throwIf(
          password.isEmpty(), "--password-file", "have a password in its first line", file);
      return password;
    } catch (IOException e) {
      String why = e.getClass().getSimpleName();
      throw new SettingException(
          "--password-file", "be a text file in UTF-8 that can be read (" + why + ")", file);
    }
  }
}
