package io.streambench.bench.settings;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Masks the values of {@code -D} arguments whose names indicate a secret. */
public final class SecretArguments {
  public static final String MASK = "***";

  private static final String SECRET_NAME =
      "-D[\\w.-]*(?i:basicauth|password|passwd|pwd|passphrase|secret|token|credentials?|apikey)";
  private static final Pattern SECRET_ARGUMENT =
      Pattern.compile("(" + SECRET_NAME + "=).*", Pattern.DOTALL);
  private static final Pattern SECRET_IN_TEXT =
      Pattern.compile("(" + SECRET_NAME + "=)(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+");

  private SecretArguments() {}

  /** Returns whether an argument is {@code -Dname=value} with a name that indicates a secret. */
  public static boolean isSecret(String argument) {
    return SECRET_ARGUMENT.matcher(argument).matches();
  }

  /** Returns a JVM argument with its value masked if its name indicates a secret. */
  public static String mask(String argument) {
    Matcher secret = SECRET_ARGUMENT.matcher(argument);
    return secret.matches() ? secret.group(1) + MASK : argument;
  }

  /** Returns a text, such as a command line, with the value of every secret argument masked. */
  public static String maskSecretsIn(String text) {
    return SECRET_IN_TEXT.matcher(text).replaceAll("$1" + MASK);
  }
}
