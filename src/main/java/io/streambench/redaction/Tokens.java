package io.streambench.redaction;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Secrets that are known by their own shape, or by the tag around them. Remembers whether a private
 * key has begun, whose lines come one by one.
 */
final class Tokens {
  private static final Pattern JWT =
      Pattern.compile("\\beyJ[A-Za-z0-9_-]{5,}+\\.[A-Za-z0-9_-]++(?:\\.[A-Za-z0-9_-]*+)?");
  private static final Pattern AMAZON = Pattern.compile("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b");
  private static final Pattern GITHUB =
      Pattern.compile("\\b(?:gh[opsur]_[A-Za-z0-9]{20,255}+|github_pat_[A-Za-z0-9_]{20,255}+)");
  private static final Pattern OTHER =
      Pattern.compile(
          "\\b(?:glpat-[A-Za-z0-9_-]{20,255}+|npm_[A-Za-z0-9]{36,255}+|AIza[A-Za-z0-9_-]{35}"
              + "|sk_live_[A-Za-z0-9]{16,255}+)");
  private static final Pattern SLACK = Pattern.compile("\\bxox[a-z]-[A-Za-z0-9-]{8,255}+");
  private static final Pattern TAG =
      Pattern.compile(
          "(?i)(<[a-z0-9_.:-]{0,60}?SECRET>|\\bname=\"[a-z0-9_.-]{0,60}?SECRET\"[^<>]{0,100}>)[^<]++(?=</)"
              .replace(
                  "SECRET", "(?:password|passwd|passphrase|credentials|token|secret|api-?key)"));

  /** The address of a network card; with dashes and digits alone it would be a date. */
  private static final Pattern MAC =
      Pattern.compile(
          "(?<![0-9A-Za-z:.-])(?:HH(?::HH){5}|(?=[0-9-]{0,16}[A-Fa-f])HH(?:-HH){5})(?![0-9A-Za-z:-])"
              .replace("HH", "[0-9A-Fa-f]{2}"));

  private static final String BEGIN = "PRIVATE KEY-----";
  private static final Pattern KEY_HERE =
      Pattern.compile("(-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----)[^-]++");
  private static final Pattern KEY_LINE =
      Pattern.compile("\\s*+(?:[A-Za-z0-9+/=]*+|(?:Proc-Type|DEK-Info):.*+|<secret>)\\s*+");

  private static final int MAC_CHARS = 17;

  private boolean inKey;

  String redact(String text) {
    if (inKey && KEY_LINE.matcher(text).matches()) {
      return text.isBlank() ? text : Placeholders.SECRET;
    }
    inKey = false;
    String line = text;
    if (line.contains(BEGIN)) {
      inKey = line.stripTrailing().endsWith(BEGIN) && line.contains("-----BEGIN ");
      line = KEY_HERE.matcher(line).replaceAll("$1" + Placeholders.SECRET);
    }
    if (line.length() >= MAC_CHARS && (line.indexOf(':') >= 0 || line.indexOf('-') >= 0)) {
      line = MAC.matcher(line).replaceAll(Placeholders.SECRET);
    }
    line = replace(line, "eyJ", JWT);
    line = replace(line, "AKIA", AMAZON);
    line = replace(line, "ASIA", AMAZON);
    line = replace(line, "ghp_", GITHUB);
    line = replace(line, "gho_", GITHUB);
    line = replace(line, "ghs_", GITHUB);
    line = replace(line, "ghu_", GITHUB);
    line = replace(line, "ghr_", GITHUB);
    for (String sign : List.of("glpat-", "npm_", "AIza", "sk_live_")) {
      line = replace(line, sign, OTHER);
    }
    line = replace(line, "github_pat_", GITHUB);
    line = replace(line, "xox", SLACK);
    return line.contains("</") ? TAG.matcher(line).replaceAll("$1" + Placeholders.SECRET) : line;
  }

  private static String replace(String line, String sign, Pattern pattern) {
    return line.contains(sign) ? pattern.matcher(line).replaceAll(Placeholders.SECRET) : line;
  }
}
