package io.streambench.bench.redaction;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A redactor of secrets that have a typical form, follow a tag or an option, or are part of a URL.
 */
final class Credentials {
  private static final String SECRET_NAMES =
      "(?:password|passwd|passphrase|(?:store|key)pass|credentials|token|secret|api-?key)";

  /** The text between an option and its value: spaces or, in a JSON list, a quote and a comma. */
  private static final String OPTION_SEPARATOR = "(?:\\s{1,3}|\",\\s{0,3}(?=\"))";

  /** A pattern and its replacement. A line without any of the literals cannot match the pattern. */
  private record Rule(Pattern pattern, String replacement, List<String> literals) {}

  private static Rule rule(String pattern, String replacement, String... literals) {
    return new Rule(
        Pattern.compile(pattern.replace("NAMES", SECRET_NAMES)), replacement, List.of(literals));
  }

  private static final List<Rule> RULES =
      List.of(
          // a MAC address; with only digits and dashes it could be a date
          rule(
              "(?<![0-9A-Za-z:.-])(?:HH(?::HH){5}|(?=[0-9-]{0,16}[A-Fa-f])HH(?:-HH){5})(?![0-9A-Za-z:-])"
                  .replace("HH", "[0-9A-Fa-f]{2}"),
              Placeholders.SECRET,
              ":",
              "-"),
          // a JSON web token, as used by Solr's JWTAuthPlugin: signed, or encrypted in five parts
          rule(
              "\\beyJ[A-Za-z0-9_-]{5,}+\\.[A-Za-z0-9_-]++(?:\\.[A-Za-z0-9_-]*+){0,3}",
              Placeholders.SECRET,
              "eyJ"),
          // the host names of a certificate, as in a failed TLS handshake
          rule("(?<=alternative names: \\[)[^\\]]++", Placeholders.SECRET, "alternative names: ["),
          rule(
              "(?i)(<[a-z0-9_.:-]{0,60}?NAMES>|\\bname=\"[a-z0-9_.-]{0,60}?NAMES\"[^<>]{0,100}>)[^<]++(?=</)",
              "$1" + Placeholders.SECRET,
              "</"));

  /** Rules that apply to a line after {@link KeyedValues} has redacted it. */
  private static final List<Rule> RULES_AFTER_KEYED_VALUES =
      List.of(
          // user and password of a URL, but not Jetty's http://10.0.0.1:80,tag=null}]@hash
          rule(
              "(?<=:/{2}|:/{4}|:\\\\/\\\\/)(?![A-Za-z0-9._-]{1,253}(?::[0-9]{1,5})?[,;)\\]}\\[])"
                  + "[^\\s/?#\"'<>\\\\]{1,256}@(?=[^\\s@])"
                  + "|(?<=:thin:)[^\\s/@\"'<>]{1,128}/[^\\s@\"'<>]{1,256}@",
              Placeholders.SECRET + "@", "://", ":\\/\\/", ":thin:"),
          rule(
              "(?<=%3[Aa]%2[Ff]%2[Ff])(?:(?!%2[Ff3]|%3[Ff])[^\\s/?#\"'<>\\\\&@]){1,256}%40(?=[^\\s@])",
              Placeholders.SECRET + "%40", "%40"),
          rule(
              "(?i)\\b(basic|bearer|negotiate|ntlm)(\\s{1,3})(?![A-Z]?[a-z]++(?![A-Za-z0-9+/=_.~-]))"
                  + "[A-Za-z0-9+/_.~-]{4,}+=*+",
              "$1$2" + Placeholders.SECRET,
              "asic ",
              "earer ",
              "egotiate ",
              "NTLM ",
              "BASIC ",
              "BEARER "),
          // an option and its value: quoted, quoted within a JSON string, or bare
          rule(
              "(?i)(?=-)(?<![^\\s\"'\\[(])(--?[a-z.-]{0,40}?NAMES"
                  + OPTION_SEPARATOR
                  + "|(?:-u|--user)"
                  + OPTION_SEPARATOR
                  + "(?=\\\\?[\"']?[^\\s:\"'\\\\]{1,100}:))(?=(\\\\?\"|'|))"
                  + "(?:\"(?:[^\"\\\\]|\\\\.)*+|\\\\\"(?:[^\"\\\\]|\\\\[^\"])*+|'[^'\"]*+"
                  + "|(?:[^\\s\"'<\\\\-]|\\\\[^\"'])(?:[^\\s\"'\\\\]|\\\\[^\"'])*+)",
              "$1$2" + Placeholders.SECRET,
              "-"));

  private static final Pattern SECRET_OPTION =
      Pattern.compile("(?i)--?[a-z.-]{0,40}?" + SECRET_NAMES);

  private Credentials() {}

  /** Redacts the secrets in a line that have a typical form or follow a tag. */
  static String redact(String line) {
    return redact(line, RULES);
  }

  static String redactAfterKeyedValues(String line) {
    return redact(line, RULES_AFTER_KEYED_VALUES);
  }

  private static String redact(String line, List<Rule> rules) {
    String redacted = line;
    for (Rule rule : rules) {
      if (rule.literals.stream().anyMatch(redacted::contains)) {
        redacted = rule.pattern.matcher(redacted).replaceAll(rule.replacement);
      }
    }
    return redacted;
  }

  /** Returns whether {@code word} is a secret when it follows {@code option} in a command. */
  static boolean isSecretValue(String option, String word) {
    boolean isUserOption = option.equals("-u") || option.equals("--user");
    return isUserOption && word.indexOf(':') > 0 || SECRET_OPTION.matcher(option).matches();
  }
}
