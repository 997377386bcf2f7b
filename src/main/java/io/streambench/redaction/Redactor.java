package io.streambench.redaction;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Takes out of a text what is nobody's business: addresses, host and user names, home folders,
 * credentials. The same name always becomes the same placeholder, so that what the text tells of
 * connections stays readable. JSON stays JSON. Confined to one thread.
 */
public final class Redactor {
  /** Not behind a whole address: Jetty prints {@code http://10.0.0.1:80,tag=null}]@hash. */
  private static final Pattern USER_INFO =
      Pattern.compile(
          "(?<=:/{2}|:/{4}|:\\\\/\\\\/)(?![A-Za-z0-9._-]{1,253}(?::[0-9]{1,5})?[,;)\\]}\\[])"
              + "[^\\s/?#\"'<>\\\\]{1,256}@(?=[^\\s@])");

  private static final Pattern OPTION =
      Pattern.compile(
          ("(?i)(?<![^\\s\"'\\[(])(--?[a-z.-]{0,40}?(?:password|passwd|passphrase|credentials|token"
                  + "|secret|api-?key)GAP|(?:-u|--user)GAP(?=\\\\?[\"']?[^\\s:\"'\\\\]{1,100}:))"
                  // in quotes, in quotes within a string of JSON, bare; a quote before a comma ends
                  // one
                  + "(?:(\"(?=[^\\s\",:\\]}]))(?:[^\"\\\\]|\\\\.)*+"
                  + "|(\\\\\")(?:[^\"\\\\]|\\\\[^\"])*+"
                  + "|(')[^'\"]*+"
                  + "|(?:[^\\s\"'<\\\\-]|\\\\[^\"'])(?:[^\\s\"'\\\\]|\\\\[^\"'])*+)")
              // in a list of JSON, name and value are strings of their own
              .replace("GAP", "(?:\\s{1,3}|\",\\s{0,3}(?=\"))"));
  private static final Pattern SECRET_OPTION =
      Pattern.compile(
          "(?i)--?[a-z.-]{0,40}?(?:password|passwd|passphrase|credentials|token|secret|api-?key)");
  private static final Pattern SCHEME =
      Pattern.compile(
          "(?i)\\b(basic|bearer|negotiate|ntlm)(\\s{1,3})(?![A-Z]?[a-z]++(?![A-Za-z0-9+/=_.~-]))"
              + "[A-Za-z0-9+/_.~-]{4,}+=*+");
  private static final Pattern MAIL =
      Pattern.compile(
          "(?<![A-Za-z0-9._+-])([A-Za-z0-9][A-Za-z0-9._+-]{0,63})@([A-Za-z0-9-]{1,63}(?:\\.[A-Za-z0-9-]{1,63}){0,5}\\.[A-Za-z]{2,24})(?![A-Za-z0-9.-]*[A-Za-z0-9])");

  private final Placeholders placeholders;
  private final Tokens tokens = new Tokens();
  private final KeyedValues keyedValues;
  private final Folders folders;
  private final Ip6Addresses sixth;
  private final Ip4Addresses fourth;
  private final Hosts hosts;
  private final HostPorts hostPorts;
  private final ThreadNames threadNames;
  private final Names names;

  /** Creates a redactor for the machine with these secrets. */
  public Redactor(Secrets secrets) {
    placeholders =
        new Placeholders(
            secrets.hostNames().stream()
                .map(host -> host.toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet()));
    hosts = new Hosts(placeholders);
    keyedValues = new KeyedValues(placeholders, hosts, secrets.userNames());
    folders = new Folders(secrets.folders(), placeholders);
    sixth = new Ip6Addresses(placeholders);
    fourth = new Ip4Addresses(placeholders);
    hostPorts = new HostPorts(placeholders);
    threadNames = new ThreadNames(placeholders);
    names = new Names(secrets.hostNames(), secrets.userNames(), placeholders);
  }

  /** Creates a redactor for files that were written on this machine by this user. */
  public static Redactor ofThisMachine() {
    return new Redactor(Secrets.ofThisMachine());
  }

  /**
   * The text without what it should not tell. Its lines are dealt with one by one; a name that one
   * of them gives away is looked for in those above it too.
   */
  public String redact(String text) {
    if (text.indexOf('\n') < 0) {
      return line(text);
    }
    int known = placeholders.learned();
    StringBuilder out = new StringBuilder(text.length());
    int from = 0;
    for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      out.append(line(text.substring(from, end))).append('\n');
      from = end + 1;
    }
    String redacted = out.append(line(text.substring(from))).toString();
    return placeholders.learned() == known ? redacted : names.redact(redacted);
  }

  /** The value of something whose name says what it is, such as {@code local}. */
  public String redact(String name, String value) {
    String prefix = name + "=";
    String redacted = redact(prefix + value);
    return redacted.startsWith(prefix) ? redacted.substring(prefix.length()) : redact(value);
  }

  private String line(String text) {
    String line = tokens.redact(text);
    if (line.indexOf('=') >= 0 || line.indexOf(':') >= 0) {
      line = keyedValues.redact(line);
    }
    line = credentials(line);
    line = folders.redact(line);
    line = threadNames.redact(fourth.redact(sixth.redact(line)));
    line = hostPorts.redact(hosts.redact(line));
    return names.redact(line);
  }

  /** Secrets that need no key to be known as such. */
  private String credentials(String text) {
    String line = text;
    if (line.contains("://") || line.contains(":\\/\\/")) {
      line = USER_INFO.matcher(line).replaceAll(Placeholders.SECRET + "@");
    }
    if (optionIn(line)) {
      line = OPTION.matcher(line).replaceAll(Redactor::withoutValue);
    }
    if (schemeIn(line)) {
      line = SCHEME.matcher(line).replaceAll("$1$2" + Placeholders.SECRET);
    }
    if (mailIn(line)) {
      line =
          MAIL.matcher(line)
              .replaceAll(
                  hit ->
                      Matcher.quoteReplacement(
                          placeholders.user(hit.group(1)) + "@" + placeholders.node(hit.group(2))));
    }
    return line;
  }

  // The expressions below are slow where they find nothing, and in a log they find nothing.

  private static String withoutValue(MatchResult option) {
    StringBuilder kept = new StringBuilder(option.group(1));
    for (int quote = 2; quote <= option.groupCount(); quote++) {
      kept.append(option.group(quote) == null ? "" : option.group(quote));
    }
    return Matcher.quoteReplacement(kept.append(Placeholders.SECRET).toString());
  }

  private static boolean optionIn(String line) {
    for (int at = line.indexOf('-'); at >= 0; at = line.indexOf('-', at + 1)) {
      boolean begins = at == 0 || beforeOption(line.charAt(at - 1));
      if (begins && at + 1 < line.length() && optionChar(line.charAt(at + 1))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns whether a word of a command line is a secret by the option that is the word before it.
   */
  static boolean takesSecret(String option, String word) {
    boolean user = option.equals("-u") || option.equals("--user");
    return user && word.indexOf(':') > 0 || SECRET_OPTION.matcher(option).matches();
  }

  private static boolean beforeOption(char c) {
    return Character.isWhitespace(c) || c == '"' || c == '\'' || c == '[' || c == '(';
  }

  private static boolean optionChar(char c) {
    return c == '-' || Chars.letter(c);
  }

  private static boolean mailIn(String line) {
    for (int at = line.indexOf('@'); at >= 0; at = line.indexOf('@', at + 1)) {
      int end = at + 1;
      while (end < line.length() && Chars.host(line.charAt(end))) {
        if (line.charAt(end) == '.' && Chars.wordAt(line, at - 1)) {
          return true;
        }
        end++;
      }
    }
    return false;
  }

  private static boolean schemeIn(String line) {
    return line.contains("asic ")
        || line.contains("earer ")
        || line.contains("egotiate ")
        || line.contains("NTLM ")
        || line.contains("BASIC ")
        || line.contains("BEARER ");
  }

  /** The number of hosts that have a placeholder. */
  public int nodes() {
    return placeholders.nodeCount();
  }

  /** The number of ports that have a placeholder. */
  public int ports() {
    return placeholders.portCount();
  }

  /** The number of users that have a placeholder. */
  public int users() {
    return placeholders.userCount();
  }
}
