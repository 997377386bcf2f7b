package io.streambench.bench.redaction;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A redactor that replaces secrets, names and addresses with placeholders. Not thread-safe. */
public final class Redactor {
  private static final Pattern MAIL_ADDRESS =
      Pattern.compile(
          "(?:(?<![A-Za-z0-9._+%-])|(?<=%[0-9A-Fa-f]{2}))([A-Za-z0-9][A-Za-z0-9._+-]{0,63}+)(@|%40)([A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){0,5}\\.[A-Za-z]{2,24})(?![A-Za-z0-9.-]*[A-Za-z0-9])");

  private static final Pattern PRIVATE_KEY_BEGIN =
      Pattern.compile("(-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----)[^-]*+");
  private static final Pattern PRIVATE_KEY_LINE =
      Pattern.compile("\\s*+(?:[A-Za-z0-9+/=]*+|(?:Proc-Type|DEK-Info):.*+|<secret>)\\s*+");

  private final Placeholders placeholders;
  private final KeyedValues keyedValues;
  private final HostRedactor hostRedactor;
  private final NameRedactor nameRedactor;

  /** Whether the next line may be part of a private key. */
  private boolean isInsidePrivateKey;

  public Redactor(Secrets secrets) {
    placeholders = new Placeholders(secrets);
    hostRedactor = new HostRedactor(placeholders);
    keyedValues = new KeyedValues(placeholders, hostRedactor, secrets.userNames());
    nameRedactor = new NameRedactor(secrets.placeholdersByFolder(), placeholders);
  }

  /** Creates a redactor for files that were written on this machine by this user. */
  public static Redactor ofThisMachine() {
    return new Redactor(Secrets.ofThisMachine());
  }

  /** Redacts a text. A name recognized in one line is also replaced in earlier lines. */
  public String redact(String text) {
    if (text.indexOf('\n') < 0) {
      return redactLine(text);
    }
    int known = placeholders.nameCount();
    StringBuilder out = new StringBuilder(text.length());
    for (String line : text.split("\n", -1)) {
      out.append(redactLine(line)).append('\n');
    }
    out.setLength(out.length() - 1);
    String redacted = out.toString();
    return placeholders.nameCount() == known ? redacted : nameRedactor.redact(redacted);
  }

  /**
   * Redacts {@code value} as the value of the key {@code name}, which may indicate a secret, user
   * or host.
   */
  public String redact(String name, String value) {
    String prefix = name + "=";
    String redacted = redact(prefix + value);
    return redacted.startsWith(prefix) ? redacted.substring(prefix.length()) : redact(value);
  }

  private String redactLine(String text) {
    if (isInsidePrivateKey && PRIVATE_KEY_LINE.matcher(text).matches()) {
      return text.isBlank() ? text : Placeholders.SECRET;
    }
    Matcher begins = PRIVATE_KEY_BEGIN.matcher(text);
    boolean hasKey = text.contains("PRIVATE KEY-----") && begins.find();
    isInsidePrivateKey = hasKey && text.substring(begins.end(1)).isBlank();
    String line =
        Credentials.redact(
            hasKey && !isInsidePrivateKey ? begins.replaceAll("$1" + Placeholders.SECRET) : text);
    if (line.indexOf('=') >= 0 || line.indexOf(':') >= 0 || line.contains("%3")) {
      line = keyedValues.redact(line);
    }
    line = Credentials.redactAfterKeyedValues(line);
    if (line.indexOf('@') > 0 || line.contains("%40")) {
      line =
          MAIL_ADDRESS
              .matcher(line)
              .replaceAll(
                  match ->
                      Matcher.quoteReplacement(
                          placeholders.userPlaceholder(match.group(1))
                              + match.group(2)
                              + placeholders.nodePlaceholder(match.group(3))));
    }
    return nameRedactor.redact(hostRedactor.redact(nameRedactor.redactFolders(line)));
  }

  public int nodeCount() {
    return placeholders.nodeCount;
  }

  public int portCount() {
    return placeholders.placeholdersByPort.size();
  }

  public int userCount() {
    return placeholders.placeholdersByUser.size();
  }
}
